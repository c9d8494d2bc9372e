import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removePackedNode, unpackNode } from '../../engine/packedNode';
import type { GrowthJob, Heap, Times } from './job';

const SIZES = [1_000, 10_000, 100_000];
const MOST_TIME = 1.3;
const MOST_HEAP = 1.5;

const say = (line: string) => process.stdout.write(`${line}\n`);
const TSX = ['--import', 'tsx'];
const PROJECT = join(__dirname, '..', '..');

async function startService(): Promise<{ service: ChildProcess; baseUrl: string; apiKey: string }> {
	const main = join(PROJECT, 'sandbox', 'main.ts');
	const service = spawn(process.execPath, [...TSX, main, '--port', '0', '--tokens', '100000000'], { stdio: ['ignore', 'pipe', 'inherit'] });
	let told = '';
	for await (const part of service.stdout) {
		told += String(part);
		const [, baseUrl, apiKey] = /Base URL {2}(\S+)\s+API key {3}(\S+)\s/.exec(told) ?? [];
		if (apiKey !== undefined) return { service, baseUrl, apiKey };
	}
	throw new Error('The sandbox did not start');
}

/** Each measurement has a process of its own, so that none inherits another's heap. */
async function measure<T>(job: GrowthJob): Promise<T> {
	const script = join(PROJECT, 'bench', 'growth', 'measure.ts');
	const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...TSX, script, JSON.stringify(job)], { maxBuffer: 1e8 });
	return JSON.parse(stdout) as T;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const judged = (ratio: number, most: number) => `${ratio.toFixed(2)} (at most ${most}: ${ratio <= most ? 'held' : 'MISSED'})`;

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'growth-'));
	const packageFolder = unpackNode();
	const { service, baseUrl, apiKey } = await startService();
	try {
		const job = { sizes: SIZES, packageFolder, baseUrl, apiKey, outputFile: join(folder, 'output.json') };
		const times = await measure<Times>({ ...job, of: 'time' });
		const last = SIZES[SIZES.length - 1];
		for (const rows of SIZES) say(`${rows.toLocaleString('en-US').padStart(9)} rows: ${(times[rows] * 1_000).toFixed(1)} µs a row`);
		const growth = times[last] / times[SIZES[0]];
		say(`Time per row, ${last.toLocaleString('en-US')} against ${SIZES[0].toLocaleString('en-US')} rows: ${judged(growth, MOST_TIME)}`);

		const node = await measure<Heap>({ ...job, of: 'node' });
		const pass = await measure<Heap>({ ...job, of: 'pass' });
		say(`Heap at ${last.toLocaleString('en-US')} rows, at the worst moment: node ${megabytes(node.worst)}, pass-through ${megabytes(pass.worst)}: ${judged(node.worst / pass.worst, MOST_HEAP)}`);
		say(`Heap once the run is over: node ${megabytes(node.after)}, pass-through ${megabytes(pass.after)}: ${judged(node.after / pass.after, MOST_HEAP)}`);
		if (growth > MOST_TIME || node.worst / pass.worst > MOST_HEAP) process.exitCode = 1;
	} finally {
		service.kill();
		removePackedNode(packageFolder);
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
