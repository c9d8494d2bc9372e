import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { startSandbox } from '../../sandbox/server';
import { atMost, whole } from '../report';
import { WIDE } from '../testbed/session';
import type { GrowthJob, Heap, Times } from './measure';

const SIZES = [1_000, 10_000, 100_000];
const MEASURE = join(__dirname, 'measure.ts');

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures in a process of its own, whose heap holds nothing else. */
async function measure<T>(job: GrowthJob): Promise<T> {
	const args = ['--expose-gc', '--import', 'tsx', MEASURE, JSON.stringify(job)];
	const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
	return JSON.parse(stdout) as T;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const compared = (node: number, pass: number) => `node ${megabytes(node)}, pass-through ${megabytes(pass)}`;

async function main(): Promise<void> {
	exitOnSignal();
	const packageFolder = unpackNode();
	const sandbox = await startSandbox({ settings: { ...WIDE, latency: 0 } });
	try {
		const job = { sizes: SIZES, packageFolder, baseUrl: sandbox.url, apiKey: sandbox.key };
		const times = await measure<Times>({ ...job, of: 'time' });
		for (const size of SIZES)
			say(`${whole(size).padStart(9)} rows: ${(times[size] * 1_000).toFixed(1)} µs per row`);
		// The node first: the pass-through returns its output.
		const node = await measure<Heap>({ ...job, of: 'node' });
		const pass = await measure<Heap>({ ...job, of: 'pass' });
		const [first, , last] = SIZES;
		const targets = [
			atMost(`Time per row, ${whole(last)} against ${whole(first)} rows`, times[last] / times[first], 1.3),
			atMost(`Heap at the worst moment: ${compared(node.worst, pass.worst)}`, node.worst / pass.worst, 1.5),
			atMost(`Heap after the run: ${compared(node.after, pass.after)}`, node.after / pass.after, 1.5),
		];
		for (const { what, measured, bound, held } of targets)
			say(`${what}: ${measured} (${bound}: ${held ? 'held' : 'MISSED'})`);
		if (targets.some(({ held }) => !held)) process.exitCode = 1;
	} finally {
		await sandbox.close();
		removePackedNode(packageFolder);
	}
}

void main();
