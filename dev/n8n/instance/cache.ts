import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lockOf, type Release } from './releases';

const FOLDER = 'n8n-nodes-identity-resolution';

/**
 * Where a release is installed: in the user's cache, so that every clone of the project shares it. A lock that changed
 * leads to another folder.
 */
export function cacheOf(release: Release): string {
	const lock = createHash('sha256').update(lockOf(release)).digest('hex').slice(0, 12);
	return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), FOLDER, `${release.folder}-${lock}`);
}
