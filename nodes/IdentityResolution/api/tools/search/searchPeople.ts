import { z } from 'zod/v4';
import type { Tool } from '../../tool';

/** The columns describe one result. */
export const searchPeople: Tool = {
	name: 'search_people',
	family: 'search',
	requestFields: {},
	search: { page: { max: 25 } },
	reportsCharges: 'unknown',
	result: z.looseObject({ results: z.array(z.unknown()).nullable().optional(), total: z.unknown() }),
	columns: {
		fields: {
			full_name: 'full_name',
			first_name: 'first_name',
			last_name: 'last_name',
			title: 'title',
			seniority: 'seniority',
			linkedin_url: ['linkedin_url', 'linkedin_slug'],
			country: 'country',
			work_email: 'business_email',
			work_email_validated_at: 'business_email_validated_at',
			work_email_risk_score: 'business_email_risk_score',
			company_name: 'company.name',
			company_website_url: 'company.website_url',
			company_domain: 'company.domain',
			company_employee_count: 'company.size',
		},
	},
};
