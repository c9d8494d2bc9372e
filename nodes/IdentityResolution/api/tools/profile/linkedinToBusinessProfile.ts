import { z } from 'zod/v4';
import type { Tool } from '../../tool';

const text = z.string().nullable().optional();

export const linkedinToBusinessProfile: Tool = {
	name: 'linkedin_to_business_profile',
	otherNames: ['reverse_linkedin_lookup'],
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	phoneFlag: 'include_mobile_phone',
	reportsCharges: true,
	result: z.looseObject({
		first_name: text,
		last_name: text,
		full_name: text,
		title: text,
		seniority: text,
		linkedin_url: text,
		business_email: text,
		business_email_risk_score: text,
		personal_email: text,
		personal_email_risk_score: text,
		personal_emails: z.array(z.string()).nullable().optional(),
		personal_emails_risk_score: z.array(z.string().nullable()).nullable().optional(),
		mobile_phone: text,
		country: text,
		current_industry: text,
		company: z
			.looseObject({ name: text, website_url: text, linkedin_url: text, industry: text, revenue: text })
			.nullable()
			.optional(),
	}),
	columns: {
		fields: {
			full_name: 'full_name',
			first_name: 'first_name',
			last_name: 'last_name',
			title: 'title',
			seniority: 'seniority',
			linkedin_url: 'linkedin_url',
			country: 'country',
			current_industry: 'current_industry',
			work_email: 'business_email',
			// Only the successor returns grades.
			work_email_risk_score: 'business_email_risk_score',
			personal_email: 'personal_email',
			personal_email_risk_score: 'personal_email_risk_score',
			mobile_phone: 'mobile_phone',
			company_name: 'company.name',
			company_website_url: 'company.website_url',
			company_linkedin_url: 'company.linkedin_url',
			company_industry: 'company.industry',
			company_revenue: 'company.revenue',
		},
		personalEmails: { emails: 'personal_emails', riskScore: 'personal_emails_risk_score' },
	},
};
