import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..');

/** Below node_modules, so that the unpacked node finds what n8n serves it: n8n-workflow and zod. */
const FOLDER = join(PROJECT, 'node_modules', '.cache', 'packed-node');

/**
 * Packs the built node as `npm publish` would and unpacks it again.
 * @returns the folder of the unpacked package; the caller removes it with `removePackedNode`
 */
export function unpackNode(): string {
	mkdirSync(FOLDER, { recursive: true });
	const folder = mkdtempSync(join(FOLDER, 'run-'));
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] });
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
	return join(folder, 'package');
}

/** @param packageFolder as `unpackNode` returned it */
export const removePackedNode = (packageFolder: string): void =>
	rmSync(join(packageFolder, '..'), { recursive: true, force: true });
