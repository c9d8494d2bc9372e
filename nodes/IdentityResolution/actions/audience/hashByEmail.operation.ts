import { resultsOf, textsFor } from '../../api/person/results';
import { byEmail, CHARGED } from '../spec/operation';

export const hashByEmail = byEmail({
	operation: 'hashByEmail',
	name: 'Find Hashes by Work Email',
	action: 'Find personal email hashes by work email',
	description: `Find the SHA-256 of a person's personal emails by work email, for ads. ${CHARGED}`,
	builderHint: 'Hashes for ad platforms, not addresses to write to',
	tool: {
		name: 'business_email_to_sha256',
		...resultsOf({ personal_email_SHA256: textsFor('sha256_personal_emails') }),
	},
});
