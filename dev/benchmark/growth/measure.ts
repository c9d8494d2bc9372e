import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { listenToLogs } from '../../n8n/engine/logs';
import { NodeTypes, sink } from '../../n8n/engine/nodeTypes';
import { runNode } from '../../n8n/engine/runNode';
import { makeSheet } from '../sheet';

/** What one process measures: the time at every size, or the heap of the node or of a pass-through at the last size. */
export interface GrowthJob {
	of: 'time' | 'node' | 'pass';
	sizes: readonly number[];
	/** The unpacked node. */
	packageFolder: string;
	baseUrl: string;
	apiKey: string;
}

/** ms per row, by size. */
export type Times = Record<number, number>;

/** Live bytes above those before the run: at the worst moment, and after it. */
export interface Heap {
	worst: number;
	after: number;
}

const NODE = 'n8n-nodes-identity-resolution.identityResolution';
const PASS_THROUGH = 'growth.passThrough';
const PARAMETERS = { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.linkedin }}' };
const WARM_UP = [1_000, 1_000];
const REPEATS = 5;
const DUPLICATES = 0.3;
const REPLIES_PER_LOOK = 50;

const job = JSON.parse(process.argv[2] ?? '{}') as GrowthJob;
const outputFile = join(job.packageFolder, 'output.json');

const contactItems = (rows: number): INodeExecutionData[] =>
	makeSheet(rows, DUPLICATES).map((row) => ({ json: row as IDataObject }));

async function runItems(type: string, items: INodeExecutionData[], own: Record<string, INodeType> = {}) {
	const { packageFolder, baseUrl, apiKey } = job;
	const run = await runNode({
		types: await NodeTypes.load(packageFolder, own),
		node: { type, parameters: type === NODE ? PARAMETERS : {} },
		items,
		credentials: type === NODE ? { identityResolutionApi: { baseUrl, apiKey } } : {},
		outputs: 1,
	});
	if (run.error) throw run.error;
	const rows = run.arrived[0].length;
	if (rows !== items.length) throw new Error(`${rows} of ${items.length} rows came back`);
	return run;
}

/** Returns the fastest of a few runs at each size: other load on a machine only adds time. */
async function measureTimes(): Promise<Times> {
	for (const rows of WARM_UP) await runItems(NODE, contactItems(rows));
	const times: Times = {};
	for (const rows of job.sizes) {
		times[rows] = Infinity;
		for (let repeat = 0; repeat < REPEATS; repeat++) {
			const items = contactItems(rows);
			const start = performance.now();
			await runItems(NODE, items);
			times[rows] = Math.min(times[rows], (performance.now() - start) / rows);
		}
	}
	return times;
}

async function measureHeap(): Promise<Heap> {
	// What the engine and the node load once does not count.
	await runItems(NODE, contactItems(WARM_UP[0]));
	const before = liveBytes();
	let worst = 0;
	const look = () => {
		const live = liveBytes() - before;
		worst = Math.max(worst, live);
		return live;
	};
	const items = contactItems(job.sizes[job.sizes.length - 1]);
	// The last item looks at the heap when a node reads it: nothing else gets a turn while a node writes its rows.
	const get = () => String(look() * 0);
	Object.defineProperty(items[items.length - 1].json, 'sentinel', { enumerable: true, get });
	const run = job.of === 'node' ? await runLogged(items, look) : await runPassThrough(items, look);
	const after = look();
	if (job.of === 'node') writeFileSync(outputFile, JSON.stringify(run.outputs[0]));
	return { worst, after };
}

async function runLogged(items: INodeExecutionData[], look: () => number) {
	let replies = 0;
	listenToLogs(({ message }) => {
		if (message === 'Identity Resolution' && ++replies % REPLIES_PER_LOOK === 0) look();
	});
	const run = await runItems(NODE, items);
	if (replies < REPLIES_PER_LOOK)
		throw new Error('The node logged too few replies to look at the heap during lookups');
	return run;
}

/** Returns what the node returned, without a lookup. */
async function runPassThrough(items: INodeExecutionData[], look: () => number) {
	const passThrough: INodeType = {
		description: { ...sink.description, name: 'passThrough' },
		async execute(this: IExecuteFunctions) {
			const output = readOutput();
			look();
			return await Promise.resolve([output]);
		},
	};
	return await runItems(PASS_THROUGH, items, { [PASS_THROUGH]: passThrough });
}

/** A function of its own, so that the text is garbage before the heap is measured. */
const readOutput = () => JSON.parse(readFileSync(outputFile, 'utf8')) as INodeExecutionData[];

function liveBytes(): number {
	if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}

const measured = job.of === 'time' ? measureTimes() : measureHeap();
void measured.then((result) => process.stdout.write(JSON.stringify(result)));
