import { resultsOf, textFor } from '../../api/person/results';
import { byHashedEmail, CHARGED } from '../spec/operation';

export const findProfileByHashedEmail = byHashedEmail({
	action: 'Find LinkedIn profile by hashed email',
	description: `Find the address of a LinkedIn profile by email; only its MD5 is sent. ${CHARGED}`,
	builderHint: 'Returns only the address of the profile. It sends an email as its MD5',
	tool: {
		name: 'hem_to_linkedin',
		...resultsOf({ linkedin_slug: textFor('linkedin_url') }),
	},
});
