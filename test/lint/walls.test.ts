import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const NODE = 'nodes/IdentityResolution';
const FLOORS = {
	node: NODE,
	actions: `${NODE}/actions`,
	run: `${NODE}/run`,
	client: `${NODE}/client`,
	api: `${NODE}/api`,
	tools: `${NODE}/api/tools`,
	identifiers: `${NODE}/api/identifiers`,
	credentials: 'credentials',
	sandbox: 'sandbox',
	engine: 'engine',
	sheet: 'sheet',
	simulate: 'simulate',
	host: 'host',
	playground: 'playground',
	bench: 'bench',
	faults: 'faults',
	soak: 'soak',
	test: 'test/lint',
};
type Floor = keyof typeof FLOORS;
type Case = { filePath: string; code: string };

const WALL = 'boundaries/dependencies';
const GLOBALS = 'no-restricted-globals';
const PROPERTIES = 'no-restricted-properties';
const SYNTAX = 'no-restricted-syntax';
const CHANCE = 'no-restricted-imports';

const on = (floor: Floor, code: string): Case => ({ filePath: `${FLOORS[floor]}/newFile.ts`, code });

// A wall is only proven by a path that leads somewhere.
function someFileOf(floor: Floor): string {
	const folder = FLOORS[floor];
	const file = readdirSync(path.join(ROOT, folder)).find((name) => name.endsWith('.ts'));
	if (!file) throw new Error(`${folder} holds no TypeScript file to import`);
	return `${folder}/${file.replace(/\.ts$/, '')}`;
}

function pathTo(from: Floor, to: Floor): string {
	const relative = path.posix.relative(FLOORS[from], someFileOf(to));
	return relative.startsWith('.') ? relative : `./${relative}`;
}

const floorImports: Record<Floor, Floor[]> = {
	node: ['node', 'actions', 'client', 'run', 'api', 'tools', 'identifiers'],
	actions: ['actions', 'run', 'api', 'tools', 'identifiers'],
	run: ['run', 'api', 'tools', 'identifiers'],
	client: ['client', 'api', 'tools', 'identifiers'],
	api: ['api', 'tools', 'identifiers'],
	tools: ['api', 'tools', 'identifiers'],
	identifiers: ['api', 'tools', 'identifiers'],
	credentials: ['credentials', 'api', 'tools', 'identifiers'],
	sandbox: ['sandbox', 'api', 'tools', 'identifiers'],
	engine: ['engine'],
	sheet: ['sheet', 'engine', 'sandbox', 'api', 'tools', 'identifiers'],
	simulate: ['simulate', 'sandbox', 'run', 'api', 'tools', 'identifiers'],
	host: ['host'],
	playground: ['playground', 'host', 'sandbox', 'api', 'tools', 'identifiers'],
	bench: ['bench', 'engine', 'host', 'sandbox', 'api', 'tools', 'identifiers'],
	faults: ['faults', 'engine', 'sandbox', 'api', 'tools', 'identifiers'],
	soak: ['soak', 'host', 'sandbox', 'api', 'tools', 'identifiers'],
	test: [
		'node',
		'actions',
		'run',
		'client',
		'api',
		'tools',
		'identifiers',
		'credentials',
		'sandbox',
		'engine',
		'sheet',
		'simulate',
		'host',
		'playground',
		'bench',
		'faults',
		'soak',
		'test',
	],
};
const floors = Object.keys(FLOORS) as Floor[];
const pairs = floors.flatMap((from) => floors.map((to) => ({ from, to, may: floorImports[from].includes(to) })));

const packages: Array<[Floor, string, boolean]> = [
	['node', 'n8n-workflow', true],
	['actions', 'n8n-workflow', true],
	['client', 'n8n-workflow', true],
	['credentials', 'n8n-workflow', true],
	['run', 'n8n-workflow', false],
	['api', 'n8n-workflow', false],
	['sandbox', 'n8n-workflow', false],
	['engine', 'n8n-workflow', true],
	['sheet', 'n8n-workflow', true],
	['simulate', 'n8n-workflow', false],
	['node', 'n8n-core', false],
	['run', 'n8n-core', false],
	['api', 'n8n-core', false],
	['engine', 'n8n-core', true],
	['run', 'zod/v4', true],
	['tools', 'zod/v4', true],
	['api', 'zod', false],
	['api', 'zod/v4-mini', false],
	['node', 'undici', false],
	['client', 'undici', false],
	['credentials', 'undici', false],
	['actions', 'csv-parse', false],
	['actions', 'fastify', false],
	['node', 'typescript', false],
	['sandbox', 'fastify', true],
	['sandbox', 'node:http', true],
	['sheet', 'csv-parse', true],
	['test', 'undici', true],
	['client', 'node:http', false],
	['client', 'node:timers/promises', false],
	['actions', 'node:fs', false],
	['run', 'node:events', false],
	['api', 'fs', false],
];

const forbidden: Array<[string, Case, string]> = [
	['a type of a floor above', on('api', `export type A = import('${pathTo('api', 'run')}').A;`), WALL],
	['a value of run/ in client/', on('client', `export { a } from '${pathTo('client', 'run')}';`), WALL],
	['require', on('client', "export const undici: unknown = require('undici');"), WALL],
	['import =', on('client', "import undici = require('undici');\nexport { undici };"), WALL],
	['import()', on('client', "export const undici = import('undici');"), WALL],
	['a file beside the floors', on('client', "export * from '../../../package.json';"), WALL],
	[
		'a folder without a floor',
		{ filePath: `${NODE}/shared/newFile.ts`, code: 'export {};' },
		'boundaries/no-unknown-files',
	],
	[
		'a folder of the project without a floor',
		{ filePath: 'export/newFile.ts', code: 'export {};' },
		'boundaries/no-unknown-files',
	],
	[
		'a long file in a folder without a floor',
		{ filePath: 'export/newFile.ts', code: 'export {};\n'.repeat(301) },
		'max-lines',
	],
	['fetch', on('run', "export const a = fetch('https://example.com');"), GLOBALS],
	['a timer', on('run', 'setTimeout(() => undefined, 1);'), GLOBALS],
	['a timer of a signal', on('run', 'export const a = AbortSignal.timeout(1);'), PROPERTIES],
	['the clock', on('run', 'export const a = Date.now();'), PROPERTIES],
	['the clock as a date', on('api', 'export const a = new Date();'), SYNTAX],
	['the clock as a text', on('api', 'export const a = Date();'), SYNTAX],
	['the clock since the start', on('run', 'export const a = performance.now();'), GLOBALS],
	['chance', on('run', 'export const a = Math.random();'), PROPERTIES],
	['chance of node:crypto', on('api', "export { randomUUID } from 'node:crypto';"), CHANCE],
	['chance of the web', on('api', 'export const a = crypto.randomUUID();'), GLOBALS],
	['console in what ships', on('actions', "console.log('a');"), 'no-console'],
	['any', on('sheet', 'export const a: any = 1;'), '@typescript-eslint/no-explicit-any'],
	['a long file', on('sandbox', 'export {};\n'.repeat(301)), 'max-lines'],
	['a file called utils', { filePath: 'sheet/utils.ts', code: 'export {};' }, SYNTAX],
	['a folder called helpers', { filePath: `${NODE}/run/helpers/a.ts`, code: 'export {};' }, SYNTAX],
	[
		'a disabled rule',
		on('api', '// eslint-disable-next-line no-restricted-syntax\nexport const a = new Date();'),
		SYNTAX,
	],
];

const allowed: Array<[string, Case]> = [
	['a type of run/ in client/', on('client', `export type { A } from '${pathTo('client', 'run')}';`)],
	['a hash', on('api', "export { createHash } from 'node:crypto';")],
	['a date from a number', on('run', 'export const a = new Date(0);')],
	['a date from a text', on('api', "export const a = Date.parse('2026-01-01');")],
	['the clock in client/', on('client', 'export const a = Date.now();')],
	['the clock in the sandbox', on('sandbox', 'export const a = new Date();')],
	['chance in the sandbox', on('sandbox', 'export const a = Math.random();')],
	['console in the sheet command', on('sheet', "console.log('a');")],
	['300 lines of code', on('sandbox', '// why\n\nexport {};\n'.repeat(300))],
	[
		'a script, which has no floor',
		{ filePath: 'scripts/newFile.ts', code: `export * from '../${someFileOf('bench')}';` },
	],
	['a file named by its job', { filePath: `${NODE}/run/helpful.ts`, code: 'export {};' }],
];

const importing = (name: string): string => `export * from '${name}';`;
const importCases: Case[] = pairs.map(({ from, to }) => on(from, importing(pathTo(from, to))));
const packageCases: Case[] = packages.map(([floor, name]) => on(floor, importing(name)));
const useCases: Case[] = [...forbidden, ...allowed].map(([, { filePath, code }]) => ({ filePath, code }));

let found: Map<string, string[]>;
const keyOf = ({ filePath, code }: Case): string => `${filePath}\n${code}`;
const rulesFor = (one: Case): string[] => found.get(keyOf(one)) ?? ['not linted'];

beforeAll(() => {
	const cases = [...importCases, ...packageCases, ...useCases];
	const output = execFileSync(process.execPath, [path.join(__dirname, 'lintTexts.mjs')], {
		cwd: ROOT,
		input: JSON.stringify(cases),
		encoding: 'utf8',
	});
	const rules = JSON.parse(output) as string[][];
	found = new Map(cases.map((one, i) => [keyOf(one), rules[i]]));
});

describe('imports only go down', () => {
	test.each(pairs.map((pair, i) => ({ ...pair, one: importCases[i] })))('$from -> $to: $may', ({ may, one }) => {
		expect(rulesFor(one)).toEqual(may ? [] : [WALL]);
	});
});

describe('packages stay on their floors', () => {
	test.each(packages.map(([floor, name, may], i) => ({ floor, name, may, one: packageCases[i] })))(
		'$floor -> $name: $may',
		({ may, one }) => {
			expect(rulesFor(one).includes(WALL)).toBe(!may);
			if (may) expect(rulesFor(one)).toEqual([]);
		},
	);
});

describe('what is forbidden is reported', () => {
	test.each(forbidden)('%s', (_name, one, rule) => {
		expect(rulesFor(one)).toContain(rule);
	});
});

describe('what is allowed is not', () => {
	test.each(allowed)('%s', (_name, one) => {
		expect(rulesFor(one)).toEqual([]);
	});
});
