// Installs the packages of package-lock.json with npm ci, unless node_modules matches it already.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const RETRY_DELAYS_MS = [5_000, 15_000];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// Overrides what a user's own npm configuration or NODE_ENV=production would omit or refuse.
const NPM_ARGUMENTS = [
	'ci',
	'--include=dev',
	'--include=optional',
	'--include=peer',
	'--bin-links=true',
	'--global=false',
	'--dry-run=false',
	'--legacy-peer-deps=false',
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
	'--loglevel=error',
];

const NETWORK_ERROR =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|ERR_SOCKET_TIMEOUT|FETCH_ERROR|EINTEGRITY|E429|E5\d\d)\b|socket hang up|network/i;

await main();

async function main() {
	if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
		const found = process.versions.node;
		fail(`Node ${found} is too old: this project needs Node ${OLDEST_NODE} or newer (https://nodejs.org).`);
	}
	if (isCurrent()) return;

	const count = Object.keys(packagesIn('package-lock.json') ?? {}).length;
	console.log(`Installing ${count} development packages with npm ci, usually in less than a minute ...`);
	const started = Date.now();
	for (const delay of [...RETRY_DELAYS_MS, undefined]) {
		const { ok, output } = await withProgress(npmCi());
		if (ok) break;
		const isNetworkError = NETWORK_ERROR.test(output);
		if (!isNetworkError || delay === undefined) {
			console.error(output);
			fail(
				isNetworkError
					? 'The packages could not be downloaded. Check the network connection to the npm registry (npm ping).'
					: 'npm ci failed; see the lines above.',
			);
		}
		console.log(`The download failed, retrying in ${delay / 1000} s ...`);
		await sleep(delay);
	}
	console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

// npm writes this hidden lockfile last, so it is missing after an interrupted install.
function isCurrent() {
	const wanted = packagesIn('package-lock.json');
	const installed = packagesIn('node_modules/.package-lock.json');
	if (!wanted || !installed) return false;
	return Object.entries(wanted).every(([location, { version, integrity, optional }]) => {
		if (location === '') return true;
		const found = installed[location];
		// npm installs no optional package that is made for another platform.
		if (!found) return optional === true;
		return found.version === version && found.integrity === integrity;
	});
}

function packagesIn(file) {
	try {
		return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;
	} catch {
		return undefined;
	}
}

function npmCi() {
	// Uses the npm that runs this script. Other package managers set npm_execpath too, but to another file.
	const caller = process.env.npm_execpath ?? '';
	const npm = caller.endsWith('npm-cli.js') ? caller : undefined;
	const [command, args] = npm ? [process.execPath, [npm, ...NPM_ARGUMENTS]] : ['npm', NPM_ARGUMENTS];
	const child = spawn(command, args, {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: !npm && process.platform === 'win32',
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	return new Promise((resolve) => {
		child.on('error', (error) => resolve({ ok: false, output: error.message }));
		child.on('close', (status) => resolve({ ok: status === 0, output: output.trim() }));
	});
}

// Counts the seconds until a promise settles: in place in a terminal, otherwise with a line every ten seconds.
async function withProgress(promise) {
	const { stdout } = process;
	const started = Date.now();
	const timer = setInterval(
		() => {
			const line = `  ${Math.round((Date.now() - started) / 1000)} s`;
			stdout.write(stdout.isTTY ? `\r${line}` : `${line}\n`);
		},
		stdout.isTTY ? 1_000 : 10_000,
	);
	const result = await promise;
	clearInterval(timer);
	if (stdout.isTTY) stdout.write('\r\x1b[K');
	return result;
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
