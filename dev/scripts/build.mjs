// Builds the node, unless dist was built from the files as they are. `npm run build` always builds.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { newestChange } from './newestChange.cjs';

const PROJECT = path.join(import.meta.dirname, '..', '..');

// Builds give dist the time of the newest change. Adding or removing anything in dist changes it.
const dist = statSync(path.join(PROJECT, 'dist'), { throwIfNoEntry: false });
if (dist === undefined || Math.round(dist.mtimeMs) !== newestChange(PROJECT)) {
	const args = ['run', '--silent', 'build'];
	const { status } = spawnSync('npm', args, { cwd: PROJECT, stdio: 'inherit', shell: process.platform === 'win32' });
	process.exit(status ?? 1);
}
