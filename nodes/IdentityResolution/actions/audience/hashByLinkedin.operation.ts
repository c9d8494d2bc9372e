import { resultsOf, text, textsFor } from '../../api/person/results';
import { byLinkedin, CHARGED } from '../spec/operation';

export const hashByLinkedin = byLinkedin({
	operation: 'hashByLinkedin',
	name: 'Find Hashes by LinkedIn URL',
	action: 'Find email hashes by LinkedIn URL',
	description: `Find the SHA-256 and MD5 of a person's emails by LinkedIn URL, for ads. ${CHARGED}`,
	builderHint: 'Hashes for ad platforms, not addresses to write to',
	tool: {
		name: 'linkedin_to_sha256',
		...resultsOf({
			linkedin_slug: text(),
			business_SHA256_array: textsFor('sha256_work_emails'),
			business_md5_array: textsFor('md5_work_emails'),
			personal_SHA256_array: textsFor('sha256_personal_emails'),
			personal_md5_array: textsFor('md5_personal_emails'),
		}),
	},
});
