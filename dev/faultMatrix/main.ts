// Runs the packed node in n8n's engine: every fault x every operation x every On Error setting, over real sockets.
// Usage: main.ts [--only <fault>] [--sample <number of cells>] [--seed <n>]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { allCells, sampleCells } from './cells';
import { FAULTS } from './faults';
import { brokenCells, tableOf } from './report';
import { runCells } from './runCells';

const FLAGS = z.object({
	only: z.enum(FAULTS.map(({ name }) => name)).optional(),
	/** Covers as much of the matrix as possible. */
	sample: z.coerce.number().int().positive().optional(),
	seed: z.coerce.number().int().default(1),
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

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
