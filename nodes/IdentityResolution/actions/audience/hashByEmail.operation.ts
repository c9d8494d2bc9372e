import { z } from 'zod/v4';
import { resultsOf, textsFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_EMAIL } from '../spec/identifierFields';

export const businessEmailToSha256: Tool = {
	name: 'business_email_to_sha256',
	family: 'enrich',
	requestFields: { email: 'email' },
	reportsCharges: 'unknown',
	...resultsOf(z.looseObject({ personal_email_SHA256: textsFor('sha256_personal_emails') })),
};

export const hashByEmail = byIdentifier(BY_EMAIL, businessEmailToSha256, {
	resource: 'audience',
	operation: 'hashByEmail',
	name: 'Find Hashes by Work Email',
	action: 'Find personal email hashes by work email',
	description:
		"Find the SHA-256 of a person's personal emails by work email, for ads. A hit is charged, a miss is free.",
	builderHint: 'Hashes for ad platforms, not addresses to write to',
});
