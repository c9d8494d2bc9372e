import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import { byHashedEmail, defineTool } from '../spec/operation';

/** Accepts only hashes. */
export const hemToLinkedin = defineTool({
	name: 'hem_to_linkedin',
	requestFields: { hem: 'md5' },
	...resultsOf(z.looseObject({ linkedin_slug: textFor('linkedin_url') })),
});

export const findProfileByHashedEmail = byHashedEmail(hemToLinkedin, {
	resource: 'linkedinProfile',
	operation: 'findByHashedEmail',
	name: 'Find by Hashed Email',
	action: 'Find LinkedIn profile by hashed email',
	description:
		'Find the address of a LinkedIn profile by email; only its MD5 is sent. A hit is charged, a miss is free.',
	builderHint: 'Returns only the address of the profile. It sends an email as its MD5',
});
