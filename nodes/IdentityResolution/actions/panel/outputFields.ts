import type { INodeProperties } from 'n8n-workflow';
import { COLUMNS, type Column } from '../../api/person/columns';

export const OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	description: 'Which columns to add to the row',
	options: [
		{ name: 'Raw', value: 'raw', description: 'The results and the metadata as the service sent them' },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the columns chosen below' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Flat columns with the same names whichever operation fills them',
		},
	],
};

/** The columns of *Simplified*, if several tools can fill more than the wanted parts. */
export const COLUMNS_SHOWN: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'options',
	default: 'wanted',
	description: 'Which of the columns to add that the tools can fill',
	options: [
		{ name: 'All', value: 'all', description: 'Also what the tools returned besides' },
		{ name: 'Wanted', value: 'wanted', description: 'Only the columns of what is chosen under Want' },
	],
};

/** A choice among the columns of an operation. */
export const fieldsOf = (columns: readonly Column[]): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	description: 'Columns to add besides the status',
	options: columns
		.map((column) => ({ name: COLUMNS[column].title, value: column }))
		.sort((a, b) => a.name.localeCompare(b.name)),
});

export const INCLUDE_INPUT_FIELDS: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	description: 'Whether to keep the fields of the input row beside the new columns',
};
