import { hemToLinkedin as tool } from '../../api/tools/profile/hemToLinkedin';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_HASHED_EMAIL, HASHED_EMAIL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findProfileByHashedEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'linkedinProfile',
	operation: 'findByHashedEmail',
	name: 'Find by Hashed Email',
	action: 'Find LinkedIn profile by hashed email',
	description:
		'Find the address of a LinkedIn profile by email; only its MD5 is sent. A hit is charged, a ' + 'miss is free.',
	builderHint: 'Returns only the address of the profile. It sends an email as its MD5',
	...singleTool(tool),
	fields: [HASHED_EMAIL],
	identifiers: [BY_HASHED_EMAIL],
	createRouter: routeForCell(tool, BY_HASHED_EMAIL),
};
