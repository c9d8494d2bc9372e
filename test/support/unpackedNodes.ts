import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(__dirname, '..', '..', 'node_modules', '.cache', 'packed-node');

/** The names of all folders of unpacked nodes. Other tests may add and remove some at the same time. */
export function unpackedNodes(): string[] {
	mkdirSync(CACHE, { recursive: true });
	return readdirSync(CACHE);
}
