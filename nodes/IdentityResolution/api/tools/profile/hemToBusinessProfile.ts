import { z } from 'zod/v4';
import type { Tool } from '../../tool';
import { emailProfileFields, emailProfileShape } from './emailProfile';

export const hemToBusinessProfile: Tool = {
	name: 'hem_to_business_profile',
	family: 'enrich',
	requestFields: { email: 'email', hem: 'md5' },
	phoneFlag: 'include_mobile_phone',
	reportsCharges: true,
	result: z.looseObject({ ...emailProfileShape, mobile_phone: z.string().nullable().optional() }),
	columns: {
		fields: { ...emailProfileFields, mobile_phone: 'mobile_phone' },
		personalEmails: { emails: 'personal_emails', validatedAt: 'personal_emails_status' },
	},
};
