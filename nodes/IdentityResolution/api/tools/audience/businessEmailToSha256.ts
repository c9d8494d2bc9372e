import { z } from 'zod/v4';
import type { Tool } from '../../tool';

export const businessEmailToSha256: Tool = {
	name: 'business_email_to_sha256',
	family: 'enrich',
	requestFields: { email: 'email' },
	reportsCharges: 'unknown',
	result: z.looseObject({ personal_email_SHA256: z.array(z.string()).nullable().optional() }),
	columns: { fields: { sha256_personal_emails: 'personal_email_SHA256' } },
};
