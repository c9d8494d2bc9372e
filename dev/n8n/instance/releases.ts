import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Release {
	folder: string;
	/** The first major version of Node.js that it supports. */
	oldestNode: number;
	/** The last one, or null if there is no limit. */
	newestNode: number | null;
	/** The native database driver to build, or null if the release is used without a database. */
	driver: string | null;
	size: string;
	/** Environment variables that only this release needs. */
	env: Record<string, string>;
}

/** The newest n8n that can be installed, for the playground and the end-to-end tests. */
export const CURRENT: Release = {
	folder: 'n8n-2.41',
	oldestNode: 24,
	newestNode: null,
	driver: 'sqlite3',
	size: '2.4 GB on the disk, one to three minutes',
	// The first module requests a list from n8n's own server; the second needs a chat model.
	env: { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' },
};

export const ON_NODE_20: Release = {
	folder: 'n8n-2.8',
	oldestNode: 20,
	newestNode: 24,
	driver: 'sqlite3',
	size: '1.9 GB on the disk, one to three minutes',
	env: {},
};

/** Releases of which the whole n8n runs in tests. */
export const WHOLE: readonly Release[] = [CURRENT, ON_NODE_20];

export const ENGINES: readonly Release[] = ['n8n-1.123', 'n8n-1.115'].map((folder) => ({
	folder,
	oldestNode: 20,
	newestNode: null,
	driver: null,
	size: '250 MB on the disk, half a minute',
	env: {},
}));

export const manifestOf = ({ folder }: Release) => join(__dirname, folder);

/**
 * The installation of a release in the user's cache, which all clones of the project share. A changed lock changes the
 * path.
 */
export function cacheOf(release: Release): string {
	const lock = readFileSync(join(manifestOf(release), 'package-lock.json'), 'utf8');
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
	return join(cache, 'n8n-nodes-identity-resolution', `${release.folder}-${hash}`);
}
