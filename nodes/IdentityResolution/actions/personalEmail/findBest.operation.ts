import { linkedinToBestPersonalEmailUsa as tool } from '../../api/tools/email/linkedinToBestPersonalEmailUsa';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findBest: LookupOperation = {
	kind: 'lookup',
	resource: 'personalEmail',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best US personal email by LinkedIn',
	description:
		"Find a person's personal email with the highest confidence by LinkedIn URL. US only. A hit is " +
		'charged, a miss is free.',
	builderHint: 'Personal emails only. For work emails choose resource workEmail, operation findByLinkedin',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
