import { linkedinToBestPersonalEmailUsa as tool } from '../../api/tools/linkedinToBestPersonalEmailUsa';
import { lookUpWith } from '../ask';
import { ofOneTool } from '../content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../identifierFields';
import type { LookupOperation } from '../operation';

export const findBest: LookupOperation = {
	kind: 'lookup',
	resource: 'personalEmail',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best personal email by LinkedIn URL',
	description:
		"Give a LinkedIn profile, get the person's best personal e-mail. US data only. A hit is charged, a miss is free.",
	...ofOneTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	ways: lookUpWith(tool, BY_LINKEDIN),
};
