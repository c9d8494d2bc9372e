import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..', '..', '..');
const NODE = 'nodes/IdentityResolution';

/** A file of each layer that exists, so that an import of it resolves. */
const FILES = {
	node: `${NODE}/surround`,
	actions: `${NODE}/actions/operations`,
	run: `${NODE}/run/run`,
	client: `${NODE}/client/client`,
	api: `${NODE}/api/tools/index`,
	credentials: 'credentials/IdentityResolutionApi.credentials',
	sandbox: 'dev/sandbox/server',
	dev: 'dev/n8n/engine/runNode',
};
type Layer = keyof typeof FILES;

const MAY_IMPORT: Record<Layer, Layer[]> = {
	node: ['node', 'actions', 'client', 'run', 'api'],
	actions: ['actions', 'run', 'api'],
	run: ['run', 'api'],
	client: ['client', 'api'],
	api: ['api'],
	credentials: ['credentials', 'api'],
	sandbox: ['sandbox', 'api'],
	dev: ['dev', 'sandbox', 'run', 'api'],
};

const layers = Object.keys(FILES) as Layer[];
const fileIn = (layer: Layer) => `${path.posix.dirname(FILES[layer])}/newFile.ts`;

function importOf(from: Layer, to: Layer): string {
	const relative = path.posix.relative(path.posix.dirname(FILES[from]), FILES[to]);
	return relative.startsWith('.') ? relative : `./${relative}`;
}

const LAYER = 'boundaries/dependencies';

interface Case {
	name: string;
	filePath: string;
	code: string;
	rules: string[];
}

const imports: Case[] = layers.flatMap((from) =>
	layers.map((to) => ({
		name: `${from} -> ${to}`,
		filePath: fileIn(from),
		code: `export * from '${importOf(from, to)}';`,
		rules: MAY_IMPORT[from].includes(to) ? [] : [LAYER],
	})),
);

const packages: Case[] = (
	[
		['actions', 'n8n-workflow', []],
		['run', 'n8n-workflow', [LAYER]],
		['api', 'n8n-workflow', [LAYER]],
		['api', 'zod/v4', []],
		['api', 'zod', [LAYER]],
		['client', 'node:http', [LAYER]],
		['sandbox', 'n8n-workflow', [LAYER]],
		['sandbox', 'node:http', []],
		['dev', 'n8n-workflow', []],
	] as Array<[Layer, string, string[]]>
).map(([layer, name, rules]) => ({
	name: `${layer} imports ${name}`,
	filePath: fileIn(layer),
	code: `export * from '${name}';`,
	rules,
}));

const rules: Case[] = (
	[
		['a type of a higher layer', 'api', `export type A = import('${importOf('api', 'run')}').A;`, [LAYER]],
		['a type of run/ in client/', 'client', `export type { A } from '${importOf('client', 'run')}';`, []],
		['a timer in run/', 'run', 'setTimeout(() => undefined, 1);', ['no-restricted-globals']],
		['the clock in run/', 'run', 'export const a = Date.now();', ['no-restricted-properties']],
		['the clock as a date in api/', 'api', 'export const a = new Date();', ['no-restricted-syntax']],
		['a given time in run/', 'run', 'export const a = new Date(0);', []],
		['random numbers in run/', 'run', 'export const a = Math.random();', ['no-restricted-properties']],
		['a random UUID in api/', 'api', "export { randomUUID } from 'node:crypto';", ['no-restricted-imports']],
		['a hash in api/', 'api', "export { createHash } from 'node:crypto';", []],
		['a suppression in api/', 'api', '/* eslint-disable */ export const a = Date();', ['no-restricted-syntax']],
		['any', 'dev', 'export const a: any = 1;', ['@typescript-eslint/no-explicit-any']],
		['a long file', 'dev', 'export {};\n'.repeat(301), ['max-lines']],
	] as Array<[string, Layer, string, string[]]>
).map(([name, layer, code, found]) => ({ name, filePath: fileIn(layer), code, rules: found }));

const places: Case[] = [
	{
		name: 'a new folder',
		filePath: `${NODE}/new/file.ts`,
		code: 'export {};',
		rules: ['boundaries/no-unknown-files'],
	},
	{ name: 'utils.ts', filePath: 'dev/cli/utils.ts', code: 'export {};', rules: ['no-restricted-syntax'] },
];

describe('lint rules', () => {
	const cases = [...imports, ...packages, ...rules, ...places];
	let found: string[][];

	beforeAll(() => {
		const output = execFileSync(process.execPath, [path.join(__dirname, 'lintTexts.mjs')], {
			cwd: ROOT,
			input: JSON.stringify(cases),
			encoding: 'utf8',
		});
		found = JSON.parse(output) as string[][];
	});

	test.each(cases.map((one, index) => ({ ...one, index })))('$name: $rules', ({ index, rules: expected }) => {
		expect(expected.length === 0 ? found[index] : found[index].filter((rule) => expected.includes(rule))).toEqual(
			expected,
		);
	});
});
