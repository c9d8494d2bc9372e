import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { say } from '../report';
import type { Measured } from './measure';
import { largeReply, SHAPES, type Shape } from './shapes';

/** Characters of an answer. */
const LARGE = 12 * 1024 * 1024;
const ROWS = 16;
/** MB. */
const HEAP = 2048;
const KEY = 'sandbox_anykey001';

/** Runs sixteen answers of 12 MB through the node in a process with a heap of 2 GB, for each shape and output. */
async function main(): Promise<void> {
	exitOnSignal();
	for (const shape of Object.keys(SHAPES) as Shape[])
		for (const output of ['simplified', 'raw']) await measure(shape, output);
}

async function measure(shape: Shape, output: string): Promise<void> {
	const body = largeReply(shape, 'ada@example.net', LARGE);
	const server = createServer((request, response) => {
		request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/tools`;
	const program = join(__dirname, 'measure.ts');
	const rows = process.argv[2] ?? String(ROWS);
	const args = [`--max-old-space-size=${HEAP}`, '--import', 'tsx', program, url, KEY, rows, output];
	try {
		const { stdout } = await promisify(execFile)(process.execPath, args);
		const { rows: statuses, peakRss, peakHeap, seconds } = JSON.parse(stdout) as Measured;
		say(`${shape}, ${output}: ${JSON.stringify(statuses)}, RSS ${peakRss} MB, heap ${peakHeap} MB, ${seconds} s`);
	} catch (error) {
		process.exitCode = 1;
		say(
			`${shape}, ${output}: FAILED ${String((error as Error).message)
				.split('\n')
				.at(-2)}`,
		);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

void main();
