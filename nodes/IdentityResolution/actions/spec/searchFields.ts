import type { INodeProperties } from 'n8n-workflow';
import { PARAMETER_HINTS } from './builderHints';
import type { Filter } from './filters';

/** The name of the parameter of a filter, in the collection of filters. */
export const filterName = ({ field }: Filter): string =>
	field.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

export const FILTERS = 'filters';

/** The collection with all filters of a search. */
export const filterFields = (filters: readonly Filter[]): INodeProperties => ({
	displayName: 'Filters',
	name: FILTERS,
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Conditions that each result must meet',
	options: filters.map((filter): INodeProperties => {
		const { label, description, placeholder, choices, several } = filter;
		const field = { displayName: label, name: filterName(filter), description };
		if (choices === undefined) return { ...field, type: 'string', default: '', placeholder };
		const options = choices.map((value) => ({ name: value, value }));
		return several
			? { ...field, type: 'multiOptions', default: [], options }
			: { ...field, type: 'options', default: choices[0], options };
	}),
});

export const queryField = (description: string, placeholder: string): INodeProperties => ({
	displayName: 'Query',
	name: 'query',
	type: 'string',
	default: '',
	placeholder,
	description,
});

export const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** Each result of a search is charged. */
export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'Max number of results to return',
	builderHint: PARAMETER_HINTS.limit,
	displayOptions: { show: { returnAll: [false] } },
};
