import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { LIMIT_FIELDS } from '../../../nodes/IdentityResolution/actions/limitFields';
import { OPTION_FIELDS } from '../../../nodes/IdentityResolution/actions/optionFields';

const README = readFileSync(join(__dirname, '..', '..', '..', 'README.md'), 'utf8');

/** The rows of a marked table, each as its cells. */
function tableOf(name: string): string[][] {
	const table =
		new RegExp(`<!-- ${name}:.*-->\\n\\|.*\\n\\|-.*\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(README)?.[1] ?? '';
	return table.split('\n').map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

function defaultOf({ type, default: value, options }: INodeProperties): string {
	if (type === 'boolean') return value ? 'on' : 'off';
	if (type === 'string') return `\`${String(value)}\``;
	return type === 'options'
		? ((options as INodePropertyOptions[]).find((one) => one.value === value)?.name ?? '')
		: String(value);
}

it('lists every option with its default', () => {
	expect(tableOf('options').map(([name, value]) => [name, value])).toEqual(
		OPTION_FIELDS.map((field) => [field.displayName, defaultOf(field)]),
	);
});

it('lists every limit with its default, in the words of the panel', () => {
	const choicesOf = ({ options }: INodeProperties) =>
		options ? `: ${options.map(({ name }) => name).join(', ')}` : '';
	expect(tableOf('limits')).toEqual(
		LIMIT_FIELDS.map((field) => [field.displayName, defaultOf(field), `${field.description}${choicesOf(field)}`]),
	);
});
