// Says whether a tag may be published: `npm run releasable -- v1.2.3`. The manifest, its lock and the changelog must mean that version.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const tag = process.argv[2] ?? '';
const { version } = readJson('package.json');
const findings = [
	...findInTag(),
	...findInLock(readJson('package-lock.json')),
	...findInChangelog(readFileSync('CHANGELOG.md', 'utf8')),
];

for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exit(1);
console.log(`${tag} may be published.`);

function findInTag() {
	return tag === `v${version}` ? [] : [`The tag is "${tag}", and package.json is of v${version}`];
}

function findInLock({ version: locked, packages }) {
	const others = [...new Set([locked, packages[''].version])].filter((one) => one !== version);
	return others.map(
		(other) =>
			`package-lock.json is of ${other}, and package.json of ${version}: run npm install --package-lock-only`,
	);
}

function findInChangelog(text) {
	const [, ...sections] = text.split(/^## /m);
	const titleOf = (section) => section.split('\n', 1)[0];
	const section = sections.find((one) => one.startsWith(`[${version}]`));
	if (section === undefined) return [`CHANGELOG.md has no entry for ${version}`];
	const undated = /^\[[^\]]+\] - \d{4}-\d\d-\d\d$/.test(titleOf(section))
		? []
		: [`The entry of ${version} in CHANGELOG.md has no date`];
	const empty = /^- /m.test(section) ? [] : [`The entry of ${version} in CHANGELOG.md tells nothing`];
	return [...undated, ...empty];
}

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
