// The offline twin of `npx @n8n/scan-community-package`: the same two legs over this working tree instead of a release.
// Only the provenance of a published package is left unchecked.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findMisplaced, findMissing } from './tarball.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCANNER = '@n8n/scan-community-package/scanner/scanner.mjs';
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

if (!existsSync(path.join(ROOT, 'dist'))) {
	console.error('There is no dist folder to pack: run `npm run build` first.');
	process.exit(1);
}
const temp = mkdtempSync(path.join(tmpdir(), 'scan-'));
try {
	// The scanner makes a temporary folder of its own as soon as it is loaded, and leaves it behind.
	process.env.TMPDIR = temp;
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(SCANNER);

	const source = copySource(path.join(temp, 'source'));
	const tarball = unpackTarball(path.join(temp, 'tarball'));
	const sound = [
		await scanLeg('source', source, SOURCE_FILE_PATTERNS, analyzePackage),
		await scanLeg('tarball', tarball.folder, TARBALL_FILE_PATTERNS, analyzePackage),
		checkContents(tarball),
	];
	if (sound.includes(false)) process.exitCode = 1;
} finally {
	rmSync(temp, { recursive: true, force: true });
}

async function scanLeg(name, folder, patterns, analyzePackage) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	const files = countFiles(folder, patterns);
	const findings = Number(/\((\d+) errors?,/.exec(details ?? '')?.[1] ?? (passed ? 0 : 1));
	console.log(`scan, ${name}: ${files} files, ${findings} findings`);
	if (!passed) console.error((details ?? message).replaceAll(`${folder}${path.sep}`, ''));
	// n8n's scan passes a package in which it finds nothing to look at.
	return passed && files > 0;
}

// Counts with the scanner's own globbing, which it doesn't report from.
function countFiles(folder, patterns) {
	const glob = createRequire(fileURLToPath(import.meta.resolve(SCANNER)))('fast-glob');
	return glob.sync(patterns, { cwd: folder, ignore: ['node_modules/**', '**/package-lock.json'] }).length;
}

// n8n reads the attested commit, in which there is neither dist nor node_modules.
function copySource(folder) {
	for (const part of ['package.json', 'nodes', 'credentials']) {
		cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
	}
	return folder;
}

function unpackTarball(folder) {
	mkdirSync(folder);
	const npm = (...args) =>
		execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
	const [packed] = JSON.parse(
		npm('pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${temp}`),
	);
	execFileSync('tar', ['-xzf', path.join(temp, packed.filename), '-C', folder, '--strip-components=1']);
	return { folder, packed };
}

function checkContents({ folder, packed }) {
	const files = packed.files.map((file) => file.path);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	const read = (file) => readFileSync(path.join(folder, file), 'utf8');
	const findings = [
		...findMisplaced(files).map((file) => `does not belong in the package: ${file}`),
		...findMissing(files, manifest, read).map((file) => `is missing from the package: ${file}`),
	];
	const size = `${(packed.size / 1024).toFixed(0)} kB, ${(packed.unpackedSize / 1024).toFixed(0)} kB unpacked`;
	console.log(`scan, contents: ${packed.filename}, ${files.length} files, ${size}, ${findings.length} findings`);
	for (const finding of findings) console.error(`  ${finding}`);
	return findings.length === 0;
}
