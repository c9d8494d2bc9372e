// Brings node_modules in line with package-lock.json, and does nothing when it is already.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const PAUSES_MS = [5_000, 15_000];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// What a user's own npm configuration or NODE_ENV=production would otherwise leave out or refuse.
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

const NETWORK_TROUBLE =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|ERR_SOCKET_TIMEOUT|FETCH_ERROR|EINTEGRITY|E429|E5\d\d)\b|socket hang up|network/i;

await main();

async function main() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < OLDEST_NODE) {
		fail(
			`Node ${process.versions.node} is too old: this project needs Node ${OLDEST_NODE} or newer (https://nodejs.org).`,
		);
	}
	if (isCurrent()) return;

	console.log('Installing the development packages (npm ci, up to a minute) ...');
	const started = Date.now();
	for (let attempt = 0; ; attempt++) {
		const result = npmCi();
		if (result.ok) break;
		const network = NETWORK_TROUBLE.test(result.output);
		if (!network || attempt >= PAUSES_MS.length) {
			console.error(result.output);
			fail(
				network
					? 'The packages could not be downloaded. Is there a network connection, and does it reach the npm registry (npm ping)?'
					: 'npm ci did not succeed; the lines above say why.',
			);
		}
		const pause = PAUSES_MS[attempt];
		console.log(`The download failed, trying again in ${pause / 1000} s ...`);
		await sleep(pause);
	}
	console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

// npm writes the hidden lockfile last, so that it is missing after an install that was cut short.
function isCurrent() {
	const wanted = packagesIn('package-lock.json');
	const installed = packagesIn('node_modules/.package-lock.json');
	if (!wanted || !installed) return false;
	return Object.entries(wanted).every(([location, { version, integrity, optional }]) => {
		if (location === '') return true;
		const found = installed[location];
		// An optional package is absent where it is made for another platform.
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
	// Under `npm start` or `npm test` this is the very npm that the user called; other package managers set it too.
	const caller = process.env.npm_execpath ?? '';
	const npm = caller.endsWith('npm-cli.js') ? caller : undefined;
	const [command, args] = npm ? [process.execPath, [npm, ...NPM_ARGUMENTS]] : ['npm', NPM_ARGUMENTS];
	const { status, stdout, stderr, error } = spawnSync(command, args, {
		cwd: ROOT,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		shell: !npm && process.platform === 'win32',
	});
	return { ok: status === 0, output: [error?.message, stdout, stderr].filter(Boolean).join('\n').trim() };
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
