import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { allCells, cellName, coverageOf, sampleCells, type Cell } from './cells';
import { FAULTS } from './faults';

const NAMES = FAULTS.map(({ name }) => name);

const HELP = `Runs the packed node in n8n's engine: every fault x every operation x every On Error setting, over real sockets.

Usage: npm run verify -- faults [options]

  --only <fault>  one fault, with one line per cell
  --sample <n>    n cells, which cover as much of the matrix as possible
  --seed <n>      another sample (default 1)
  --help          this text

Faults: ${NAMES.join(', ')}
`;

const Flags = z.object({
	only: z.enum(NAMES).optional(),
	sample: z.coerce.number().int().positive().optional(),
	seed: z.coerce.number().int().default(1),
	help: z.boolean().default(false),
});

function readFlags(args: string[]): z.infer<typeof Flags> {
	const text = { type: 'string' } as const;
	const options = { only: text, sample: text, seed: text, help: { type: 'boolean' } } as const;
	return Flags.parse(parseArgs({ args, options }).values);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

const SOCKET = /^(?:TCP|TLS)/;

/** Returns the kinds of the sockets and servers of this process that are still open after ten seconds. */
async function openSockets(): Promise<string[]> {
	const open = () => process.getActiveResourcesInfo().filter((name) => SOCKET.test(name));
	for (let tries = 0; open().length > 0 && tries < 500; tries += 1) await sleep(20);
	return open();
}

async function main(cells: readonly Cell[], lines: 'by_fault' | 'by_cell'): Promise<void> {
	exitOnSignal();
	const start = performance.now();
	// n8n's engine takes seconds to load.
	const [{ NodeTypes }, { removePackedNode, unpackNode }, { runCells }, report] = await Promise.all([
		import('../n8n/engine/nodeTypes'),
		import('../n8n/engine/packedNode'),
		import('./runCells'),
		import('./report'),
	]);
	const folder = unpackNode();
	print(coverageOf(cells));
	try {
		const results = await runCells(await NodeTypes.load(folder), cells);
		const nameOf = ({ cell }: { cell: Cell }) =>
			lines === 'by_cell' ? cellName(cell) : `${cell.fault.name}, ${cell.mode}`;
		print(`\n${report.tableOf(results, nameOf)}\n`);
		const broken = [
			...report.brokenCells(results),
			...(await openSockets()).map((kind) => `${kind} was left open`),
		];
		broken.forEach(print);
		const seconds = Math.round((performance.now() - start) / 1_000);
		const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
		const { lost, 'paid twice': paidTwice } = report.COLUMNS;
		const verdict = broken.length === 0 ? 'All promises are kept' : 'Promises are broken';
		print(`${verdict}: ${lost(results)} rows lost, ${paidTwice(results)} paid twice; ${seconds} s, ${memory} MB`);
		if (broken.length > 0) process.exitCode = 1;
	} finally {
		removePackedNode(folder);
	}
}

try {
	const { only, sample, seed, help } = readFlags(process.argv.slice(2));
	const cells = allCells(FAULTS.filter(({ name }) => only === undefined || name === only));
	if (help) print(HELP);
	else void main(sample === undefined ? cells : sampleCells(sample, seed, cells), only ? 'by_cell' : 'by_fault');
} catch (error) {
	const text = (issue: z.core.$ZodIssue) => `--${issue.path.join('.')}: ${issue.message}\n`;
	process.stderr.write(error instanceof z.ZodError ? error.issues.map(text).join('') : `${String(error)}\n`);
	process.exitCode = 2;
}
