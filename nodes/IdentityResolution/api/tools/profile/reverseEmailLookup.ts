import { z } from 'zod/v4';
import type { Tool } from '../../tool';
import { emailProfileFields, emailProfileShape } from './emailProfile';

export const reverseEmailLookup: Tool = {
	name: 'reverse_email_lookup',
	family: 'enrich',
	requestFields: { email: 'email' },
	reportsCharges: false,
	result: z.looseObject({
		...emailProfileShape,
		work_email_confirmed_risk_score: z.string().nullable().optional(),
		personal_emails_risk_score: z.array(z.string().nullable()).nullable().optional(),
	}),
	columns: {
		fields: { ...emailProfileFields, work_email_risk_score: 'work_email_confirmed_risk_score' },
		personalEmails: {
			emails: 'personal_emails',
			validatedAt: 'personal_emails_status',
			riskScore: 'personal_emails_risk_score',
		},
	},
};
