import { emailToLinkedin as tool } from '../../api/tools/profile/emailToLinkedin';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_EMAIL, EMAIL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findProfileByEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'linkedinProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find LinkedIn profile by email',
	description: 'Find the address of a LinkedIn profile by email, sent as it is. A hit is charged, a miss is free.',
	builderHint: 'Returns only the address of the profile. For name, job and company choose resource businessProfile',
	...singleTool(tool),
	fields: [EMAIL],
	identifiers: [BY_EMAIL],
	createRouter: routeForCell(tool, BY_EMAIL),
};
