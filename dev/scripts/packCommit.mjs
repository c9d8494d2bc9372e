// Builds and packs an earlier commit, and prints the path of the tarball: `node dev/scripts/packCommit.mjs <commit>`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const PROJECT = path.join(import.meta.dirname, '..', '..');

const run = (command, args, cwd) =>
	execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

// Git refuses a tree of another user, whose code runs here anyway.
const git = (...args) => run('git', ['-c', `safe.directory=${PROJECT}`, ...args], PROJECT);

const commit = git('rev-parse', '--short=7', `${process.argv[2]}^{commit}`);
const out = path.join(PROJECT, 'out', commit);
const source = mkdtempSync(path.join(tmpdir(), 'pack-commit-'));
try {
	const archive = path.join(source, 'source.tar');
	git('archive', '--output', archive, commit);
	run('tar', ['-xf', archive, '-C', source]);
	symlinkSync(path.join(PROJECT, 'node_modules'), path.join(source, 'node_modules'), 'junction');
	run('npm', ['run', '--silent', 'build'], source);
	mkdirSync(out, { recursive: true });
	console.log(
		path.join(out, run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', out], source)),
	);
} finally {
	rmSync(source, { recursive: true, force: true });
}
