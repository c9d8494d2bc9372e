import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { LIMIT_FIELDS } from '../../nodes/IdentityResolution/actions/limitFields';
import { OPTION_FIELDS } from '../../nodes/IdentityResolution/actions/optionFields';
import { readPage, tableOf } from '../support/pageTable';

const PAGE = readPage('docs/options.md');

function defaultOf({ type, default: value, options }: INodeProperties): string {
	if (type === 'boolean') return value ? 'on' : 'off';
	if (type === 'string') return `\`${String(value)}\``;
	if (type !== 'options') return String(value);
	return (options as INodePropertyOptions[]).find((choice) => choice.value === value)?.name ?? '';
}

it('docs/options.md lists every option with its default', () => {
	expect(tableOf(PAGE, 'options').map(([name, value]) => [name, value])).toEqual(
		OPTION_FIELDS.map((field) => [field.displayName, defaultOf(field)]),
	);
});

it('docs/options.md lists every limit with its default, description and choices', () => {
	const choicesOf = ({ options }: INodeProperties) =>
		options ? `: ${options.map(({ name }) => name).join(', ')}` : '';
	expect(tableOf(PAGE, 'limits')).toEqual(
		LIMIT_FIELDS.map((field) => [field.displayName, defaultOf(field), `${field.description}${choicesOf(field)}`]),
	);
});
