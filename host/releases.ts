import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of n8n that this project runs beside itself. Its package.json and lock are in a folder of this name here. */
export interface Release {
	folder: string;
	/** The first major version of Node.js that it runs on. */
	oldestNode: number;
	/** What its native database driver is built from, or null where it is used without a database. */
	driver: string | null;
	/** Told before its download. */
	size: string;
}

/** The newest that can be installed: the playground and all tests in a whole n8n are on it. */
export const CURRENT: Release = { folder: 'n8n-2.41', oldestNode: 24, driver: 'sqlite3', size: '2.4 GB on the disk, one to three minutes' };

export const manifestOf = ({ folder }: Release) => join(__dirname, folder);

export const lockOf = (release: Release) => readFileSync(join(manifestOf(release), 'package-lock.json'), 'utf8');
