import { runCommand } from './command';
import { retried } from './retried';

const PAUSES_MS = [5_000, 15_000, 30_000];
/** Seconds to wait for another installation to end: two tests may need packages at the same time. */
const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=300'];
/** As a command of its own, because sudo drops the environment. */
const UNASKED = ['env', 'DEBIAN_FRONTEND=noninteractive'];

/**
 * Installs Debian packages, with sudo where this process is not root. Does nothing for those that are installed.
 * @returns those that it has installed now
 * @throws where the machine has no apt-get, and CommandError where apt-get does not succeed
 */
export async function installDebian(packages: readonly string[]): Promise<string[]> {
	const missing: string[] = [];
	for (const one of packages) if (!(await isInstalled(one))) missing.push(one);
	if (missing.length === 0) return missing;
	if (!(await runs('apt-get')))
		throw new Error(
			`This needs ${missing.join(' and ')} from the packages of Debian or Ubuntu, and this machine has no apt-get.`,
		);
	process.stderr.write(`Installing ${missing.join(' and ')} with apt-get ...\n`);
	await retried(PAUSES_MS, async () => {
		await apt(['update']);
		await apt(['install', '--yes', '--no-install-recommends', ...missing]);
	});
	return missing;
}

async function isInstalled(name: string): Promise<boolean> {
	const args = ['--show', '--showformat=${db:Status-Status}', name];
	return (await runCommand({ command: 'dpkg-query', args, cwd: '/' }).catch(() => '')) === 'installed';
}

const runs = async (command: string): Promise<boolean> =>
	await runCommand({ command, args: ['--version'], cwd: '/' }).then(
		() => true,
		() => false,
	);

async function apt(args: readonly string[]): Promise<void> {
	const sudo = process.getuid?.() !== 0 && (await runs('sudo'));
	// It fails where it would ask for a password, rather than wait for one.
	const [command, ...rest] = [
		...(sudo ? ['sudo', '--non-interactive'] : []),
		...UNASKED,
		'apt-get',
		'--quiet',
		...LOCK_WAIT,
		...args,
	];
	await runCommand({ command, args: rest, cwd: '/' });
}
