// Measures how much one has to read: lines, files that a row enters, import circles, settings.
// Usage: main.ts. Prints each number beside its bound, and fails if one is exceeded.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, join } from 'node:path';
import Table from 'cli-table3';
import type { INodeParameters } from 'n8n-workflow';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { runNode } from '../n8n/engine/runNode';
import { startSandbox } from '../sandbox/server';
import { projectFiles } from '../scripts/projectFiles';

const linesIn = (files: readonly string[]): number =>
	files.reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);

const product = projectFiles(/^(?:nodes|credentials)\/.*\.ts$/);
const tests = projectFiles(/^(?:test|dev)\/.*\.(?:ts|[cm]js)$/);

const JOBS = {
	findBest: { resource: 'personalEmail', operation: 'findBest' },
	resolve: { resource: 'person', operation: 'resolve', want: ['workEmail'] },
} satisfies Record<string, INodeParameters>;

const NODE = 'n8n-nodes-identity-resolution.identityResolution';

async function settingsOf(folder: string): Promise<number> {
	const { properties } = (await NodeTypes.load(folder)).getByNameAndVersion(NODE).description;
	const collections = properties.filter(({ type }) => type === 'collection');
	const options = collections.filter(({ name }) => name === 'options').flatMap((one) => one.options ?? []);
	return new Set(options.map(({ name }) => name)).size;
}

async function entered(folder: string, job: keyof typeof JOBS): Promise<{ files: number; functions: number }> {
	const types = await NodeTypes.load(folder);
	const sandbox = await startSandbox();
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	try {
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
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const scripts = result
			.filter(({ url }) => url.includes(folder) && !url.includes('node_modules/zod'))
			.map(({ functions }) =>
				functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0),
			)
			.filter((functions) => functions.length > 0);
		return { files: scripts.length, functions: scripts.reduce((sum, functions) => sum + functions.length, 0) };
	} finally {
		session.disconnect();
		await sandbox.close();
	}
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the folders from which a chain of imports leads back to themselves. @param files paths of sources */
function foldersInCircles(files: readonly string[]): string[] {
	const graph = graphOf(files);
	return [...graph.keys()].filter((folder) => reaches(graph, folder, folder)).sort();
}

function graphOf(files: readonly string[]): Graph {
	const graph = new Map<string, Set<string>>();
	for (const file of files) {
		const folder = dirname(file);
		const imported = graph.get(folder) ?? new Set<string>();
		graph.set(folder, imported);
		for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)) {
			const other = dirname(join(folder, path));
			if (other !== folder) imported.add(other);
		}
	}
	return graph;
}

function reaches(graph: Graph, from: string, to: string): boolean {
	const seen = new Set<string>();
	const open = [...(graph.get(from) ?? [])];
	for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
		if (folder === to) return true;
		if (seen.has(folder)) continue;
		seen.add(folder);
		open.push(...(graph.get(folder) ?? []));
	}
	return false;
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

async function main(): Promise<void> {
	const folder = unpackNode();
	try {
		const [findBest, resolve] = [await entered(folder, 'findBest'), await entered(folder, 'resolve')];
		const circles = foldersInCircles(projectFiles(/^nodes\/IdentityResolution\/actions\/.*\.ts$/));
		const rows: Row[] = [
			{ what: 'product lines', now: linesIn(product) },
			{ what: 'product files', now: product.length },
			{ what: 'files that one row of Find Best enters', now: findBest.files, atMost: 60 },
			{ what: 'functions that one row of Find Best enters', now: findBest.functions },
			{ what: 'files that one row of Resolve enters', now: resolve.files, atMost: 75 },
			{ what: 'functions that one row of Resolve enters', now: resolve.functions },
			{ what: 'folders of actions/ in an import circle', now: circles.length, atMost: 0 },
			{ what: 'settings of a lookup', now: await settingsOf(folder), atMost: 15 },
			{ what: 'test and dev lines', now: linesIn(tests), atMost: 46_300 },
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
