import { retry, runCommand } from './command';

const PAUSES_MS = [5_000, 15_000, 30_000];
const APT = [
	// As a command, because sudo drops the environment.
	'env',
	'DEBIAN_FRONTEND=noninteractive',
	'apt-get',
	'--quiet',
	// In seconds: another test may be installing packages at the same time.
	'-o',
	'DPkg::Lock::Timeout=300',
];

/**
 * Installs the Debian packages that are missing, with sudo if this process is not root.
 * @returns the packages that it installed
 * @throws if the machine has no apt-get; CommandError if apt-get fails
 */
export async function installDebian(packages: readonly string[]): Promise<string[]> {
	const missing: string[] = [];
	for (const name of packages) if (!(await isInstalled(name))) missing.push(name);
	if (missing.length === 0) return missing;
	if (!(await succeeds('apt-get', '--version')))
		throw new Error(`Install ${missing.join(' and ')} yourself: this machine has no apt-get.`);
	process.stderr.write(`Installing ${missing.join(' and ')} with apt-get ...\n`);
	await retry(PAUSES_MS, async () => {
		await apt('update');
		await apt('install', '--yes', '--no-install-recommends', ...missing);
	});
	return missing;
}

async function isInstalled(name: string): Promise<boolean> {
	const args = ['--show', '--showformat=${db:Status-Status}', name];
	return (await runCommand({ command: 'dpkg-query', args, cwd: '/' }).catch(() => '')) === 'installed';
}

const succeeds = async (command: string, ...args: string[]): Promise<boolean> =>
	await runCommand({ command, args, cwd: '/' }).then(
		() => true,
		() => false,
	);

async function apt(...args: string[]): Promise<void> {
	const needsSudo = process.getuid?.() !== 0 && (await succeeds('sudo', '--version'));
	// Without a terminal, sudo must fail instead of waiting for a password.
	const sudo = needsSudo ? ['sudo', '--non-interactive'] : [];
	const [command, ...rest] = [...sudo, ...APT, ...args];
	await runCommand({ command, args: rest, cwd: '/' });
}
