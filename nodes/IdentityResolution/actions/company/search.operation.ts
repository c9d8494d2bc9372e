import { companyTexts, textFor } from '../../api/person/results';
import { textField } from '../spec/identifierFields';
import { bySearch, filter } from '../spec/searchFields';

export const searchForCompanies = bySearch({
	action: 'Search companies by filters',
	description:
		'Find companies by industry, size, place and other filters. Each result may be charged and is its own item.',
	builderHint: 'For lists of new companies. Set limit, because each result may be charged',
	query: textField(
		'query',
		'Query',
		'makers of industrial robots',
		'Words that describe the companies',
	),
	filters: [
		filter('Domain', 'Domain of the company', 'example.org'),
		filter(
			'Exclude Domain',
			'Domains of companies to exclude, separated by commas',
			'example.com, example.org',
		),
		filter(
			'Exclude Revenue Range',
			'Revenues of companies to exclude, separated by commas',
			'$1M - $10M',
		),
	],
	simplified: ['company_name', 'company_domain', 'company_industry', 'company_employee_count'],
	tool: 'search_companies',
	results: {
		...companyTexts(
			'name',
			'domain',
			'linkedin_url',
			'industry',
			'employee_count',
			'employee_range',
		),
		...companyTexts('revenue_range'),
		exact_revenue: textFor('company_revenue'),
	},
});
