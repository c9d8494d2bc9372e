import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSupervised, type Supervised } from '../../../../dev/n8n/instance/supervised';
import { waitFor } from '../../../../dev/n8n/instance/waitFor';

const PROJECT = join(__dirname, '..', '..', '..', '..');

/** Starts a child process, prints both process ids, and never ends. */
const WITH_CHILD = `
	const { spawn } = require('node:child_process');
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	process.stdout.write(process.pid + ' ' + child.pid + '\\n');
	setInterval(() => {}, 1000);
`;

const start = (code: string, graceMs?: number) =>
	startSupervised({ command: process.execPath, args: ['-e', code], cwd: PROJECT }, graceMs);

const isRunning = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

const allEnded = async (pids: number[]) => await waitFor('The end of all processes', () => !pids.some(isRunning));

async function printedPids({ output }: Pick<Supervised, 'output'>): Promise<number[]> {
	await waitFor('Two process ids', () => output().includes('\n'));
	const pids = output().split('\n')[0].split(' ').map(Number);
	expect(pids.map(isRunning)).toEqual([true, true]);
	return pids;
}

it.each(['stop', 'kill'] as const)('%s ends a program and its child processes', async (method) => {
	const program = start(WITH_CHILD);
	const pids = await printedPids(program);
	await program[method]();
	expect(program.hasEnded()).toBe(true);
	await allEnded(pids);
});

it('stop kills a program that ignores the signal, after the grace period', async () => {
	const program = start(`process.on('SIGTERM', () => process.stdout.write('ignored'));${WITH_CHILD}`, 1_000);
	const pids = await printedPids(program);
	const stopped = program.stop();
	await waitFor('The signal', () => program.output().includes('ignored'));
	expect(pids.map(isRunning)).toEqual([true, true]);
	await stopped;
	expect(await program.ended).toBeNull();
	await allEnded(pids);
});

it('a supervised program ends when the process that started it is killed', async () => {
	const code = `
		const { startSupervised } = require('./dev/n8n/instance/supervised');
		const args = ['-e', ${JSON.stringify(WITH_CHILD)}];
		const program = startSupervised({ command: process.execPath, args, cwd: '.' });
		setInterval(() => process.stdout.write(program.output()), 20);
	`;
	const starter = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', code], {
		cwd: PROJECT,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	starter.stdout.on('data', (chunk) => {
		output += String(chunk);
	});
	const pids = await printedPids({ output: () => output }).finally(() => starter.kill('SIGKILL'));
	if (starter.exitCode === null && starter.signalCode === null) await once(starter, 'exit');
	await allEnded(pids);
});
