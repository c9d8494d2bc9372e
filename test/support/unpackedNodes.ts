import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(__dirname, '..', '..', 'node_modules', '.cache', 'packed-node');

/** The folders of the packed nodes that are unpacked now; other tests may unpack some at the same time, and remove them in theirs. */
export function unpackedNodes(): string[] {
	mkdirSync(CACHE, { recursive: true });
	return readdirSync(CACHE);
}
