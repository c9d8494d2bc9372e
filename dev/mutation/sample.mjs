// What Stryker changes: everything in some folders, or with MUTATION_SEED a tenth of it, chosen by that text.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Lines. Long enough for a whole function. */
const BLOCK = 25;
const SHARE = 0.1;

/** @param folders in nodes/IdentityResolution/ @returns patterns for Stryker's `mutate` */
export function mutated(...folders) {
	const paths = folders.map((folder) => `nodes/IdentityResolution/${folder}`);
	const seed = process.env.MUTATION_SEED;
	if (seed === undefined) return paths.map((path) => `${path}/**/*.ts`);
	const files = paths
		.flatMap((path) => readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`))
		.filter((file) => file.endsWith('.ts'));
	const blocks = files.flatMap(blocksOf).sort((one, other) => (orderOf(seed, one) < orderOf(seed, other) ? -1 : 1));
	return blocks.slice(0, Math.ceil(SHARE * blocks.length));
}

function blocksOf(file) {
	const lines = readFileSync(file, 'utf8').split('\n').length - 1;
	const starts = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, block) => block * BLOCK + 1);
	return starts.map((start) => `${file}:${start}-${Math.min(lines, start + BLOCK - 1)}`);
}

const orderOf = (seed, block) => createHash('sha256').update(`${seed} ${block}`).digest('hex');
