import { z } from 'zod/v4';
import type { Tool } from '../../tool';

/** The columns describe one result. */
export const searchCompanies: Tool = {
	name: 'search_companies',
	family: 'search',
	requestFields: {},
	search: { page: { max: 25 } },
	reportsCharges: 'unknown',
	result: z.looseObject({ results: z.array(z.unknown()).nullable().optional(), total: z.unknown() }),
	columns: {
		fields: {
			company_name: 'name',
			company_domain: 'domain',
			company_linkedin_url: 'linkedin_url',
			company_industry: 'industry',
			company_employee_count: 'employee_count',
			company_employee_range: 'employee_range',
			company_revenue: 'exact_revenue',
			company_revenue_range: 'revenue_range',
		},
	},
};
