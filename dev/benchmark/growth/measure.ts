import { readFileSync, writeFileSync } from 'node:fs';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { listenToLogs } from '../../n8n/engine/logs';
import { NodeTypes, sink } from '../../n8n/engine/nodeTypes';
import { runNode } from '../../n8n/engine/runNode';
import { makeSheet } from '../sheet';
import { HeapWatch } from './heapWatch';
import type { GrowthJob, Heap, Times } from './job';

const NODE = 'n8n-nodes-identity-resolution.identityResolution';
const PASS_THROUGH = 'growth.passThrough';
const PARAMETERS = { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.linkedin }}' };
const WARM_UP = [1_000, 1_000];
const REPEATS = 5;
const DUPLICATES = 0.3;
/** Replies between two looks at the heap. */
const LOOK_EVERY = 50;

const job = JSON.parse(process.argv[2] ?? '{}') as GrowthJob;

/** Items of a contact sheet. */
const contactItems = (rows: number): INodeExecutionData[] =>
	makeSheet(rows, DUPLICATES).map((row) => ({ json: row as IDataObject }));

async function runItems(type: string, items: INodeExecutionData[], own: Record<string, INodeType> = {}) {
	const done = await runNode({
		types: await NodeTypes.load(job.packageFolder, own),
		node: { type, parameters: type === NODE ? PARAMETERS : {} },
		items,
		credentials: type === NODE ? { identityResolutionApi: { baseUrl: job.baseUrl, apiKey: job.apiKey } } : {},
		outputs: 1,
	});
	if (done.error) throw done.error;
	if (done.outputs[0].length !== items.length)
		throw new Error(`${done.outputs[0].length} of ${items.length} rows came out`);
	return done;
}

/** The fastest of a few runs at each size, in a process that is warm: what else runs on the machine only ever adds. */
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

async function measureNode(watch: HeapWatch, rows: number): Promise<Heap> {
	let replies = 0;
	listenToLogs(({ message }) => {
		if (message !== 'Identity Resolution') return;
		replies += 1;
		if (replies % LOOK_EVERY === 0) watch.look();
	});
	const items = watch.sentinel(contactItems(rows));
	const done = await runItems(NODE, items);
	if (replies === 0)
		throw new Error('The node told nothing of its progress: nobody has looked at the heap while it asked');
	const after = watch.look();
	writeFileSync(job.outputFile, JSON.stringify(done.outputs[0]));
	return { worst: watch.worst, after };
}

/** Hands on what the node handed on, without asking or keeping anything. */
async function measurePassThrough(watch: HeapWatch, rows: number): Promise<Heap> {
	const passThrough: INodeType = {
		description: { ...sink.description, name: 'passThrough' },
		async execute(this: IExecuteFunctions) {
			const output = readOutput();
			watch.look();
			return await Promise.resolve([output]);
		},
	};
	const items = watch.sentinel(contactItems(rows));
	const done = await runItems(PASS_THROUGH, items, { [PASS_THROUGH]: passThrough });
	const after = watch.look();
	if (done.arrived[0].length !== rows) throw new Error('The pass-through node lost rows');
	return { worst: watch.worst, after };
}

/** Apart, so that the text is not counted for longer than it is needed. */
const readOutput = () => JSON.parse(readFileSync(job.outputFile, 'utf8')) as INodeExecutionData[];

async function main(): Promise<Times | Heap> {
	if (job.of === 'time') return await measureTimes();
	// What the engine and the node load once is not counted.
	await runItems(NODE, contactItems(WARM_UP[0]));
	const rows = job.sizes[job.sizes.length - 1];
	const watch = new HeapWatch();
	return job.of === 'node' ? await measureNode(watch, rows) : await measurePassThrough(watch, rows);
}

void main().then((result) => process.stdout.write(JSON.stringify(result)));
