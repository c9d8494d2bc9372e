import { z } from 'zod/v4';
import { resultsOf, textsFor } from '../../api/person/results';
import { byEmail, defineTool } from '../spec/operation';

export const businessEmailToSha256 = defineTool({
	name: 'business_email_to_sha256',
	requestFields: { email: 'email' },
	...resultsOf(z.looseObject({ personal_email_SHA256: textsFor('sha256_personal_emails') })),
});

export const hashByEmail = byEmail(businessEmailToSha256, {
	resource: 'audience',
	operation: 'hashByEmail',
	name: 'Find Hashes by Work Email',
	action: 'Find personal email hashes by work email',
	description:
		"Find the SHA-256 of a person's personal emails by work email, for ads. A hit is charged, a miss is free.",
	builderHint: 'Hashes for ad platforms, not addresses to write to',
});
