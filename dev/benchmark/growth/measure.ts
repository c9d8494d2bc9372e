// Time per row and the longest block of the event loop as sheets grow; the heap of large sheets against that of a node
// that returns the same output without a lookup; and the time and heap of known rows against rows of the same size that
// tell nothing. Usage: node --expose-gc --import tsx measure.ts <base URL> <API key>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { listenToLogs } from '../../n8n/engine/logs';
import { NodeTypes, sink } from '../../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { runNode } from '../../n8n/engine/runNode';
import { atMost, say, whole } from '../report';
import { makeSheet, type SheetRow } from '../sheet';
import { BlockMeter } from './blocks';

const [SMALL, MEDIUM, LARGE, LARGEST] = [1_000, 10_000, 100_000, 300_000];
const REPEATS: Readonly<Record<number, number>> = { [SMALL]: 5, [MEDIUM]: 5, [LARGE]: 3, [LARGEST]: 1 };
const DUPLICATES = 0.3;
/** The node logs its progress once a second. */
const LEAST_LOOKS = 2;

const NODE = 'n8n-nodes-identity-resolution.identityResolution';
const PASS_THROUGH = 'growth.passThrough';
const PARAMETERS: INodeParameters = {
	resource: 'personalEmail',
	operation: 'findBest',
	linkedinUrl: '={{ $json.linkedin }}',
};
/** The longest block of the event loop, in ms, with pauses for garbage collection. */
const LONGEST_BLOCK = 100;
/** Processor time of a row that was answered before, in ms. */
const SKIPPED_ROW = 0.015;
const SKIPPING = 'rows answered before';

type Items = () => INodeExecutionData[];

interface Work {
	/** Of the node. */
	parameters?: INodeParameters;
	/** Create the rows of the inputs Suppressed and Known for each run; without one, its option is off. */
	listed?: Items;
	known?: Items;
	rows?: number;
	/** Returns the columns of an earlier run in a row. */
	before?(row: SheetRow): IDataObject;
	/** Items that come back, if not one for each row. */
	items?: number;
	apiKey?: string;
	settings?: Partial<INode>;
}

const [baseUrl, ownKey] = process.argv.slice(2);
exitOnSignal();
const packageFolder = unpackNode();
const outputFile = join(packageFolder, 'output.json');
const storeFile = join(packageFolder, 'store.json');

const contactItems = (rows: number, before?: Work['before']): INodeExecutionData[] =>
	makeSheet(rows, DUPLICATES).map((row) => ({ json: { ...(row as IDataObject), ...before?.(row) } }));

const meter = new BlockMeter();

/** Returns the output of a node. */
async function runItems(type: string, items: INodeExecutionData[], work: Work = {}): Promise<INodeExecutionData[]> {
	const { parameters = PARAMETERS, listed, known, apiKey = ownKey, settings } = work;
	const on = { suppressionList: listed !== undefined, knownAnswers: known !== undefined };
	const options = { ...(parameters.options as INodeParameters), ...on };
	const laterInputs: Record<number, INodeExecutionData[]> = {};
	if (listed !== undefined) laterInputs[1] = listed();
	if (known !== undefined) laterInputs[2] = known();
	const types = await NodeTypes.load(packageFolder, { [PASS_THROUGH]: passThrough });
	const { error, arrived } = await runNode({
		types: types.with({ [NODE]: meter.watch(types.getByNameAndVersion(NODE)) }),
		node: { ...settings, type, parameters: type === NODE ? { ...parameters, options } : {} },
		items,
		laterInputs,
		credentials:
			type === NODE
				? { identityResolutionApi: { baseUrl, apiKey, signingSecret: 'a long secret of the benchmark' } }
				: {},
		outputs: 1,
	});
	if (error) throw error;
	const expected = work.items ?? items.length;
	if (arrived[0].length !== expected) throw new Error(`${arrived[0].length} of ${expected} items came back`);
	return arrived[0];
}

/** Returns the ms per row of the fastest of a few runs: other load on a machine only adds time. */
async function timePerRow(rows: number, known?: Items): Promise<number> {
	let fastest = Infinity;
	for (let repeat = 0; repeat < REPEATS[rows]; repeat++) {
		const items = contactItems(rows);
		const knownItems = known?.();
		const start = performance.now();
		await runItems(NODE, items, { known: knownItems && (() => knownItems) });
		fastest = Math.min(fastest, (performance.now() - start) / rows);
	}
	return fastest;
}

let look = (): void => undefined;

let messages = 0;
listenToLogs(({ message }) => {
	if (message !== 'Identity Resolution') return;
	messages += 1;
	look();
});

const passThrough: INodeType = {
	description: { ...sink.description, name: 'passThrough' },
	async execute(this: IExecuteFunctions) {
		const output = readOutput();
		look();
		return await Promise.resolve([output]);
	},
};

/** A function of its own, so that the text is garbage before the heap is measured. */
const readOutput = () => JSON.parse(readFileSync(outputFile, 'utf8')) as INodeExecutionData[];

/** Returns the live bytes above those before a run: at its worst moment, and after it with its output. */
async function measureHeap(type: string, rows: number, work: Work = {}): Promise<{ worst: number; after: number }> {
	const before = liveBytes();
	let worst = 0;
	look = () => (worst = Math.max(worst, liveBytes() - before));
	const items = contactItems(rows);
	// The last item looks at the heap when a node reads it: nothing else gets a turn while a node writes its rows.
	const get = () => String(look());
	Object.defineProperty(items[items.length - 1].json, 'sentinel', { enumerable: true, get });
	const output = await runItems(type, items, work);
	look();
	const after = liveBytes() - before;
	look = () => undefined;
	if (type === NODE && work.known === undefined) writeFileSync(outputFile, JSON.stringify(output));
	return { worst, after };
}

function liveBytes(): number {
	if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}

/** Writes a store of answers, mostly about other people. */
async function writeStore(): Promise<void> {
	const output = await runItems(NODE, contactItems(2 * LARGE).slice(LARGE), { known: () => [{ json: {} }] });
	const rows = output.map(({ json }) => ({
		json: { answers: json.enriched_answers, at: json.enriched_answered_at },
	}));
	writeFileSync(storeFile, JSON.stringify(rows));
}

/** @param mark with which texts begin: with another one, they mean nothing */
const storeWith =
	(mark: string): Items =>
	() =>
		JSON.parse(readFileSync(storeFile, 'utf8').replaceAll('"r2.', mark)) as INodeExecutionData[];
const STORE = { known: storeWith('"r2.'), plain: storeWith('"no.') };

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const compared = (node: number, pass: number) => `node ${megabytes(node)}, pass-through ${megabytes(pass)}`;

async function measureKnown() {
	const [plain, known] = [await timePerRow(LARGE, STORE.plain), await timePerRow(LARGE, STORE.known)];
	const [plainHeap, knownHeap] = [
		await measureHeap(NODE, LARGE, { known: STORE.plain }),
		await measureHeap(NODE, LARGE, { known: STORE.known }),
	];
	const rows = `${whole(LARGE)} known rows`;
	return [
		atMost(`Time of ${rows} against plain ones (${micros(known)}, ${micros(plain)})`, known / plain, 1.25),
		atMost(`Heap at the worst moment with ${rows}, against plain ones`, knownHeap.worst / plainHeap.worst, 1.25),
		atMost(`Heap after a run with ${rows}, against plain ones`, knownHeap.after / plainHeap.after, 1.25),
	];
}

async function compareHeap(rows: number, parameters = PARAMETERS, bound = 1.3) {
	messages = 0;
	const node = await measureHeap(NODE, rows, { parameters });
	if (messages < LEAST_LOOKS)
		throw new Error('The node logged its progress too rarely to look at the heap in lookups');
	// After the node, whose output it returns.
	const pass = await measureHeap(PASS_THROUGH, rows);
	const heap = `Heap of ${String(parameters.operation)} with ${whole(rows)} rows`;
	return [
		atMost(`${heap} at the worst moment: ${compared(node.worst, pass.worst)}`, node.worst / pass.worst, bound),
		atMost(`${heap} after the run: ${compared(node.after, pass.after)}`, node.after / pass.after, bound),
	];
}

const RESOLVE = { ...PARAMETERS, resource: 'person', operation: 'resolve', email: '={{ $json.email }}' };
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const SEARCH = { resource: 'person', operation: 'search', query: 'test-20000-results', returnAll: true };

const answeredColumns = ({ linkedin }: SheetRow) => ({
	enriched_status: 'found',
	enriched_personal_email: 'ada@example.com',
	enriched_person_key: linkedin.toLowerCase().replace(/^.*\/in\/([^/?]+).*$/, 'linkedin:$1'),
});

/** Work over many rows, or over one row with as many results. */
const KINDS: ReadonlyArray<[what: string, work: Work]> = [
	['Find Best', {}],
	['Resolve', { parameters: RESOLVE }],
	['a dry run', { parameters: { ...PARAMETERS, options: { dryRun: true } } }],
	['a dry run of Resolve', { parameters: { ...RESOLVE, options: { dryRun: true } } }],
	[SKIPPING, { before: answeredColumns }],
	['a suppression list', { listed: () => makeSheet(LARGE, 0).map(({ email }) => ({ json: { who: `x.${email}` } })) }],
	['known answers', { known: STORE.known }],
	['Account: Get', { parameters: { resource: 'account', operation: 'get' }, items: 1 }],
	['Account: Get Usage', { parameters: { resource: 'account', operation: 'getUsage', itemPerDay: false }, items: 1 }],
	['a search', { parameters: SEARCH, rows: 1, items: 20_000 }],
	['1 token', { parameters: { ...PARAMETERS, options: { maxTokens: 1 } } }],
	['a rejected key', { apiKey: 'sandbox_wrongkey', settings: CONTINUE }],
	['a wrong column', { parameters: { ...PARAMETERS, linkedinUrl: '={{ $json.id }}' }, settings: CONTINUE }],
];

async function measureBlocks() {
	const targets = [];
	for (const [what, work] of KINDS) {
		const { rows = LARGEST } = work;
		let [block, cpu] = [Infinity, Infinity];
		const isHeld = () => block <= LONGEST_BLOCK && (what !== SKIPPING || cpu <= SKIPPED_ROW);
		// Other load on a machine only adds time.
		for (let repeat = 0; repeat < REPEATS[LARGE] && !isHeld(); repeat++) {
			await runItems(NODE, contactItems(rows, work.before), work);
			const run = meter.take();
			block = Math.min(block, run.block);
			cpu = Math.min(cpu, run.cpu / rows);
		}
		const said = `Longest block with ${whole(Math.max(rows, work.items ?? 0))} rows or results, ${what}`;
		targets.push(atMost(said, block, LONGEST_BLOCK, milliseconds));
		if (what === SKIPPING) targets.push(atMost(`Processor time of ${what}`, cpu, SKIPPED_ROW, micros));
	}
	return targets;
}

const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
const micros = (ms: number) => `${(ms * 1_000).toFixed(1)} µs per row`;

async function main(): Promise<void> {
	// What the engine and the node load or compile once does not count.
	for (let warmUp = 0; warmUp < 2; warmUp++) await runItems(NODE, contactItems(SMALL));
	const times: Record<number, number> = {};
	for (const size of [SMALL, MEDIUM, LARGE, LARGEST]) {
		times[size] = await timePerRow(size);
		say(`${whole(size).padStart(9)} rows: ${micros(times[size])}`);
	}
	// Their blocks do not count: they contain steps of marking the garbage of earlier runs.
	meter.take();
	await writeStore();
	const targets = [
		...(await measureBlocks()),
		...(await compareHeap(LARGE)),
		...(await compareHeap(LARGEST)),
		...(await compareHeap(LARGE, RESOLVE, 2.5)),
		atMost(`Time per row, ${whole(LARGE)} against ${whole(SMALL)} rows`, times[LARGE] / times[SMALL], 1.3),
		...(await measureKnown()),
	];
	for (const { what, measured, bound, held } of targets)
		say(`${what}: ${measured} (${bound}: ${held ? 'held' : 'MISSED'})`);
	if (targets.some(({ held }) => !held)) process.exitCode = 1;
}

void main().finally(() => removePackedNode(packageFolder));
