import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { EVENTS } from '../../nodes/IdentityResolution/actions/trigger/events';
import { WANT } from '../../nodes/IdentityResolution/actions/spec/identifierFields';
import { choosesWants } from '../../nodes/IdentityResolution/actions/spec/operation';
import { OPERATIONS, RESOURCES, type ListedOperation } from '../../nodes/IdentityResolution/actions/panel/operations';
import { OPTIONS } from '../../nodes/IdentityResolution/actions/panel/properties';
import { SOURCES } from '../../nodes/IdentityResolution/actions/person/resolve.operation';
import { WANTS, type WantName } from '../../nodes/IdentityResolution/api/person/wants';
import { readPage, tableOf } from '../support/pageTable';

const PAGE = readPage('docs/operations.md');
const OPTIONS_PAGE = readPage('docs/options.md');
const NAMES = new Map(RESOURCES.map(({ name, value }) => [value, name]));
const nameOf = ({ resource }: ListedOperation) => NAMES.get(resource) ?? '';
const code = (text: string) => `\`${text}\``;

it('docs/operations.md lists every operation with its description, parameters and tools', () => {
	const byResource = [...OPERATIONS].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
	const rows = byResource.map((operation) => {
		const { name, description } = operation;
		const isAccount = operation.kind === 'account';
		const fields = [...operation.fields, ...(!isAccount && choosesWants(operation) ? [WANT] : [])];
		const takes = isAccount ? [] : fields.filter(({ type }) => type !== 'boolean');
		const { tools } = operation;
		return [
			nameOf(operation),
			name,
			description,
			takes.map(({ displayName }) => displayName).join(', ') || '-',
			tools.map((tool) => code(tool.name)).join(', ') || 'any other, by its name',
		];
	});
	expect(tableOf(PAGE, 'operations')).toEqual(rows);
});

it('docs/operations.md lists the tools of Resolve with what they need, return and cost', () => {
	const identifiers = { linkedin: 'LinkedIn profile', email: 'email', hem: 'email or MD5' };
	const wordsOf = (wants: readonly WantName[]) => wants.map((want) => WANTS[want].words).join(', ') || '-';
	const rows = SOURCES.map(({ tool, needs, madeFor, gives, tokens, phoneTokens }) => [
		code(tool.name),
		identifiers[needs],
		wordsOf(madeFor),
		wordsOf(gives.filter((want) => !madeFor.includes(want) && want !== 'anyEmail')),
		phoneTokens > 0 ? `${tokens}, a phone ${phoneTokens} more` : `${tokens}`,
	]);
	expect(tableOf(PAGE, 'sources')).toEqual(rows);
});

it('docs/operations.md lists every event of the trigger', () => {
	expect(tableOf(PAGE, 'events')).toEqual(EVENTS.map(({ name, description }) => [name, description]));
});

function defaultOf({ type, default: value, options }: INodeProperties): string {
	// Of an option that the user did not add.
	if (type === 'boolean') return 'off';
	if (type === 'string') return `\`${String(value)}\``;
	if (type !== 'options') return String(value);
	return (options as INodePropertyOptions[]).find((choice) => choice.value === value)?.name ?? '';
}

it('docs/options.md lists every option with its default, description and choices', () => {
	const choicesOf = ({ options = [] }: INodeProperties) =>
		options.length > 0 ? `: ${options.map(({ name }) => name).join(', ')}` : '';
	const sentenceOf = ({ description = '' }: INodeProperties) =>
		description.replace(/^Whether to (.)/, (_, first: string) => first.toUpperCase());
	expect(tableOf(OPTIONS_PAGE, 'options')).toEqual(
		OPTIONS.map((field) => [
			field.displayName,
			defaultOf(field),
			`${sentenceOf(field)}${choicesOf(field)}`.replace('.: ', ': '),
		]),
	);
});
