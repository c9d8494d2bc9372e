import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { linkedinToBusinessProfile as tool } from '../../api/tools/linkedinToBusinessProfile';
import { askOne } from '../ask';
import { ofOneTool } from '../content';
import { INCLUDE_MOBILE_PHONE, LINKEDIN_URL } from '../identifierFields';
import type { LookupOperation } from '../operation';

export const findByLinkedin: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find business profile by LinkedIn URL',
	description:
		"Give a LinkedIn profile, get the person's job, company, e-mails, phone. A hit is charged, a phone extra, a miss is free.",
	...ofOneTool(tool),
	fields: [LINKEDIN_URL, INCLUDE_MOBILE_PHONE],
	ways: () => (cell) =>
		askOne(tool, {
			label: 'LinkedIn URL',
			cell: cell('linkedinUrl'),
			read: readLinkedinCell,
			phone: cell('includeMobilePhone'),
		}),
};
