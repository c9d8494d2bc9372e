import type { INodeProperties } from 'n8n-workflow';
import { PARAMETER_HINTS } from './builderHints';
import { COLUMNS, type Column } from '../../api/person/columns';

export const OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	description: 'Which columns to add to the row',
	builderHint: PARAMETER_HINTS.output,
	options: [
		{ name: 'Raw', value: 'raw', description: 'The results and the metadata as the service sent them' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'The status columns and the data columns chosen below',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Flat columns with the same names for every operation',
		},
	],
};

/** For operations whose tools can fill more columns than the wanted parts. */
export const COLUMNS_SHOWN: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'options',
	default: 'wanted',
	description: 'Which columns to add: only those of Want, or every column that the tools can fill',
	options: [
		{ name: 'All', value: 'all', description: 'Every column that the tools can fill' },
		{ name: 'Wanted', value: 'wanted', description: 'Only the columns of the parts chosen under Want' },
	],
};

export const fieldsOf = (columns: readonly Column[]): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	description: 'Data columns to add. The columns about the status and for later runs are always added.',
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
