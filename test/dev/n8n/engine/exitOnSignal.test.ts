import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackedNodes } from '../../../support/unpackedNodes';
import { until } from '../../../support/until';

const PROJECT = join(__dirname, '..', '..', '..', '..');

const folder = mkdtempSync(join(tmpdir(), 'signals-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program has put into the folder for temporary files; tsx keeps its own there. */
const temporary = () => readdirSync(folder).filter((name) => !name.startsWith('tsx-'));

const faults = {
	script: 'faults',
	program: 'faults/main.ts',
	isUnderWay: (said: string) => said.includes('cells over real sockets'),
};
const growth = { script: 'growth', program: 'bench/growth/main.ts', isUnderWay: () => temporary().length > 0 };

it.each([
	{ ...faults, signal: 'SIGINT' as const, code: 130 },
	{ ...faults, signal: 'SIGTERM' as const, code: 143 },
	{ ...growth, signal: 'SIGINT' as const, code: 130 },
])('npm run $script, ended by $signal, leaves nothing behind', async ({ program, isUnderWay, signal, code }) => {
	const before = unpackedNodes();
	const env = { ...process.env, TMPDIR: folder };
	const child = spawn(process.execPath, ['--import', 'tsx', program], {
		cwd: PROJECT,
		env,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const ended = once(child, 'exit');
	let said = '';
	child.stdout.on('data', (part) => (said += String(part)));
	await until(() => isUnderWay(said) || child.exitCode !== null);
	child.kill(signal);
	expect(await ended).toEqual([code, null]);
	await until(() => unpackedNodes().every((name) => before.includes(name)));
	expect(temporary()).toEqual([]);
});
