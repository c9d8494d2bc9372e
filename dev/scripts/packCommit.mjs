// Builds and packs an earlier commit: `node dev/scripts/packCommit.mjs <commit> [out.tgz]`. The same commit gives the same
// bytes as long as the installed compiler is the same. `NODE_TARBALL=<out.tgz> npm run jest` then tests that build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const PROJECT = path.join(import.meta.dirname, '..', '..');

const [commit, out] = process.argv.slice(2);
if (commit === undefined || commit.startsWith('-')) {
	console.error('Usage: node dev/scripts/packCommit.mjs <commit> [out.tgz]');
	process.exit(2);
}

// npm pack sets all times to one date but keeps the permissions of files.
process.umask(0o022);
const folder = mkdtempSync(path.join(tmpdir(), 'pack-commit-'));
try {
	const short = run('git', ['rev-parse', '--short=7', `${commit}^{commit}`], PROJECT).trim();
	const source = path.join(folder, 'source');
	const archive = path.join(folder, 'source.tar');
	mkdirSync(source);
	run('git', ['archive', '--output', archive, short], PROJECT);
	run('tar', ['-xf', archive, '-C', source], PROJECT);
	symlinkSync(path.join(PROJECT, 'node_modules'), path.join(source, 'node_modules'), 'junction');
	run('npm', ['run', '--silent', 'build'], source);
	run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], source);
	const packed = path.join(
		folder,
		readdirSync(folder).find((name) => name.endsWith('.tgz')),
	);
	const file = path.resolve(out ?? path.join(PROJECT, 'out', path.basename(packed, '.tgz') + `-${short}.tgz`));
	mkdirSync(path.dirname(file), { recursive: true });
	copyFileSync(packed, file);
	console.log(`${file}\nsha256 ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function run(command, args, cwd) {
	return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
