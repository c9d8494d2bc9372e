// Runs n8n's package scan (`npx @n8n/scan-community-package`) offline, on this working tree and on its tarball instead
// of a release. Only the provenance of a published package is not checked.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCANNER = '@n8n/scan-community-package/scanner/scanner.mjs';
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

if (!existsSync(path.join(ROOT, 'dist'))) {
	console.error('There is no dist folder to pack: run `npm run build` first.');
	process.exit(1);
}
const temp = mkdtempSync(path.join(tmpdir(), 'scan-'));
try {
	// The scanner creates a temporary folder when it is loaded, and does not remove it.
	process.env.TMPDIR = temp;
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(SCANNER);
	const passed = [
		await scan('source', copySource(path.join(temp, 'source')), SOURCE_FILE_PATTERNS, analyzePackage),
		await scan('tarball', unpackTarball(path.join(temp, 'tarball')), TARBALL_FILE_PATTERNS, analyzePackage),
	];
	if (passed.includes(false)) process.exitCode = 1;
} finally {
	rmSync(temp, { recursive: true, force: true });
}

async function scan(name, folder, patterns, analyzePackage) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	const files = countFiles(folder, patterns);
	const findings = Number(/\((\d+) errors?,/.exec(details ?? '')?.[1] ?? (passed ? 0 : 1));
	console.log(`scan, ${name}: ${files} files, ${findings} findings`);
	if (!passed) console.error((details ?? message).replaceAll(`${folder}${path.sep}`, ''));
	// n8n's scan passes a package without any file to scan.
	return passed && files > 0;
}

// Uses the scanner's own glob library, because the scanner does not report how many files it read.
function countFiles(folder, patterns) {
	const glob = createRequire(fileURLToPath(import.meta.resolve(SCANNER)))('fast-glob');
	return glob.sync(patterns, { cwd: folder, ignore: ['node_modules/**', '**/package-lock.json'] }).length;
}

// n8n reads the attested commit, which has neither dist nor node_modules.
function copySource(folder) {
	for (const part of ['package.json', 'nodes', 'credentials']) {
		cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
	}
	return folder;
}

function unpackTarball(folder) {
	mkdirSync(folder);
	const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${temp}`];
	const output = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
	const [{ filename }] = JSON.parse(output);
	execFileSync('tar', ['-xzf', path.join(temp, filename), '-C', folder, '--strip-components=1']);
	return folder;
}
