import { emailResult } from '../../api/person/results';
import { byLinkedin, CHARGED, LINKEDIN_BATCHES } from '../spec/operation';

export const findAny = byLinkedin({
	operation: 'findAny',
	name: 'Find Any',
	action: 'Find any US personal email by LinkedIn',
	description: `Find a personal email of a person by LinkedIn URL. US only, not on all plans. ${CHARGED}`,
	builderHint: 'Prefer findBest, which returns the email with the highest confidence',
	tool: {
		name: 'linkedin_to_personal_email_usa',
		otherNames: ['linkedin_to_personal_email'],
		...LINKEDIN_BATCHES,
		onlyWithPersonalEmails: true,
		...emailResult('personal_email'),
	},
});
