import { textFor } from '../../api/person/results';
import { textField } from '../spec/identifierFields';
import { bySearch, filter } from '../spec/searchFields';

export const searchForCompanies = bySearch({
	action: 'Search companies by filters',
	description:
		'Find companies by industry, size, place and other filters. Each result is charged and returned as its own item.',
	builderHint: 'For lists of new companies. Set limit, because each result is charged',
	query: textField('query', 'Query', 'makers of industrial robots', 'Words that describe the companies'),
	filters: [
		filter('Domain', 'Domain of the company', 'example.org'),
		filter('Exclude Domain', 'Domains of companies to exclude, separated by commas', 'example.com, example.org'),
		filter('Exclude Revenue Range', 'Revenues of companies to exclude, separated by commas', '$1M - $10M'),
	],
	tool: 'search_companies',
	results: {
		name: textFor('company_name'),
		domain: textFor('company_domain'),
		linkedin_url: textFor('company_linkedin_url'),
		industry: textFor('company_industry'),
		employee_count: textFor('company_employee_count'),
		employee_range: textFor('company_employee_range'),
		exact_revenue: textFor('company_revenue'),
		revenue_range: textFor('company_revenue_range'),
	},
});
