import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import { byEmail, defineTool } from '../spec/operation';

export const emailToLinkedin = defineTool({
	name: 'email_to_linkedin',
	requestFields: { email: 'email' },
	...resultsOf(z.looseObject({ linkedin_url: textFor('linkedin_url') })),
});

export const findProfileByEmail = byEmail(emailToLinkedin, {
	resource: 'linkedinProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find LinkedIn profile by email',
	description: 'Find the address of a LinkedIn profile by email, sent as it is. A hit is charged, a miss is free.',
	builderHint: 'Returns only the address of the profile. For name, job and company choose resource businessProfile',
});
