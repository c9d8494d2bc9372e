import { z } from 'zod/v4';
import { resultsOf, text, textsFor } from '../../api/person/results';
import { byLinkedin, defineTool } from '../spec/operation';

export const linkedinToSha256 = defineTool({
	name: 'linkedin_to_sha256',
	requestFields: { linkedin: 'linkedin_url' },
	...resultsOf(
		z.looseObject({
			linkedin_slug: text(),
			business_SHA256_array: textsFor('sha256_work_emails'),
			business_md5_array: textsFor('md5_work_emails'),
			personal_SHA256_array: textsFor('sha256_personal_emails'),
			personal_md5_array: textsFor('md5_personal_emails'),
		}),
	),
});

export const hashByLinkedin = byLinkedin(linkedinToSha256, {
	resource: 'audience',
	operation: 'hashByLinkedin',
	name: 'Find Hashes by LinkedIn URL',
	action: 'Find email hashes by LinkedIn URL',
	description:
		"Find the SHA-256 and MD5 of a person's emails by LinkedIn URL, for ads. A hit is charged, a miss is free.",
	builderHint: 'Hashes for ad platforms, not addresses to write to',
});
