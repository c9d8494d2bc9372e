// Measures how much one has to read: density, the way of a row, circles, settings.
// Usage: main.ts. Prints each number beside its bound, and fails if one is exceeded.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Table from 'cli-table3';
import type { INodeParameters } from 'n8n-workflow';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { runNode } from '../n8n/engine/runNode';
import { startSandbox } from '../sandbox/server';
import { projectFiles } from '../scripts/projectFiles';
import { densityOf } from './density';
import { onlyForTests, roomsInCircles, structureOf } from './structure';
import { markFunctions, walkOf, type Walk } from './walk';

const linesIn = (files: readonly string[]): number =>
	files.reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);

const product = projectFiles(/^(?:nodes|credentials)\/.*\.ts$/);
/** Files that contain only data. Their tokens do not count. */
const DATA = ['nodes/IdentityResolution/api/person/callingCodes.ts'];
const ENGINE = /^nodes\/IdentityResolution\/(?:api|run)\b/;
const tests = projectFiles(/^(?:test|dev)\/.*\.(?:ts|[cm]js)$/);

const JOBS = {
	findBest: { resource: 'personalEmail', operation: 'findBest' },
	resolve: { resource: 'person', operation: 'resolve' },
} satisfies Record<string, INodeParameters>;

const FIND_BEST = { files: 79, functions: 670, changesOfFile: 1_200 };
const FIND_BEST_TARGET = { files: 45, functions: 280, changesOfFile: 350 };
const RESOLVE = { files: 87, functions: 770, changesOfFile: 1_330 };
const RESOLVE_TARGET = { files: 52, functions: 360, changesOfFile: 900 };

const NODE = 'n8n-nodes-identity-resolution.identityResolution';

async function settingsOf(folder: string): Promise<number> {
	const { properties } = (await NodeTypes.load(folder)).getByNameAndVersion(NODE).description;
	const collections = properties.filter(({ type }) => type === 'collection');
	const options = collections.filter(({ name }) => name === 'options').flatMap((one) => one.options ?? []);
	return new Set(options.map(({ name }) => name)).size;
}

async function walkOfRow(folder: string, job: keyof typeof JOBS): Promise<Walk> {
	const types = await NodeTypes.load(folder);
	const sandbox = await startSandbox();
	try {
		return await walkOf(async () => {
			const run = await runNode({
				types,
				node: {
					type: NODE,
					parameters: { ...JOBS[job], linkedinUrl: 'in/test-found', options: {} },
				},
				items: [{ json: {} }],
				credentials: { identityResolutionApi: { baseUrl: sandbox.url, apiKey: sandbox.key } },
				outputs: 1,
			});
			const status = run.outputs[0]?.[0]?.json.enriched_status;
			if (status !== 'found') throw new Error(`The row of ${job} is ${String(status)}`);
		});
	} finally {
		await sandbox.close();
	}
}

/** A number, and the bound that no change may exceed. */
interface Row {
	what: string;
	now: number;
	atMost?: number;
	/** The aim, if the bound is not there yet. */
	target?: number;
}

function tableOf(rows: readonly Row[]): string {
	const table = new Table({
		head: ['', 'now', 'at most', 'target'],
		colAligns: ['left', 'right', 'right', 'right'],
		style: { compact: true, head: [], border: [] },
	});
	const shown = (number?: number) => number?.toLocaleString('en-US') ?? '-';
	for (const { what, now, atMost, target = atMost } of rows)
		table.push([what, shown(now), shown(atMost), shown(target)]);
	return table.toString();
}

const walkRows = (what: string, walk: Walk, bounds: Walk, targets: Walk): Row[] => [
	{ what: `files that one row of ${what} enters`, now: walk.files, atMost: bounds.files, target: targets.files },
	{
		what: `functions that one row of ${what} enters`,
		now: walk.functions,
		atMost: bounds.functions,
		target: targets.functions,
	},
	{
		what: `changes of file of one row of ${what}`,
		now: walk.changesOfFile,
		atMost: bounds.changesOfFile,
		target: targets.changesOfFile,
	},
];

async function main(): Promise<void> {
	const folder = unpackNode();
	try {
		const compiled = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
		for (const file of compiled.filter((name) => name.endsWith('.js'))) markFunctions(join(folder, 'dist', file));
		const [findBest, resolve] = [await walkOfRow(folder, 'findBest'), await walkOfRow(folder, 'resolve')];
		const structure = structureOf(product);
		const inEngine = (rooms: readonly string[]) => rooms.filter((room) => ENGINE.test(room));
		const density = densityOf(product.filter((file) => !DATA.includes(file)));
		const rows: Row[] = [
			{ what: 'product lines', now: linesIn(product) },
			{ what: 'product files', now: product.length },
			{ what: 'tokens without data', now: density.tokens, atMost: 139_500, target: 95_000 },
			{ what: 'tokens per line of code', now: density.tokensPerLine, atMost: 9 },
			{ what: 'ternaries per 100 lines of code', now: density.ternaries, atMost: 3.5, target: 3 },
			{ what: 'percent of lines over 100 columns', now: density.wideLines, atMost: 4 },
			{ what: 'types that are only ReturnType<typeof f>', now: density.returnTypes, atMost: 0 },
			{ what: 'files over 250 lines', now: density.longFiles, atMost: 10, target: 2 },
			{ what: 'functions with more than 10 branches', now: density.complexFunctions, atMost: 31, target: 10 },
			...walkRows('Find Best', findBest, FIND_BEST, FIND_BEST_TARGET),
			...walkRows('Resolve', resolve, RESOLVE, RESOLVE_TARGET),
			{ what: 'files in a circle', now: roomsInCircles(structure, (file) => file).length, atMost: 0 },
			{
				what: 'folders of api/ and run/ in a circle',
				now: inEngine(roomsInCircles(structure, dirname)).length,
				atMost: 0,
			},
			{ what: 'values exported for tests only', now: onlyForTests(structure).length, atMost: 25, target: 10 },
			{ what: 'settings of a lookup', now: await settingsOf(folder), atMost: 15 },
			{ what: 'test and dev lines', now: linesIn(tests), target: 38_000 },
		];
		process.stdout.write(`${tableOf(rows)}\n`);
		const exceeded = rows.filter(({ now, atMost = Infinity }) => now > atMost).map(({ what }) => what);
		if (exceeded.length === 0) return;
		process.stderr.write(`Too much: ${exceeded.join(', ')}. Take something away first.\n`);
		process.exitCode = 1;
	} finally {
		removePackedNode(folder);
	}
}

void main();
