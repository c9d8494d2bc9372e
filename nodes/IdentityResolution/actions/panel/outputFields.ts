import type { INodeProperties } from 'n8n-workflow';
import { COLUMNS, type Column } from '../../api/person/columns';
import { choice, NOT_FOR_AGENTS, type ChoiceOption } from './setting';

export type Output = 'raw' | 'selected' | 'simplified' | 'everything';

const output = (simplified: string, further: ReadonlyArray<ChoiceOption<Output>> = []) =>
	choice<Output>({
		label: 'Output',
		default: 'simplified',
		description: 'Which columns to add to the row',
		builderHint:
			'selected adds only the chosen data columns, besides the columns about the status. The names start with ' +
			'the prefix, such as enriched_work_email',
		options: [
			...further,
			{ name: 'Raw', value: 'raw', description: 'The results and the metadata as the service sent them' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The status columns and the data columns chosen below',
			},
			{ name: 'Simplified', value: 'simplified', description: simplified },
		],
	});

export const OUTPUT = output('Flat columns with the same names for every operation');

/** For operations whose tools can fill more columns than the wanted parts. */
export const OUTPUT_OF_WANTS = output('Flat columns for the parts chosen under Want', [
	{
		name: 'Everything Found',
		value: 'everything',
		description: 'Also what the tools return beside the parts chosen under Want',
	},
]);

export const outputField = ({ field }: typeof OUTPUT): INodeProperties => ({ ...field, name: 'output' });

export const selectedFields = (columns: readonly Column[]): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	description:
		'Data columns to add, if the operation returns them. The columns about the status and for later runs are ' +
		'always added.',
	options: columns
		.map((column) => ({ name: COLUMNS[column].title, value: column }))
		.sort((a, b) => a.name.localeCompare(b.name)),
});

export const INCLUDE_INPUT_FIELDS: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	displayOptions: NOT_FOR_AGENTS,
	description: 'Whether to keep the fields of the input row beside the new columns',
};
