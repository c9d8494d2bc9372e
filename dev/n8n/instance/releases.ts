import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of n8n that this project runs beside itself. Its package.json and lock are in a folder of this name here. */
export interface Release {
	folder: string;
	/** The first major version of Node.js that it runs on. */
	oldestNode: number;
	/** The last one, or null where none is too new. */
	newestNode: number | null;
	/** What its native database driver is built from, or null where it is used without a database. */
	driver: string | null;
	/** Told before its download. */
	size: string;
	/** What keeps this release quiet, beside what keeps all of them quiet. */
	quiet: Record<string, string>;
}

/** The newest that can be installed: the playground and all tests in a whole n8n are on it. */
export const CURRENT: Release = {
	folder: 'n8n-2.41',
	oldestNode: 24,
	newestNode: null,
	driver: 'sqlite3',
	size: '2.4 GB on the disk, one to three minutes',
	// One asks n8n's own server for a list; the other greets everyone and needs a model of its own.
	quiet: { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' },
};

/** The newest that runs on Node.js 20. */
export const ON_NODE_20: Release = {
	folder: 'n8n-2.8',
	oldestNode: 20,
	newestNode: 24,
	driver: 'sqlite3',
	size: '1.9 GB on the disk, one to three minutes',
	quiet: {},
};

/** The engines alone of two older releases: the newest of the 1.x line, and the oldest that the node is meant for. */
export const ENGINES: readonly Release[] = ['n8n-1.123', 'n8n-1.115'].map((folder) => ({
	folder,
	oldestNode: 20,
	newestNode: null,
	driver: null,
	size: '250 MB on the disk, half a minute',
	quiet: {},
}));

export const manifestOf = ({ folder }: Release) => join(__dirname, folder);

export const lockOf = (release: Release) => readFileSync(join(manifestOf(release), 'package-lock.json'), 'utf8');
