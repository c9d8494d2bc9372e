import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, runCommand } from './command';
import { FOLDERS } from './folders';
import { nodeRuntime, type NodeRuntime } from './nodeRuntime';

/** An installed n8n. */
export interface N8n {
	runtime: NodeRuntime;
	/** Its command-line program, a script. */
	cli: string;
}

type Say = (line: string) => void;

const STAMP = join(FOLDERS.n8n, 'installed.json');
const DRIVER = join(FOLDERS.n8n, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
const PAUSES_MS = [5_000, 15_000];

/** Installs n8n into a folder of its own, once for each version of its lock. */
export async function installN8n(say: Say): Promise<N8n> {
	const lock = readFileSync(join(FOLDERS.manifest, 'package-lock.json'), 'utf8');
	if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== lock) {
		const started = performance.now();
		rmSync(FOLDERS.n8n, { recursive: true, force: true });
		mkdirSync(FOLDERS.n8n, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) cpSync(join(FOLDERS.manifest, file), join(FOLDERS.n8n, file));
		await step(say, 'Downloading n8n (2.4 GB on the disk, one to three minutes)', download);
		await step(say, 'Building its database driver (a minute)', build);
		// Written last, so that it is missing after an install that was cut short.
		writeFileSync(STAMP, lock);
		say(`n8n is installed in ${FOLDERS.n8n}, in ${seconds(started)}.`);
	}
	return { runtime: nodeRuntime(FOLDERS.n8n), cli: join(FOLDERS.n8n, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/** Peers are left as the lock has them: npm does not come to an end with them, and install scripts need Node 24 first on the path. */
async function download(): Promise<void> {
	const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
	for (let attempt = 0; ; attempt++) {
		try {
			await runCommand({ command: 'npm', args, cwd: FOLDERS.n8n });
			return;
		} catch (error) {
			if (!(error instanceof CommandError) || attempt >= PAUSES_MS.length) throw error;
			await sleep(PAUSES_MS[attempt]);
		}
	}
}

/** Under `npm run`, the project's own npm settings would hold here too, and switch the build off without a word. */
async function build(): Promise<void> {
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'];
	await runCommand({ command: 'npm', args, cwd: FOLDERS.n8n, env: nodeRuntime(FOLDERS.n8n).env });
	if (!existsSync(DRIVER)) throw new Error(`npm built no database driver: ${DRIVER} is missing.`);
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
