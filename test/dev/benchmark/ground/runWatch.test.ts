import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunWatch } from '../../../../dev/benchmark/ground/runWatch';
import type { CameOut } from '../../../../dev/benchmark/judge';

const ROWS: CameOut[] = [{ id: 1, status: 'found', answer: 'ada@example.com' }];
/** A timer may be a few ms early by another clock. */
const EARLY_MS = 5;

let program: ChildProcess;
let watch: RunWatch;

beforeEach(() => {
	// It ends by itself at last, in case that the test is killed.
	program = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	watch = new RunWatch({ n8n: { pid: program.pid } });
});

afterEach(async () => {
	await watch.abandon();
	program.kill('SIGKILL');
});

const success = () => ({ status: 'success', at: Date.now() });

it('measures from the first mark to the second, and not to the end of the execution', async () => {
	await watch.begin();
	await sleep(50);
	await watch.end();
	watch.receive(ROWS);
	const { wall } = await watch.result({ status: 'success', at: Date.now() + 60_000 });
	expect(wall).toBeGreaterThanOrEqual(50 - EARLY_MS);
	expect(wall).toBeLessThan(60_000);
});

it('tells when that was by the clock of the machine, in µs', async () => {
	const before = process.hrtime.bigint() / 1_000n;
	await watch.begin();
	await watch.end();
	const { between, wall } = await watch.result(success());
	expect(between[0]).toBeGreaterThanOrEqual(Number(before));
	expect((between[1] - between[0]) / 1_000).toBe(wall);
});

it('hands on what came out, and says so at once', async () => {
	await watch.begin();
	await watch.end();
	watch.receive(ROWS);
	await watch.received;
	expect(await watch.result(success())).toMatchObject({ cameOut: ROWS, status: 'success' });
});

it('measures a run that never came to its receipt to the end of its execution', async () => {
	await watch.begin();
	const { wall, cameOut } = await watch.result({ status: 'error', at: Date.now() + 60_000 });
	expect(cameOut).toBeNull();
	expect(wall).toBeGreaterThan(59_000);
	expect(wall).toBeLessThan(61_000);
});

it('does not make up a measurement of a run that ended before its rows were handed on', async () => {
	await watch.end();
	await expect(watch.result({ status: 'error', at: Date.now() })).rejects.toThrow(
		'The run ended before its rows were handed on: error',
	);
});

it('refuses an n8n without a process', () => {
	expect(() => new RunWatch({ n8n: { pid: undefined } })).toThrow('n8n has no process');
});
