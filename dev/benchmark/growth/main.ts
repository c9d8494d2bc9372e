import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { begin } from '../../n8n/instance/endings';
import { temporaryFolder } from '../../n8n/instance/temporaryFolder';
import { boundsOf, isHeld, lineOf, rows } from './bounds';
import type { GrowthJob, Heap, Times } from './job';
import { startService } from './service';

const SIZES = [1_000, 10_000, 100_000];
const MEASURE = join(__dirname, 'measure.ts');

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Each measurement has a process of its own, so that none inherits another's heap. */
async function measure<T>(job: GrowthJob): Promise<T> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--expose-gc', '--import', 'tsx', MEASURE, JSON.stringify(job)],
		{ maxBuffer: 1e8 },
	);
	return JSON.parse(stdout) as T;
}

async function main(): Promise<void> {
	exitOnSignal();
	const { stop, ...ground } = await begin(async (endings) => {
		const folder = temporaryFolder('growth', endings);
		const packageFolder = unpackNode();
		endings.add(() => removePackedNode(packageFolder));
		return { packageFolder, outputFile: join(folder, 'output.json'), ...(await startService(endings)) };
	});
	try {
		const job = { sizes: SIZES, ...ground };
		const times = await measure<Times>({ ...job, of: 'time' });
		for (const size of SIZES) say(`${rows(size).padStart(9)} rows: ${(times[size] * 1_000).toFixed(1)} µs a row`);
		// The node first: the other one hands on what it has put out.
		const node = await measure<Heap>({ ...job, of: 'node' });
		const bounds = boundsOf({ times, node, pass: await measure<Heap>({ ...job, of: 'pass' }) }, SIZES);
		for (const bounded of bounds) say(lineOf(bounded));
		if (!bounds.every(isHeld)) process.exitCode = 1;
	} finally {
		await stop();
	}
}

void main();
