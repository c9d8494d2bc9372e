import { emailResult } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_LINKEDIN } from '../spec/identifierFields';

export const linkedinToPersonalEmailUsa: Tool = {
	name: 'linkedin_to_personal_email_usa',
	otherNames: ['linkedin_to_personal_email'],
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	onlyWithPersonalEmails: true,
	reportsCharges: 'unknown',
	...emailResult('personal_email'),
};

export const findAny = byIdentifier(BY_LINKEDIN, linkedinToPersonalEmailUsa, {
	resource: 'personalEmail',
	operation: 'findAny',
	name: 'Find Any',
	action: 'Find any US personal email by LinkedIn',
	description:
		'Find a personal email by LinkedIn URL, not always the best of several. US only. A hit is charged, a miss is free.',
	builderHint: 'Prefer findBest, which returns the email with the highest confidence',
});
