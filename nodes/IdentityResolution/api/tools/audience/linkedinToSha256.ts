import { z } from 'zod/v4';
import type { Tool } from '../../tool';

const hashes = z.array(z.string()).nullable().optional();

export const linkedinToSha256: Tool = {
	name: 'linkedin_to_sha256',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	reportsCharges: 'unknown',
	result: z.looseObject({
		linkedin_slug: z.string().nullable().optional(),
		business_SHA256_array: hashes,
		business_md5_array: hashes,
		personal_SHA256_array: hashes,
		personal_md5_array: hashes,
	}),
	columns: {
		fields: {
			sha256_work_emails: 'business_SHA256_array',
			md5_work_emails: 'business_md5_array',
			sha256_personal_emails: 'personal_SHA256_array',
			md5_personal_emails: 'personal_md5_array',
		},
	},
};
