import { emailResult } from '../../api/person/results';
import { LINKEDIN_BATCHES, byLinkedin, defineTool } from '../spec/operation';

export const linkedinToPersonalEmailUsa = defineTool({
	name: 'linkedin_to_personal_email_usa',
	otherNames: ['linkedin_to_personal_email'],
	...LINKEDIN_BATCHES,
	onlyWithPersonalEmails: true,
	...emailResult('personal_email'),
});

export const findAny = byLinkedin(linkedinToPersonalEmailUsa, {
	resource: 'personalEmail',
	operation: 'findAny',
	name: 'Find Any',
	action: 'Find any US personal email by LinkedIn',
	description:
		'Find a personal email by LinkedIn URL, not always the best of several. US only. A hit is charged, a miss is free.',
	builderHint: 'Prefer findBest, which returns the email with the highest confidence',
});
