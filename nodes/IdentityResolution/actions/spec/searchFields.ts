import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import { columnsFrom } from '../../api/person/results';
import { PAGE_OF_RESULTS } from '../../api/replies/searchResults';
import { switchField, textField } from './identifierFields';
import { lookupBy, type Described, type LookupOperation } from './operation';
import { number } from './setting';

/**
 * A filter of a search.
 * @param accepts the values that the service accepts, or an example of a text
 */
export function filter(
	displayName: string,
	description: string,
	accepts: string | readonly string[],
): INodeProperties {
	const name = displayName
		.toLowerCase()
		.replace(/ (\w)/g, (_match, letter: string) => letter.toUpperCase());
	if (typeof accepts === 'string') return textField(name, displayName, accepts, description);
	const [first] = accepts;
	const options = accepts.map((value) => ({ name: value, value }));
	return acceptsSeveral(name)
		? { displayName, name, type: 'multiOptions', default: [], description, options }
		: { displayName, name, type: 'options', default: first, description, options };
}

/** Whether several values of a filter are sent, as a list. */
export const acceptsSeveral = (name: string) => name.startsWith('exclude');

const EMPLOYEE_RANGES = [
	'1-10',
	'11-20',
	'21-50',
	'51-200',
	'201-500',
	'501-1000',
	'1001-5000',
	'5001+',
];

const ALL_SEARCHES = [
	filter('Country', 'Name of the country', 'Canada'),
	filter('Employee Range', 'Number of employees of the company', EMPLOYEE_RANGES),
	filter('Exclude Employee Range', 'Company sizes to exclude', EMPLOYEE_RANGES),
	filter('Exclude Industry', 'Industries to exclude, separated by commas', 'Retail, Hospitality'),
	filter('Industry', 'Industry of the company', 'Software'),
	filter(
		'LinkedIn Industry',
		'Industry of the company, as LinkedIn names it',
		'Computer Software',
	),
	filter('NAICS Code', 'Code of the industry in the North American classification', '511210'),
	filter(
		'Revenue Range',
		'Revenue range of the company, in the format of the service',
		'$10M - $50M',
	),
	filter('State', 'Name of the state or region', 'Ontario'),
];

export const FILTERS = 'filters';

export const RETURN_ALL = switchField(
	'returnAll',
	'Return All',
	'Whether to return all results or only up to a given limit',
);

/** Results of a call whose model names no number. */
export const LIMIT_OF_AGENT = 5;

/** Each result of a search may be charged. */
export const LIMIT = number({
	displayName: 'Limit',
	default: 50,
	min: 1,
	steps: 'whole',
	description: 'Max number of results to return',
	hint: 'For each row',
	builderHint:
		`Per row. Each result may be charged. For a tool of an agent ${LIMIT_OF_AGENT} is enough, because the agent ` +
		'reads every result',
	displayOptions: { show: { returnAll: [false] } },
});

const LIMIT_FIELD: INodeProperties = { ...LIMIT.field, name: 'limit' };

/** A search with filters, which the service answers page by page. */
interface NewSearch
	extends
		Pick<Described, 'action' | 'description' | 'builderHint'>,
		Pick<LookupOperation, 'simplified'> {
	query: INodeProperties;
	/** Those that not all searches have. */
	filters: readonly INodeProperties[];
	/** Name of the tool. */
	tool: string;
	/** The fields of one result. */
	results: Readonly<Record<string, ZodType>>;
}

export function bySearch({ query, filters: own, tool: name, results, ...texts }: NewSearch) {
	const filters = [...ALL_SEARCHES, ...own].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	const collection: INodeProperties = {
		displayName: 'Filters',
		name: FILTERS,
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Conditions that each result must meet',
		options: filters,
	};
	const fields = [query, RETURN_ALL, LIMIT_FIELD, collection];
	const search = lookupBy({
		operation: 'search',
		name: 'Search',
		by: { is: 'filters', query, filters },
		fields,
	});
	const paged = {
		family: 'search',
		search: { page: { max: 25 } },
		result: PAGE_OF_RESULTS,
	} as const;
	return search({ ...texts, tool: { name, ...paged, columns: columnsFrom(results) } });
}
