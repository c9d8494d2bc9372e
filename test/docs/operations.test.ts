import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { EVENTS } from '../../nodes/IdentityResolution/actions/trigger/events';
import { WANT } from '../../nodes/IdentityResolution/actions/spec/identifierFields';
import { choosesWants } from '../../nodes/IdentityResolution/actions/spec/operation';
import { OPERATIONS, RESOURCES, type ListedOperation } from '../../nodes/IdentityResolution/actions/panel/operations';
import { OPTIONS } from '../support/actions/panel';
import { SOURCES } from '../../nodes/IdentityResolution/actions/person/resolve.operation';
import { WANTS, type WantName } from '../../nodes/IdentityResolution/api/person/wants';
import { readPage, tableOf } from '../support/pageTable';

const PAGE = readPage('docs/operations.md');
const OPTIONS_PAGE = readPage('docs/options.md');
const NAMES = new Map(RESOURCES.map(({ name, value }) => [value, name]));
const nameOf = ({ resource }: ListedOperation) => NAMES.get(resource) ?? '';
const code = (text: string) => `\`${text}\``;

it('docs/operations.md lists every operation with its parameters and its tool', () => {
	const rows = OPERATIONS.map((operation) => {
		const isAccount = operation.kind === 'account';
		const isResolve = !isAccount && choosesWants(operation);
		const fields = [...operation.fields, ...(isResolve ? [WANT] : [])];
		const takes = isAccount ? [] : fields.filter(({ type }) => type !== 'boolean');
		const tools = operation.tools.map((tool) => code(tool.name)).join(', ') || 'any other, by its name';
		return [
			`${nameOf(operation)}: ${operation.name}`,
			takes.map(({ displayName }) => displayName).join(', ') || '-',
			isResolve ? 'those of [Resolve](#resolve-a-person)' : tools,
		];
	});
	expect(tableOf(PAGE, 'operations')).toEqual(rows.sort(([a], [b]) => a.localeCompare(b)));
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
	expect(PAGE).toContain(`(${EVENTS.map(({ name }) => `*${name}*`).join(', ')})`);
});

function defaultOf({ type, default: value, options }: INodeProperties): string {
	// Of an option that the user did not add.
	if (type === 'boolean') return 'off';
	if (type === 'string') return `\`${String(value)}\``;
	if (type !== 'options') return String(value);
	return (options as INodePropertyOptions[]).find((choice) => choice.value === value)?.name ?? '';
}

it('docs/options.md lists every option with its default', () => {
	const listed = tableOf(OPTIONS_PAGE, 'options').map(([name, value]) => [name, value]);
	expect(listed).toEqual(OPTIONS.map((field) => [field.displayName, defaultOf(field)]));
});
