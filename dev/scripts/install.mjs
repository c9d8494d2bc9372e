// Installs the packages of package-lock.json with npm ci, unless node_modules matches it already. npm runs it in the
// root of the project.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const OLDEST_NODE = '20.12';

// Overrides what a user's own npm configuration or NODE_ENV=production would omit or refuse.
const NPM_CI = [
	'ci',
	'--include=dev',
	'--include=optional',
	'--include=peer',
	'--legacy-peer-deps=false',
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
	'--loglevel=error',
];

if (OLDEST_NODE.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
	console.error(
		`Node ${process.versions.node} is too old: this project needs Node ${OLDEST_NODE} or newer (https://nodejs.org).`,
	);
	process.exit(1);
}
if (!isCurrent()) {
	console.log('Installing the development packages with npm ci, usually in less than a minute ...');
	const { status } = spawnSync('npm', NPM_CI, { stdio: 'inherit', shell: process.platform === 'win32' });
	process.exit(status ?? 1);
}

// npm writes its hidden lockfile last, so it is missing after an interrupted install.
function isCurrent() {
	const wanted = packagesIn('package-lock.json');
	const installed = packagesIn('node_modules/.package-lock.json');
	return Object.entries(wanted).every(([location, { version, integrity, optional }]) => {
		if (location === '') return true;
		const found = installed[location];
		// npm installs no optional package that is made for another platform.
		if (!found) return optional === true;
		return found.version === version && found.integrity === integrity;
	});
}

function packagesIn(lockfile) {
	try {
		return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
	} catch {
		return {};
	}
}
