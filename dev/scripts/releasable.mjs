// Checks whether a tag can be published: `npm run releasable -- v1.2.3`. The tag, package.json, its lock, the changelog,
// the released interface and the Compose file must have the same version, and maintainer and repository must be real.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const tag = process.argv[2] ?? '';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { name, version } = manifest;
const { version: locked, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((one) => one.startsWith(`[${version}] - `)) ?? '';
const unreleased = sections.find((one) => one.startsWith('[Unreleased]')) ?? '';

/** Domains of documentation and tests (RFC 2606), which belong to no maintainer. */
const RESERVED = /(?:^|\.)example\.(?:com|net|org)$|\.(?:example|invalid|localhost|test)$/i;

/** The email addresses and URLs in a text whose host is reserved. */
const placeholdersIn = (text) =>
	[...text.matchAll(/[^\s"'<>()]*?(?:@|\/\/)([\w.-]*\w)/g)]
		.filter(([, host]) => RESERVED.test(host))
		.map(([address]) => address);

/** The places that name the maintainer, with their texts. */
const MAINTAINER = [
	...['author', 'contributors', 'maintainers', 'bugs', 'funding', 'homepage', 'repository'].map((field) => [
		`${field} in package.json`,
		JSON.stringify(manifest[field] ?? ''),
	]),
	...['LICENSE', 'SECURITY.md'].map((file) => [file, readFileSync(file, 'utf8')]),
];

const problems = [];
if (tag !== `v${version}`) problems.push(`The tag is "${tag}", but package.json has v${version}`);
if (locked !== version || packages[''].version !== version)
	problems.push(`package-lock.json has another version than ${version}: run npm install --package-lock-only`);
if (!/^\S+ - \d{4}-\d\d-\d\d$/m.test(section) || !/^- /m.test(section))
	problems.push(`CHANGELOG.md has no dated entry with changes for ${version}`);
if (/^- /m.test(unreleased)) problems.push(`CHANGELOG.md has changes under Unreleased: move them to ${version}`);
if (!readFileSync('test/interface/released.txt', 'utf8').startsWith(`The public interface of ${version}\n`))
	problems.push(`test/interface/released.txt is of another version than ${version}: run npm run interface`);
if (!readFileSync('docs/scaling/compose.yaml', 'utf8').split(/\s/).includes(`${name}@${version}`))
	problems.push(`docs/scaling/compose.yaml does not install ${name}@${version}`);
// GitHub sets it in the job that publishes. npm refuses a provenance from another repository only after the approval.
const { GITHUB_REPOSITORY: publisher } = process.env;
if (publisher && manifest.repository.url !== `git+https://github.com/${publisher}.git`)
	problems.push(`repository in package.json is not ${publisher}, from which this is published`);
for (const [place, text] of MAINTAINER) {
	const [placeholder] = placeholdersIn(text);
	if (placeholder !== undefined)
		problems.push(`${place} has the placeholder ${placeholder}: enter the address of the real maintainer`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${tag} can be published.`);
