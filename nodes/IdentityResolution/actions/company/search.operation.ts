import { columnsFrom, textFor } from '../../api/person/results';
import { PAGE_OF_RESULTS } from '../../api/replies/searchResults';
import { byFilters, defineTool } from '../spec/operation';
import { COMPANY_FILTERS } from '../spec/searchFields';
import { textField } from '../spec/identifierFields';

/** The columns describe one result. */
export const searchCompanies = defineTool({
	name: 'search_companies',
	family: 'search',
	search: { page: { max: 25 } },
	result: PAGE_OF_RESULTS,
	columns: columnsFrom({
		name: textFor('company_name'),
		domain: textFor('company_domain'),
		linkedin_url: textFor('company_linkedin_url'),
		industry: textFor('company_industry'),
		employee_count: textFor('company_employee_count'),
		employee_range: textFor('company_employee_range'),
		exact_revenue: textFor('company_revenue'),
		revenue_range: textFor('company_revenue_range'),
	}),
});

const QUERY = textField('query', 'Query', 'makers of industrial robots', 'Words that describe the companies');

export const searchForCompanies = byFilters(QUERY, COMPANY_FILTERS)(searchCompanies, {
	resource: 'company',
	operation: 'search',
	name: 'Search',
	action: 'Search companies by filters',
	description:
		'Find companies by industry, size, place and other filters. Each result is charged and returned as its own item.',
	builderHint: 'For lists of new companies. Set limit, because each result is charged',
});
