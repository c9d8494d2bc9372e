// Runs the packed node in n8n's engine: every fault x every operation x every On Error setting, over real sockets.
// Usage: main.ts [--only <fault>] [--sample <number of cells>] [--seed <n>]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod/v4';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { allCells, cellName, sampleCells } from './cells';
import type { Status } from './expectation';
import { FAULTS } from './faults';
import { runCells, type CellResult } from './runCells';

const FLAGS = z.object({
	only: z.enum(FAULTS.map(({ name }) => name)).optional(),
	/** Covers as much of the matrix as possible. */
	sample: z.coerce.number().int().positive().optional(),
	seed: z.coerce.number().int().default(1),
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

const sum = (results: readonly CellResult[], count: (result: CellResult) => number) =>
	results.reduce((total, result) => total + count(result), 0);
const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'no end');
const withStatus = (status: Status) => (results: readonly CellResult[]) =>
	sum(results, ({ observed: { items } }) =>
		items.reduce((rows, item) => rows + (item.status === status ? item.rows.length : 0), 0),
	);

const COLUMNS = {
	cells: (results) => results.length,
	'rows out': (results) => sum(results, ({ observed }) => new Set(observed.items.flatMap(({ rows }) => rows)).size),
	found: withStatus('found'),
	not_found: withStatus('not_found'),
	failed: withStatus('failed'),
	deferred: withStatus('deferred'),
	error: withStatus('error'),
	requests: (results) => sum(results, ({ observed }) => observed.requests.length),
	lost: (results) => sum(results, ({ verdict }) => verdict.lost),
	'paid twice': (results) => sum(results, ({ verdict }) => verdict.paidTwice),
	slowest: (results) => seconds(Math.max(...results.map(({ observed }) => observed.time))),
	broken: (results) => sum(results, ({ verdict }) => Math.min(1, verdict.broken.length)),
} satisfies Record<string, (results: readonly CellResult[]) => number | string>;

function tableOf(results: readonly CellResult[]): string {
	const table = new Table({
		head: ['', ...Object.keys(COLUMNS)],
		colAligns: ['left', ...Object.keys(COLUMNS).map(() => 'right' as const)],
		style: { compact: true, head: [], border: [] },
	});
	const lines = new Map<string, CellResult[]>();
	for (const result of results) {
		const name = `${result.cell.fault.name}, ${result.cell.mode}`;
		lines.set(name, [...(lines.get(name) ?? []), result]);
	}
	for (const [name, some] of [...lines, ['all', results] as const])
		table.push([name, ...Object.values(COLUMNS).map((column) => column(some).toLocaleString('en-US'))]);
	return `${table.toString()}\nLost: rows that are neither in the output nor in an execution that the node failed.`;
}

const brokenCells = (results: readonly CellResult[]): string[] =>
	results
		.filter(({ verdict: { broken } }) => broken.length > 0)
		.map(({ cell, verdict: { broken } }) => `${cellName(cell)}: ${broken.join('; ')}`);

const SOCKET = /^(?:TCP|TLS)/;

/** Returns the kinds of the sockets and servers of this process that are still open after ten seconds. */
async function openSockets(): Promise<string[]> {
	const open = () => process.getActiveResourcesInfo().filter((name) => SOCKET.test(name));
	for (let tries = 0; open().length > 0 && tries < 500; tries += 1) await sleep(20);
	return open();
}

async function main({ only, sample, seed }: z.infer<typeof FLAGS>): Promise<void> {
	exitOnSignal();
	const start = performance.now();
	const all = allCells(FAULTS.filter(({ name }) => only === undefined || name === only));
	const cells = sample === undefined ? all : sampleCells(sample, seed, all);
	const folder = unpackNode();
	print(`${cells.length} of ${allCells().length} cells`);
	try {
		const results = await runCells(await NodeTypes.load(folder), cells);
		print(`\n${tableOf(results)}\n`);
		const broken = [...brokenCells(results), ...(await openSockets()).map((kind) => `${kind} was left open`)];
		broken.forEach(print);
		const seconds = Math.round((performance.now() - start) / 1_000);
		const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
		const verdict = broken.length === 0 ? 'All promises are kept' : 'Promises are broken';
		print(`${verdict}; ${seconds} s, ${memory} MB`);
		if (broken.length > 0) process.exitCode = 1;
	} finally {
		removePackedNode(folder);
	}
}

const text = { type: 'string' } as const;
const flags = FLAGS.safeParse(parseArgs({ options: { only: text, sample: text, seed: text } }).values);
if (flags.success) void main(flags.data);
else {
	print(z.prettifyError(flags.error));
	process.exitCode = 2;
}
