import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCES } from '../../../nodes/IdentityResolution/api/sources';
import { WANTS } from '../../../nodes/IdentityResolution/api/wants';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/events/events';
import { NO_SETTINGS, type LookupOperation, type Operation } from '../../../nodes/IdentityResolution/actions/operation';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/operations';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/testIdentifiers';

const README = readFileSync(join(__dirname, '..', '..', '..', 'README.md'), 'utf8');

it('says what the node does, shows it and names the two commands before anything else', () => {
	const [opening] = README.split('\n## ', 1);
	expect(opening).toMatch(
		/^# n8n-nodes-identity-resolution\n\nAn n8n community node for .*\n.*\n\n!\[.*\]\(docs\/images\/workflow.png\)\n/,
	);
	expect(opening.match(/^```sh\n[^`]*```/gm)).toEqual([
		expect.stringMatching(/^```sh\nnpm start .*\nnpm test .*\n```$/),
	]);
});

/** The lines of a marked table, without its head. */
const linesOf = (name: string) =>
	new RegExp(`<!-- ${name}:.*-->\\n\\|.*\\n\\|-.*\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(README)?.[1].split('\n');

const NAMES = new Map<string, string>(RESOURCES.map(({ name, value }) => [value, name]));
const nameOf = ({ resource }: Operation) => NAMES.get(resource) ?? '';
const BY_RESOURCE = [...OPERATIONS].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));

it('lists every operation in the words of the panel, with what it takes and the tool behind it', () => {
	const rows = BY_RESOURCE.map((operation) => {
		const { name, kind, fields, description } = operation;
		const takes =
			kind === 'account'
				? []
				: fields.filter(({ type }) => type !== 'boolean').map(({ displayName }) => displayName);
		const tools = operation.kind === 'account' ? [operation.tool] : operation.tools;
		const behind = tools.map((tool) => `\`${tool.name}\``).join(', ') || 'any other, by its name';
		return `| ${nameOf(operation)} | ${name} | ${description} | ${takes.join(', ') || '-'} | ${behind} |`;
	});
	expect(linesOf('operations')).toEqual(rows);
});

it('lists the columns that each operation adds', () => {
	const rows = BY_RESOURCE.filter((operation): operation is LookupOperation => operation.kind === 'lookup').map(
		(operation) => {
			const { columns, own } = operation.content(NO_SETTINGS);
			const added = columns.length === 0 ? ['results', 'metadata', ...own] : [...columns, ...own];
			return `| ${nameOf(operation)}: ${operation.name} | ${added.map((column) => `\`${column}\``).join(', ')} |`;
		},
	);
	expect(linesOf('columns')).toEqual(rows);
});

it('lists the tools that a person is resolved with', () => {
	const needs = { linkedin: 'LinkedIn profile', email: 'e-mail', hem: 'e-mail or MD5' };
	const rows = SOURCES.map(({ tool, needs: kind, gives, feeds, tokens, phoneTokens }) => {
		const given = [...gives.map((want) => WANTS[want].words), ...feeds.map((fed) => `the ${needs[fed]}`)].join(
			', ',
		);
		return `| \`${tool.name}\` | ${needs[kind]} | ${given} | ${tokens}${phoneTokens > 0 ? `, a phone ${phoneTokens} more` : ''} |`;
	});
	expect(linesOf('sources')).toEqual(rows);
});

it('lists every event of the trigger', () => {
	const rows = EVENTS.map(({ name, description }) => `| ${name} | ${description} |`);
	expect(linesOf('events')).toEqual(rows);
});

it('lists every test identifier of the sandbox', () => {
	const rows = TEST_IDENTIFIERS.map(({ name, description }) => `| \`${name}\` | ${description} |`);
	expect(linesOf('test identifiers')).toEqual(rows);
});

it('claims of speed and of faults only what the benchmark has measured', () => {
	const benchmark = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'benchmark.md'), 'utf8').split('\n');
	const claims = (/## Measured\n([\s\S]*?)\n## /.exec(README)?.[1] ?? '')
		.split('\n')
		.filter((line) => line.startsWith('|') && !/^\|[-:|]+\|$/.test(line));
	expect(claims.length).toBeGreaterThan(5);
	expect(claims.filter((row) => !benchmark.includes(row))).toEqual([]);
});
