import { z } from 'zod/v4';
import type { Tool } from '../tool';
import { emailProfileFields, emailProfileShape } from './emailProfile';

export const hemToBusinessProfile: Tool = {
	name: 'hem_to_business_profile',
	family: 'enrich',
	requestFields: { email: 'email', hem: 'md5' },
	phoneFlag: 'include_mobile_phone',
	reportsCharges: true,
	request: z
		.object({
			email: z.string().min(1).optional(),
			md5: z
				.string()
				.regex(/^[0-9a-f]{32}$/i)
				.optional(),
			include_mobile_phone: z.boolean().optional(),
		})
		.refine((body) => body.email !== undefined || body.md5 !== undefined, {
			message: 'email or md5 is required',
		}),
	result: z.looseObject({ ...emailProfileShape, mobile_phone: z.string().nullable().optional() }),
	columns: {
		fields: { ...emailProfileFields, mobile_phone: 'mobile_phone' },
		personalEmails: { emails: 'personal_emails', validatedAt: 'personal_emails_status' },
	},
};
