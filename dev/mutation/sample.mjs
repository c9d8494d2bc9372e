// What Stryker changes: everything in some folders, or with MUTATION_SEED a tenth of it, chosen by that text.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Lines. Long enough for a whole function. */
const BLOCK = 25;
const SHARE = 0.1;

/** @param folders in nodes/IdentityResolution/ @returns patterns for Stryker's `mutate` */
export function mutated(...folders) {
	const patterns = folders.map((folder) => `nodes/IdentityResolution/${folder}/**/*.ts`);
	const seed = process.env.MUTATION_SEED;
	if (seed === undefined) return patterns;
	const files = execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
		.trim()
		.split('\n');
	const blocks = files.flatMap(blocksOf).sort((one, other) => (orderOf(seed, one) < orderOf(seed, other) ? -1 : 1));
	return blocks.slice(0, Math.ceil(SHARE * blocks.length));
}

function blocksOf(file) {
	const lines = readFileSync(file, 'utf8').split('\n').length - 1;
	const starts = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, block) => block * BLOCK + 1);
	return starts.map((start) => `${file}:${start}-${Math.min(lines, start + BLOCK - 1)}`);
}

const orderOf = (seed, block) => createHash('sha256').update(`${seed} ${block}`).digest('hex');
