import { linkedinToBusinessEmail as tool } from '../../api/tools/email/linkedinToBusinessEmail';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findWorkEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'workEmail',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find work email by LinkedIn URL',
	description: "Find a person's work email by LinkedIn URL. A hit is charged, a miss is free.",
	builderHint: 'The right choice for work emails of LinkedIn profiles: batches of 100',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
