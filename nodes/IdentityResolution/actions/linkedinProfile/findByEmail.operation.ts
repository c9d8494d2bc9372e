import { resultsOf, textFor } from '../../api/person/results';
import { byEmail, CHARGED } from '../spec/operation';

export const findProfileByEmail = byEmail({
	action: 'Find LinkedIn profile by email',
	description: `Find the address of a LinkedIn profile by email, sent as it is. ${CHARGED}`,
	builderHint:
		'Returns only the address of the profile. For name, job and company choose resource businessProfile',
	tool: {
		name: 'email_to_linkedin',
		...resultsOf({ linkedin_url: textFor('linkedin_url') }),
	},
});
