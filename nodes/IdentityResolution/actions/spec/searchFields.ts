import type { INodeProperties } from 'n8n-workflow';
import { switchField, textField } from './identifierFields';

/** A filter of a search: its parameter, and how its value is sent. */
export interface Filter {
	/** Field of the request. */
	field: string;
	/** Title Case. */
	label: string;
	/** In the collection of filters. */
	parameter: INodeProperties;
	/** The values that the service accepts; any text if absent. */
	choices?: readonly string[];
	/** Whether several values are sent, as a list. */
	several: boolean;
}

/**
 * The field of the request is the label in snake case. Filters that exclude accept several values.
 * @param accepts the values that the service accepts, or an example of a text
 */
function filter(label: string, description: string, accepts: string | readonly string[]): Filter {
	const field = label.toLowerCase().replaceAll(' ', '_');
	const several = label.startsWith('Exclude ');
	const name = field.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
	if (typeof accepts === 'string')
		return { field, label, several, parameter: textField(name, label, accepts, description) };
	const [first] = accepts;
	const options = accepts.map((value) => ({ name: value, value }));
	const parameter: INodeProperties = several
		? { displayName: label, name, type: 'multiOptions', default: [], description, options }
		: { displayName: label, name, type: 'options', default: first, description, options };
	return { field, label, several, choices: accepts, parameter };
}

const SENIORITIES = ['C Suite', 'Director', 'Entry', 'Head', 'Intern', 'Manager', 'Owner', 'Partner', 'Senior', 'VP'];
const EMPLOYEE_RANGES = ['1-10', '11-20', '21-50', '51-200', '201-500', '501-1000', '1001-5000', '5001+'];

const ALL_SEARCHES = [
	filter('Country', 'Name of the country', 'Canada'),
	filter('Employee Range', 'Number of employees of the company', EMPLOYEE_RANGES),
	filter('Exclude Employee Range', 'Company sizes to exclude', EMPLOYEE_RANGES),
	filter('Exclude Industry', 'Industries to exclude, separated by commas', 'Retail, Hospitality'),
	filter('Industry', 'Industry of the company', 'Software'),
	filter('LinkedIn Industry', 'Industry of the company, as LinkedIn names it', 'Computer Software'),
	filter('NAICS Code', 'Code of the industry in the North American classification', '511210'),
	filter('Revenue Range', 'Revenue range of the company, in the format of the service', '$10M - $50M'),
	filter('State', 'Name of the state or region', 'Ontario'),
];

const withShared = (own: readonly Filter[]): readonly Filter[] =>
	[...ALL_SEARCHES, ...own].sort((a, b) => a.label.localeCompare(b.label));

/** By label. */
export const PEOPLE_FILTERS = withShared([
	filter('City', 'Name of the city', 'Toronto'),
	filter('Company', 'Name of the company at which the person works', 'Example Org'),
	filter('Company Domain', 'Domain of the company at which the person works', 'example.org'),
	filter('Department', 'Department of the person', 'Marketing'),
	filter(
		'Exclude Company Domain',
		'Domains of companies to exclude, separated by commas',
		'example.com, example.org',
	),
	filter('Exclude Country', 'Countries to exclude, separated by commas', 'Canada, Mexico'),
	filter('Exclude Seniority', 'Seniority levels to exclude', SENIORITIES),
	filter('Exclude State', 'States or regions to exclude, separated by commas', 'Ontario, Quebec'),
	filter('Functional Area', 'Functional area of the person', 'Sales'),
	filter('Seniority', 'Seniority level of the person', SENIORITIES),
	filter('Title', 'Job title of the person', 'Head of Sales'),
]);

/** By label. */
export const COMPANY_FILTERS = withShared([
	filter('Domain', 'Domain of the company', 'example.org'),
	filter('Exclude Domain', 'Domains of companies to exclude, separated by commas', 'example.com, example.org'),
	filter('Exclude Revenue Range', 'Revenues of companies to exclude, separated by commas', '$1M - $10M'),
]);

export const FILTERS = 'filters';

/** The collection with all filters of a search. */
export const filterFields = (filters: readonly Filter[]): INodeProperties => ({
	displayName: 'Filters',
	name: FILTERS,
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Conditions that each result must meet',
	options: filters.map(({ parameter }) => parameter),
});

export const RETURN_ALL = switchField(
	'returnAll',
	'Return All',
	'Whether to return all results or only up to a given limit',
);

/** Each result of a search is charged. */
export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'Max number of results to return',
	builderHint: {
		propertyHint:
			'Per row. Each result is charged. For a tool of an agent 5 is enough, because the agent reads every result',
	},
	displayOptions: { show: { returnAll: [false] } },
};
