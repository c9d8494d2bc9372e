import { textFor } from '../../api/person/results';
import { COMPANY_FILTERS } from '../spec/searchFields';
import { textField } from '../spec/identifierFields';
import { byFilters, pagesOf } from '../spec/operation';

const QUERY = textField('query', 'Query', 'makers of industrial robots', 'Words that describe the companies');

export const searchForCompanies = byFilters(
	QUERY,
	COMPANY_FILTERS,
)({
	operation: 'search',
	name: 'Search',
	action: 'Search companies by filters',
	description:
		'Find companies by industry, size, place and other filters. Each result is charged and returned as its own item.',
	builderHint: 'For lists of new companies. Set limit, because each result is charged',
	tool: {
		name: 'search_companies',
		...pagesOf({
			name: textFor('company_name'),
			domain: textFor('company_domain'),
			linkedin_url: textFor('company_linkedin_url'),
			industry: textFor('company_industry'),
			employee_count: textFor('company_employee_count'),
			employee_range: textFor('company_employee_range'),
			exact_revenue: textFor('company_revenue'),
			revenue_range: textFor('company_revenue_range'),
		}),
	},
});
