import { z } from 'zod/v4';
import { field } from '../../api/json';
import { columnsFrom, textFor } from '../../api/person/results';
import { byIp, defineTool } from '../spec/operation';

/** The public reference does not show the fields of a company, so that several usual names are read. */
export const ipToCompany = defineTool({
	name: 'ip_to_company',
	requestFields: { ip: 'ip_address' },
	result: z.looseObject({ companies: z.array(z.unknown()).nullable().optional() }),
	columns: columnsFrom(
		{
			name: textFor('company_name'),
			company_name: textFor('company_name'),
			company: textFor('company_name'),
			website_url: textFor('company_website_url'),
			website: textFor('company_website_url'),
			company_website_url: textFor('company_website_url'),
			domain: textFor('company_domain'),
			company_domain: textFor('company_domain'),
			linkedin_url: textFor('company_linkedin_url'),
			company_linkedin_url: textFor('company_linkedin_url'),
			industry: textFor('company_industry'),
			company_industry: textFor('company_industry'),
			employee_count: textFor('company_employee_count'),
			company_employee_count: textFor('company_employee_count'),
			employee_range: textFor('company_employee_range'),
			company_employee_range: textFor('company_employee_range'),
			exact_revenue: textFor('company_revenue'),
			revenue: textFor('company_revenue'),
			company_revenue: textFor('company_revenue'),
			revenue_range: textFor('company_revenue_range'),
			company_revenue_range: textFor('company_revenue_range'),
		},
		{
			entry: (results) => {
				const companies = field(results, 'companies');
				return Array.isArray(companies) ? (companies[0] as unknown) : results;
			},
		},
	),
});

export const findCompanyByIp = byIp(ipToCompany, {
	resource: 'company',
	operation: 'findByIp',
	name: 'Find by IP Address',
	action: 'Find company by IP address',
	description: "Find the company of a website's visitor by IP address. A hit is charged, a miss is free.",
	builderHint: 'For visitors of a website. Private addresses are not sent',
});
