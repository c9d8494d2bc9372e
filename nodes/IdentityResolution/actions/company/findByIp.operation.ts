import { z } from 'zod/v4';
import { field } from '../../api/values/json';
import { columnsFrom } from '../../api/person/results';
import { byIp, CHARGED, usualNames } from '../spec/operation';

export const findCompanyByIp = byIp({
	action: 'Find company by IP address',
	description: `Find the company of a website's visitor by IP address. ${CHARGED}`,
	builderHint: 'For visitors of a website. Private addresses are not sent',
	simplified: [
		'company_name',
		'company_domain',
		'company_website_url',
		'company_industry',
		'company_employee_count',
	],
	tool: {
		name: 'ip_to_company',
		result: z.looseObject({ companies: z.array(z.unknown()).nullable().optional() }),
		// The public reference does not show the fields of a company, so that several usual names
		// are read.
		columns: columnsFrom(
			usualNames({
				company_name: ['name', 'company_name', 'company'],
				company_website_url: ['website_url', 'website', 'company_website_url'],
				company_domain: ['domain', 'company_domain'],
				company_linkedin_url: ['linkedin_url', 'company_linkedin_url'],
				company_industry: ['industry', 'company_industry'],
				company_employee_count: ['employee_count', 'company_employee_count'],
				company_employee_range: ['employee_range', 'company_employee_range'],
				company_revenue: ['exact_revenue', 'revenue', 'company_revenue'],
				company_revenue_range: ['revenue_range', 'company_revenue_range'],
			}),
			{
				entry: (results) => {
					const companies = field(results, 'companies');
					return Array.isArray(companies) ? (companies[0] as unknown) : results;
				},
			},
		),
	},
});
