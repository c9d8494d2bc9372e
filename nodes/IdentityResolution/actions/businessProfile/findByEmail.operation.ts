import { reverseEmailLookup as tool } from '../../api/tools/profile/reverseEmailLookup';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_EMAIL, EMAIL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findByEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find business profile by email',
	description:
		"Find a person's job, company and LinkedIn URL by email, sent as it is. A hit is charged, a " + 'miss is free.',
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
	...singleTool(tool),
	fields: [EMAIL],
	identifiers: [BY_EMAIL],
	createRouter: routeForCell(tool, BY_EMAIL),
};
