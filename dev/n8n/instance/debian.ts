import { existsSync } from 'node:fs';
import { retry, runCommand } from './command';

const PAUSES_MS = [5_000, 15_000, 30_000];

export async function installDebian(name: string): Promise<boolean> {
	const query = { command: 'dpkg-query', args: ['--show', '--showformat=${db:Status-Status}', name], cwd: '/' };
	if ((await runCommand(query).catch(() => '')) === 'installed') return false;
	if (!existsSync('/usr/bin/apt-get')) throw new Error(`Install ${name} yourself: this machine has no apt-get.`);
	process.stderr.write(`Installing ${name} with apt-get ...\n`);
	await retry(PAUSES_MS, async () => {
		await apt('update');
		await apt('install', '--yes', '--no-install-recommends', name);
	});
	return true;
}

async function apt(...args: string[]): Promise<void> {
	// Without a terminal, sudo must fail instead of waiting for a password.
	const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
	// In seconds: another test may be installing packages at the same time.
	const lock = ['-o', 'DPkg::Lock::Timeout=300'];
	// `env` is a command, because sudo drops the environment.
	const [command, ...rest] = [
		...sudo,
		'env',
		'DEBIAN_FRONTEND=noninteractive',
		'apt-get',
		'--quiet',
		...lock,
		...args,
	];
	await runCommand({ command, args: rest, cwd: '/' });
}
