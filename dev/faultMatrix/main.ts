import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { readFlags, HELP, type Flags } from './flags';
import { openSockets } from './openSockets';
import { cellLinesOf, complaintsOf, linesOf, totalOf } from './report';
import { LEGEND, table } from './table';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const KB_IN_MB = 1024;
/** ms that connections may take to be closed. */
const CLOSING = 10_000;

async function main({ faults, lines }: Flags): Promise<void> {
	exitOnSignal();
	const start = performance.now();
	// n8n's engine takes a second to load: whoever mistyped a flag is told at once.
	const [{ NodeTypes }, { removePackedNode, unpackNode }, { cellsOf, runMatrix }] = await Promise.all([
		import('../n8n/engine/nodeTypes'),
		import('../n8n/engine/packedNode'),
		import('./matrix'),
	]);
	const folder = unpackNode();
	try {
		const cells = cellsOf(faults);
		say(`${cells.length} cells over real sockets; the whole matrix takes three to four minutes.`);
		const results = await runMatrix(await NodeTypes.load(folder), cells);
		const all = totalOf(results);
		say(`\n${table([...(lines === 'by_cell' ? cellLinesOf(results) : linesOf(results)), all])}\n\n${LEGEND}\n`);
		const complaints = [
			...complaintsOf(results),
			...(await openSockets(CLOSING)).map((kind) => `left open at the end: ${kind}`),
		];
		complaints.forEach(say);
		const seconds = ((performance.now() - start) / 1_000).toFixed(0);
		const memory = Math.round(process.resourceUsage().maxRSS / KB_IN_MB);
		say(
			`${complaints.length === 0 ? 'All promises held' : 'Promises were broken'}: ${all.lost} rows lost, ${all.paidTwice} paid twice; ${seconds} s, ${memory} MB at most.`,
		);
		if (complaints.length > 0) process.exitCode = 1;
	} finally {
		removePackedNode(folder);
	}
}

try {
	const flags = readFlags(process.argv.slice(2));
	if (flags === null) say(HELP);
	else void main(flags);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
