import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { unpackedNodes } from '../../support/unpackedNodes';
import { waitFor } from '../../../dev/n8n/instance/waitFor';

const PROJECT = join(__dirname, '..', '..', '..');

let child: ChildProcess;
afterEach(() => child.kill('SIGKILL'));

it.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('a program that %s ends removes its unpacked node', async (signal, code) => {
	const args = ['--import', 'tsx', 'dev/faultMatrix/main.ts', '--only', 'slow'];
	child = spawn(process.execPath, args, { cwd: PROJECT, stdio: 'ignore' });
	const ended = once(child, 'exit');
	const unpacked = () => unpackedNodes().filter((name) => name.startsWith(`run-${child.pid}-`));
	await waitFor('The unpacked node', () => unpacked().length > 0 || child.exitCode !== null);
	child.kill(signal);
	expect(await ended).toEqual([code, null]);
	expect(unpacked()).toEqual([]);
});
