import type { INodeProperties } from 'n8n-workflow';
import { PARAMETER_HINTS } from '../spec/builderHints';
import { COLUMNS, type Column } from '../../api/person/columns';
import { choice, type ChoiceOption } from './setting';

type SomeOutput = 'raw' | 'selected' | 'simplified';
export type Output = SomeOutput | 'everything';

const RAW: ChoiceOption<SomeOutput> = {
	name: 'Raw',
	value: 'raw',
	description: 'The results and the metadata as the service sent them',
};

const SELECTED: ChoiceOption<SomeOutput> = {
	name: 'Selected Fields',
	value: 'selected',
	description: 'The status columns and the data columns chosen below',
};

const simplified = (description: string): ChoiceOption<SomeOutput> => ({
	name: 'Simplified',
	value: 'simplified',
	description,
});

const TEXTS = {
	label: 'Output',
	default: 'simplified',
	description: 'Which columns to add to the row',
	builderHint: PARAMETER_HINTS.output,
} as const;

export const OUTPUT = choice<Output>({
	...TEXTS,
	options: [RAW, SELECTED, simplified('Flat columns with the same names for every operation')],
});

/** For operations whose tools can fill more columns than the wanted parts. */
export const OUTPUT_OF_WANTS = choice<Output>({
	...TEXTS,
	options: [
		{
			name: 'Everything Found',
			value: 'everything',
			description: 'Also what the tools return beside the parts chosen under Want',
		},
		RAW,
		SELECTED,
		simplified('Flat columns for the parts chosen under Want'),
	],
});

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
	displayOptions: { hide: { '@tool': [true] } },
	description: 'Whether to keep the fields of the input row beside the new columns',
};
