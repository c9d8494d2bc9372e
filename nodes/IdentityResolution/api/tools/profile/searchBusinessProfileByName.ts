import { z } from 'zod/v4';
import type { Tool } from '../../tool';
import { emailProfileFields, emailProfileShape } from './emailProfile';

const text = z.string().nullable().optional();
const { company_name, company_employee_count, company_revenue, linkedin_url, ...shared } = emailProfileFields;

/** Returns one of two shapes: fields of its own, or those of the reverse email profile. */
export const searchBusinessProfileByName: Tool = {
	name: 'search_business_profile_by_name',
	family: 'enrich',
	requestFields: {},
	byName: true,
	reportsCharges: 'unknown',
	result: z.looseObject({
		...emailProfileShape,
		full_name: text,
		company: text,
		company_domain: text,
		linkedin_url: text,
		firmographics: z
			.looseObject({ industry: text, employee_count: z.unknown(), revenue: z.unknown() })
			.nullable()
			.optional(),
	}),
	columns: {
		fields: {
			...shared,
			full_name: 'full_name',
			linkedin_url: ['linkedin_url', String(linkedin_url)],
			company_name: ['company', String(company_name)],
			company_domain: 'company_domain',
			company_industry: 'firmographics.industry',
			company_employee_count: ['firmographics.employee_count', String(company_employee_count)],
			company_revenue: ['firmographics.revenue', String(company_revenue)],
		},
		personalEmails: { emails: 'personal_emails', validatedAt: 'personal_emails_status' },
	},
};
