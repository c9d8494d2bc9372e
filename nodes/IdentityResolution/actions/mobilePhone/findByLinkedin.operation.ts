import { linkedinToMobilePhone as tool } from '../../api/tools/phone/linkedinToMobilePhone';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findMobilePhone: LookupOperation = {
	kind: 'lookup',
	resource: 'mobilePhone',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find mobile phone by LinkedIn URL',
	description:
		"Find a person's mobile phone by LinkedIn URL. A hit is charged and uses a phone token, a miss is free.",
	builderHint: 'The right choice for mobile phones of LinkedIn profiles: batches of 100',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
