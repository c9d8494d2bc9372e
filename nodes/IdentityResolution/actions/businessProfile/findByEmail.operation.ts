import { reverseEmailLookup as tool } from '../../api/tools/reverseEmailLookup';
import { lookUpWith } from '../ask';
import { ofOneTool } from '../content';
import { BY_EMAIL, EMAIL } from '../identifierFields';
import type { LookupOperation } from '../operation';

export const findByEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find business profile by email',
	description:
		"Give an e-mail address, get the person's name, job, LinkedIn URL, company and e-mails. A hit is charged, a miss is free.",
	...ofOneTool(tool),
	fields: [EMAIL],
	identifiers: [BY_EMAIL],
	ways: lookUpWith(tool, BY_EMAIL),
};
