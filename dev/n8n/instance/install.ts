import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheOf } from './cache';
import { runCommand } from './command';
import { makeUnfinished, removeLeftovers } from './leftovers';
import { nodeRuntime, type NodeRuntime } from './nodeRuntime';
import { CURRENT, manifestOf, type Release } from './releases';
import { retried } from './retried';

/** An installed n8n. */
export interface N8n {
	runtime: NodeRuntime;
	/** The folder that holds its node_modules. */
	folder: string;
	/** Its command-line program, a script. */
	cli: string;
	/** What keeps this release quiet. */
	env: Record<string, string>;
}

type Say = (line: string) => void;

const PAUSES_MS = [5_000, 15_000];

const onStandardError: Say = (line) => {
	process.stderr.write(`${line}\n`);
};

/**
 * Installs a release of n8n in the user's cache, once for each version of its lock.
 * @param say tells how far it is
 * @throws on Windows, and CommandError where npm does not succeed
 */
export async function installN8n(release: Release = CURRENT, say: Say = onStandardError): Promise<N8n> {
	if (process.platform === 'win32')
		throw new Error('A whole n8n is run on Linux and macOS only: on Windows, use WSL.');
	const folder = cacheOf(release);
	if (!existsSync(folder)) await install(say, release, folder);
	return {
		runtime: nodeRuntime(folder, release),
		folder,
		cli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		env: release.quiet,
	};
}

/** Installs beside the folder and renames at the end: an install that was cut short is never taken for a whole one. */
async function install(say: Say, release: Release, folder: string): Promise<void> {
	const started = performance.now();
	mkdirSync(dirname(folder), { recursive: true });
	removeLeftovers(dirname(folder));
	const unfinished = makeUnfinished(folder);
	try {
		for (const file of ['package.json', 'package-lock.json'])
			cpSync(join(manifestOf(release), file), join(unfinished, file));
		await step(say, `Downloading ${release.folder} (${release.size})`, async () => await download(unfinished));
		const { driver } = release;
		if (driver !== null)
			await step(
				say,
				'Building its database driver (a minute)',
				async () => await build(unfinished, driver, release),
			);
		moveInto(unfinished, folder);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
	say(`${release.folder} is installed in ${folder}, in ${seconds(started)}.`);
}

function moveInto(unfinished: string, folder: string): void {
	try {
		renameSync(unfinished, folder);
	} catch (error) {
		// Another process installed the same meanwhile.
		if (!existsSync(folder)) throw error;
	}
}

/** Peers are left as the lock has them: npm does not come to an end with them, and install scripts need Node 24 first on the path. */
async function download(cwd: string): Promise<void> {
	const args = [
		'ci',
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--include=optional',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	];
	await retried(PAUSES_MS, async () => await runCommand({ command: 'npm', args, cwd }));
}

/** Under `npm run`, the project's own npm settings would hold here too, and switch the build off without a word. */
async function build(cwd: string, driver: string, release: Release): Promise<void> {
	const args = ['rebuild', driver, '--ignore-scripts=false', '--foreground-scripts'];
	await runCommand({ command: 'npm', args, cwd, env: nodeRuntime(cwd, release).env });
	const built = join(cwd, 'node_modules', driver, 'build', 'Release', `node_${driver}.node`);
	if (!existsSync(built)) throw new Error(`npm built no database driver: ${built} is missing.`);
}

async function step(say: Say, what: string, work: () => Promise<unknown>): Promise<void> {
	say(`${what} ...`);
	const started = performance.now();
	const ticking = setInterval(() => say(`  still at it, ${seconds(started)} so far`), 20_000);
	try {
		await work();
	} finally {
		clearInterval(ticking);
	}
	say(`  done in ${seconds(started)}`);
}

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
