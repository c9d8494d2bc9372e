import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startKept, type Kept } from '../../../../dev/n8n/instance/kept';
import { until } from '../../../support/until';

const cwd = __dirname;

/** Says its own process id and that of a program that it starts itself, and then stays. */
const WITH_CHILD = `
	const { spawn } = require('node:child_process');
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	process.stdout.write(process.pid + ' ' + child.pid + '\\n');
	setInterval(() => {}, 1000);
`;

const isRunning = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

async function pidsOf({ said }: Pick<Kept, 'said'>): Promise<number[]> {
	await until(() => said().includes('\n'));
	return said().trim().split(' ').map(Number);
}

it.each(['stop', 'kill'] as const)('%s ends a program and what it has started', async (how) => {
	const kept = startKept({ command: process.execPath, args: ['-e', WITH_CHILD], cwd });
	const pids = await pidsOf(kept);
	expect(pids.map(isRunning)).toEqual([true, true]);
	await kept[how]();
	expect(kept.isOver()).toBe(true);
	await until(() => !pids.some(isRunning));
});

it('kills a program that is deaf to the signal, once its time is over', async () => {
	const deaf = `process.on('SIGTERM', () => process.stdout.write('\\nasked'));${WITH_CHILD}`;
	const kept = startKept({ command: process.execPath, args: ['-e', deaf], cwd }, 1_000);
	const pids = await pidsOf(kept);
	const stopped = kept.stop();
	await until(() => kept.said().includes('asked'));
	expect(pids.map(isRunning)).toEqual([true, true]);
	await stopped;
	expect(await kept.ended).toBeNull();
	await until(() => !pids.some(isRunning));
});

it('signals nobody once it is over: its number may belong to others by then', async () => {
	const kept = startKept({ command: process.execPath, args: ['-e', ''], cwd });
	await kept.ended;
	const signals = jest.spyOn(process, 'kill');
	try {
		await kept.kill();
		await kept.stop();
		expect(signals).not.toHaveBeenCalled();
	} finally {
		signals.mockRestore();
	}
});

it('tells that a program has ended by itself, with which code, and what it said', async () => {
	const kept = startKept({
		command: process.execPath,
		args: ['-e', 'console.log("out"); console.error("err"); process.exit(3)'],
		cwd,
	});
	expect(await kept.ended).toBe(3);
	await until(() => kept.said().includes('out') && kept.said().includes('err'));
	expect(kept.isOver()).toBe(true);
	await kept.stop();
});

it('tells of a program that there is not', async () => {
	const kept = startKept({ command: join(cwd, 'no-such-program'), args: [], cwd });
	await kept.ended;
	await until(() => kept.said().includes('could not be started'));
	expect(kept.isOver()).toBe(true);
});

it('tells of a folder that there is not', async () => {
	const kept = startKept({ command: process.execPath, args: [], cwd: join(cwd, 'no-such-folder') });
	expect(await kept.ended).toBeNull();
	expect(kept.said()).toMatch(/could not be started in .*no-such-folder/);
	expect(kept.isOver()).toBe(true);
	await kept.stop();
	await kept.kill();
});

it('ends a program with the process that started it, also where that is killed', async () => {
	const code = `
		const { startKept } = require('./dev/n8n/instance/kept');
		const kept = startKept({ command: process.execPath, args: ['-e', ${JSON.stringify(WITH_CHILD)}], cwd: '.' });
		setInterval(() => process.stdout.write(kept.said()), 20);
	`;
	const starter = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', code], {
		cwd: join(cwd, '..', '..'),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let said = '';
	starter.stdout.on('data', (part) => {
		said += String(part);
	});
	let pids: number[];
	try {
		await until(() => said.includes('\n'));
		pids = said.split('\n')[0].split(' ').map(Number);
		expect(pids.map(isRunning)).toEqual([true, true]);
	} finally {
		starter.kill('SIGKILL');
	}
	await once(starter, 'exit');
	await until(() => !pids.some(isRunning));
});
