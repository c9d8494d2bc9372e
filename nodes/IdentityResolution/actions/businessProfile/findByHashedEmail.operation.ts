import { hemToBusinessProfile as tool } from '../../api/tools/profile/hemToBusinessProfile';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_HASHED_EMAIL, HASHED_EMAIL, INCLUDE_MOBILE_PHONE } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findByHashedEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByHashedEmail',
	name: 'Find by Hashed Email',
	action: 'Find business profile by hashed email',
	description:
		"Find a person's job and company by email; only its MD5 is sent. A hit is charged, a phone " +
		'extra, a miss is free.',
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
	...singleTool(tool),
	hashesEmail: true,
	fields: [HASHED_EMAIL, INCLUDE_MOBILE_PHONE],
	identifiers: [BY_HASHED_EMAIL],
	createRouter: routeForCell(tool, BY_HASHED_EMAIL),
};
