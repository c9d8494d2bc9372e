import { searchPeople as tool } from '../../api/tools/search/searchPeople';
import type { LookupOperation } from '../operation';
import { PEOPLE_FILTERS } from '../search/filters';
import { searchContent } from '../search/searchContent';
import { filterFields, LIMIT, queryField, RETURN_ALL } from '../search/searchFields';
import { routeForSearch } from '../search/searchRouter';

export const searchForPeople: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
	operation: 'search',
	name: 'Search',
	action: 'Search people by filters',
	description:
		'Find people by title, company, place and other filters. Each result is charged and returned as its own item.',
	builderHint:
		'For lists of new people. Set limit, because each result is charged. For known people use other resources',
	tools: [tool],
	contentMapper: () => searchContent(tool),
	keepsAnswers: 'never',
	fields: [
		queryField('Words that describe the people', 'e.g. heads of sales at software companies'),
		RETURN_ALL,
		LIMIT,
		filterFields(PEOPLE_FILTERS),
	],
	identifiers: [],
	createRouter: routeForSearch(tool, PEOPLE_FILTERS),
};
