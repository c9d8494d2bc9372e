import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');

/**
 * Packs the built node as `npm publish` would and unpacks it again.
 * @param host the folder whose node_modules hold n8n
 * @param project the folder of the project that was built
 * @returns the folder of the unpacked package; the caller removes it with `removePackedNode`, else it goes with this process
 */
export function unpackNode(host = PROJECT, project = PROJECT): string {
	// Below node_modules, so that the unpacked node finds what n8n serves it: n8n-workflow and zod.
	const cache = join(host, 'node_modules', '.cache', 'packed-node');
	mkdirSync(cache, { recursive: true });
	const folder = mkdtempSync(join(cache, 'run-'));
	const unpacked = join(folder, 'package');
	// Nobody else removes it where Ctrl-C ends the process in the middle of a run.
	process.once('exit', () => removePackedNode(unpacked));
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: project,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
	return unpacked;
}

/** @param packageFolder as `unpackNode` returned it */
export const removePackedNode = (packageFolder: string): void =>
	rmSync(join(packageFolder, '..'), { recursive: true, force: true });
