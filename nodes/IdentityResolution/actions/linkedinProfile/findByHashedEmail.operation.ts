import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_HASHED_EMAIL } from '../spec/identifierFields';

/** Accepts only hashes. */
export const hemToLinkedin: Tool = {
	name: 'hem_to_linkedin',
	family: 'enrich',
	requestFields: { hem: 'md5' },
	reportsCharges: 'unknown',
	...resultsOf(z.looseObject({ linkedin_slug: textFor('linkedin_url') })),
};

export const findProfileByHashedEmail = byIdentifier(BY_HASHED_EMAIL, hemToLinkedin, {
	resource: 'linkedinProfile',
	operation: 'findByHashedEmail',
	name: 'Find by Hashed Email',
	action: 'Find LinkedIn profile by hashed email',
	description:
		'Find the address of a LinkedIn profile by email; only its MD5 is sent. A hit is charged, a miss is free.',
	builderHint: 'Returns only the address of the profile. It sends an email as its MD5',
});
