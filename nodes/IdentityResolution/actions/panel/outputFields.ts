import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { PARAMETER_HINTS } from './builderHints';
import { COLUMNS, type Column } from '../../api/person/columns';

const OUTPUTS: INodePropertyOptions[] = [
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
];

export const OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	description: 'Which columns to add to the row',
	builderHint: PARAMETER_HINTS.output,
	options: OUTPUTS,
};

/** For operations whose tools can fill more columns than the wanted parts. */
export const OUTPUT_OF_WANTS: INodeProperties = {
	...OUTPUT,
	options: [
		{
			name: 'Everything Found',
			value: 'everything',
			description: 'Also what the tools return beside the parts chosen under Want',
		},
		...OUTPUTS.map((one) =>
			one.value === 'simplified' ? { ...one, description: 'Flat columns for the parts chosen under Want' } : one,
		),
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
