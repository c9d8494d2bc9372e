import { linkedinToPersonalEmailUsa as tool } from '../../api/tools/email/linkedinToPersonalEmailUsa';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findAny: LookupOperation = {
	kind: 'lookup',
	resource: 'personalEmail',
	operation: 'findAny',
	name: 'Find Any',
	action: 'Find any US personal email by LinkedIn',
	description:
		'Find a personal email by LinkedIn URL, not always the best of several. US only. A hit is ' +
		'charged, a miss is free.',
	builderHint: 'Prefer findBest, which returns the email with the highest confidence',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
