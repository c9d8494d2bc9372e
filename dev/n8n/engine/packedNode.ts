import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');

/**
 * Returns the path of the packed node: the file that the environment variable NODE_TARBALL names, or else a pack of the
 * built project, which it writes into `folder` as `npm publish` would.
 */
export function nodeTarball(folder: string): string {
	if (process.env.NODE_TARBALL) return givenTarball(process.env.NODE_TARBALL);
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: PROJECT,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
	if (name === undefined) throw new Error('npm pack wrote no tarball');
	return join(folder, name);
}

function givenTarball(path: string): string {
	const file = resolve(path);
	if (!existsSync(file)) throw new Error(`NODE_TARBALL is ${file}, but there is no such file`);
	// Child processes may run in another folder.
	process.env.NODE_TARBALL = file;
	process.stderr.write(`NODE_TARBALL: using the packed node ${file}, not the working tree\n`);
	return file;
}

/**
 * Unpacks the packed node (`nodeTarball`) below `host`.
 * @param host the folder whose node_modules hold n8n
 * @returns the folder of the unpacked package, which `removePackedNode` or the end of this process removes
 */
export function unpackNode(host = PROJECT): string {
	// Below node_modules, so that the node resolves what n8n provides: n8n-workflow and zod.
	const cache = join(host, 'node_modules', '.cache', 'packed-node');
	mkdirSync(cache, { recursive: true });
	const folder = mkdtempSync(join(cache, `run-${process.pid}-`));
	const unpacked = join(folder, 'package');
	// Ctrl-C ends the process without running any `finally`.
	process.once('exit', () => removePackedNode(unpacked));
	execFileSync('tar', ['-xzf', nodeTarball(folder), '-C', folder]);
	if (process.env.ZOD) {
		// The node takes the zod that is nearest to it: n8n provides any from 3.25 on.
		mkdirSync(join(folder, 'node_modules'));
		symlinkSync(join(PROJECT, 'node_modules', process.env.ZOD), join(folder, 'node_modules', 'zod'));
	}
	return unpacked;
}

export const removePackedNode = (packageFolder: string): void =>
	rmSync(join(packageFolder, '..'), { recursive: true, force: true });
