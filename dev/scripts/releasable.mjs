// Checks whether a tag can be published: `npm run releasable -- v1.2.3`. The tag, package.json, its lock and the changelog must
// have the same version.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const tag = process.argv[2] ?? '';
const { version } = readJson('package.json');
const problems = [...checkTag(), ...checkLock(), ...checkChangelog()];

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${tag} can be published.`);

function checkTag() {
	return tag === `v${version}` ? [] : [`The tag is "${tag}", but package.json has v${version}`];
}

function checkLock() {
	const lock = readJson('package-lock.json');
	const others = [lock.version, lock.packages[''].version].filter((one) => one !== version);
	return [...new Set(others)].map(
		(other) =>
			`package-lock.json has ${other}, but package.json has ${version}: run npm install --package-lock-only`,
	);
}

function checkChangelog() {
	const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
	const section = sections.find((one) => one.startsWith(`[${version}]`));
	if (section === undefined) return [`CHANGELOG.md has no entry for ${version}`];
	const problems = [];
	if (!/^\[[^\]]+\] - \d{4}-\d\d-\d\d$/m.test(section))
		problems.push(`The CHANGELOG.md entry ${version} has no date`);
	if (!/^- /m.test(section)) problems.push(`The CHANGELOG.md entry ${version} is empty`);
	return problems;
}

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
