import { linkedinToBestEmail as tool } from '../../api/tools/email/linkedinToBestEmail';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findBestEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'email',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best email by LinkedIn URL',
	description:
		'Find one email of a person by LinkedIn URL: the work email, or else a personal one. A hit is ' +
		'charged, a miss is free.',
	builderHint: 'For any email of LinkedIn profiles. It fills work_email or personal_email, never both',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
