import { spawn, type ChildProcess } from 'node:child_process';
import { MemoryWatch, processesBelow, usageOf } from '../../../../dev/benchmark/ground/processes';
import { cpuBetween, type Usage } from '../../../../dev/benchmark/ground/usage';
import { eventually } from '../../../../dev/n8n/instance/eventually';

/** It ends by itself at last, in case that the test is killed. */
const BUSY = 'const end = Date.now() + 60_000; while (Date.now() < end);';

const look = async (root: number): Promise<Usage> => await usageOf(await processesBelow(root));

let parent: ChildProcess;
let root: number;
let busy: number;

beforeEach(async () => {
	parent = spawn('sh', ['-c', '"$0" -e "$1" & echo $!; wait', process.execPath, BUSY], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	root = parent.pid ?? NaN;
	busy = await new Promise<number>((resolve) => parent.stdout?.once('data', (told) => resolve(Number(told))));
});

afterEach(async () => {
	const ended = new Promise((resolve) => parent.once('exit', resolve));
	process.kill(busy, 'SIGKILL');
	await ended;
});

it('sees what a program has started, without itself, and what that uses', async () => {
	const before = await look(root);
	expect([...before.cpu.keys()]).toEqual([busy]);
	expect(before.memory).toBeGreaterThan(1e6);
	const spent = await eventually('100 ms of CPU', async () => {
		const ms = cpuBetween(before, await look(root));
		return ms >= 100 ? ms : undefined;
	});
	expect(spent).toBeLessThan(60_000);
});

it('sees nothing below a program that has started nothing', async () => {
	expect(await look(busy)).toEqual({ cpu: new Map(), memory: 0 });
});

it('says that a program has ended', async () => {
	const over = spawn(process.execPath, ['-e', '']);
	await new Promise((resolve) => over.once('exit', resolve));
	await expect(look(over.pid ?? NaN)).rejects.toThrow('No matching pid found');
});

it('remembers the most memory', async () => {
	const watch = new MemoryWatch([busy]);
	await eventually('a look', () => Promise.resolve(watch.peak > 0 || undefined));
	const most = await watch.stop();
	expect(most).toBeGreaterThan(1e6);
	expect(most).toBeLessThan(1e9);
});
