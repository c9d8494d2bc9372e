import { searchCompanies as tool } from '../../api/tools/search/searchCompanies';
import type { LookupOperation } from '../operation';
import { COMPANY_FILTERS } from '../search/filters';
import { searchContent } from '../search/searchContent';
import { filterFields, LIMIT, queryField, RETURN_ALL } from '../search/searchFields';
import { routeForSearch } from '../search/searchRouter';

export const searchForCompanies: LookupOperation = {
	kind: 'lookup',
	resource: 'company',
	operation: 'search',
	name: 'Search',
	action: 'Search companies by filters',
	description:
		'Find companies by industry, size, place and other filters. Each result is charged and returned as its own ' +
		'item.',
	builderHint: 'For lists of new companies. Set limit, because each result is charged',
	tools: [tool],
	contentMapper: () => searchContent(tool),
	keepsAnswers: 'never',
	fields: [
		queryField('Words that describe the companies', 'e.g. makers of industrial robots'),
		RETURN_ALL,
		LIMIT,
		filterFields(COMPANY_FILTERS),
	],
	identifiers: [],
	createRouter: routeForSearch(tool, COMPANY_FILTERS),
};
