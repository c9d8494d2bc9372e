// Checks whether a tag can be published: `npm run releasable -- v1.2.3`. The tag, package.json, its lock, the changelog
// and the released interface must have the same version.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { version: locked, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((one) => one.startsWith(`[${version}] - `)) ?? '';

const unreleased = sections.find((one) => one.startsWith('[Unreleased]')) ?? '';

const problems = [];
if (tag !== `v${version}`) problems.push(`The tag is "${tag}", but package.json has v${version}`);
if (locked !== version || packages[''].version !== version)
	problems.push(`package-lock.json has another version than ${version}: run npm install --package-lock-only`);
if (!/^\S+ - \d{4}-\d\d-\d\d$/m.test(section) || !/^- /m.test(section))
	problems.push(`CHANGELOG.md has no dated entry with changes for ${version}`);
if (/^- /m.test(unreleased)) problems.push(`CHANGELOG.md has changes under Unreleased: move them to ${version}`);
if (!readFileSync('test/interface/released.txt', 'utf8').startsWith(`The public interface of ${version}\n`))
	problems.push(`test/interface/released.txt is of another version than ${version}: run npm run interface`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${tag} can be published.`);
