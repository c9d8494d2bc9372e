import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const SCRIPT = join(PROJECT, 'dev', 'scripts', 'releasable.mjs');
const folder = mkdtempSync(join(tmpdir(), 'releasable-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What releasable prints for a tag of a project that has these files. */
function check(tag: string, files: Record<string, string>, publisher = ''): string {
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	const env = { ...process.env, GITHUB_REPOSITORY: publisher };
	const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd: folder, encoding: 'utf8', env });
	return `${stdout}${stderr}`.trim();
}

const RELEASED = 'test/interface/released.txt';
const COMPOSE = 'docs/scaling/compose.yaml';
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [2.1.0] - 2026-01-31\n\n- A tool.\n\n## [2.0.0] - 2026-01-01\n';
const MANIFEST = {
	...{ name: 'a-package', version: '2.1.0' },
	author: { name: 'Ada', email: 'ada@example.dev' },
	repository: { type: 'git', url: 'git+https://github.com/ada/example.com.git' },
};
const GOOD: Record<string, string> = {
	'package.json': JSON.stringify(MANIFEST),
	'package-lock.json': '{"version": "2.1.0", "packages": {"": {"version": "2.1.0"}}}',
	'CHANGELOG.md': CHANGELOG,
	[RELEASED]: 'The public interface of 2.1.0\na fact\n',
	[COMPOSE]: 'npm install a-package@2.1.0\n',
	LICENSE: 'Copyright (c) 2026 Ada',
	'SECURITY.md': 'Report it at https://github.com/ada.',
};

it('this version has the same number in all files of the project', () => {
	const files = Object.fromEntries(
		Object.keys(GOOD).map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')]),
	);
	const manifest = JSON.parse(files['package.json']) as { version: string };
	const withAuthor = JSON.stringify({ ...manifest, author: MANIFEST.author });
	expect(check(`v${manifest.version}`, { ...files, 'package.json': withAuthor })).toBe(
		`v${manifest.version} can be published.`,
	);
});

it.each<[string, string, Record<string, string>, RegExp | string]>([
	['that a good release can be published', 'v2.1.0', {}, 'v2.1.0 can be published.'],
	['another tag', '2.1.0', {}, /^The tag is "2.1.0"/],
	['an old lock', 'v2.1.0', { 'package-lock.json': '{"version":"2.0.0","packages":{"":{}}}' }, /package-lock-only$/],
	['left changes', 'v2.1.0', { 'CHANGELOG.md': CHANGELOG.replace('ed]\n', 'ed]\n\n- One.\n') }, /under Unreleased/],
	['an old interface', 'v2.1.0', { [RELEASED]: 'The public interface of 2.1.0-beta\n' }, /txt is of another/],
	['an old Compose file', 'v2.1.0', { [COMPOSE]: 'npm install a-package@2.1.0-beta\n' }, /yaml does not install/],
])('releasable reports %s', (_what, tag, changes, problem) => {
	expect(check(tag, { ...GOOD, ...changes })).toMatch(problem);
});

it.each<[string, object]>([
	['author', { author: 'Ada <ada@example.com>' }],
	['maintainers', { maintainers: ['Bea <BEA@EXAMPLE.NET>'] }],
	['bugs', { bugs: { url: 'https://github.com/ada', email: 'bugs@company.invalid' } }],
])('releasable refuses a placeholder in the %s of package.json: %j', (field, changes) => {
	const manifest = JSON.stringify({ ...MANIFEST, ...changes });
	expect(check('v2.1.0', { ...GOOD, 'package.json': manifest })).toMatch(
		new RegExp(`^${field} in package.json has the placeholder \\S+: enter the address of the real maintainer$`),
	);
});

it.each([
	['ada/example.com', /^v2\.1\.0 can be published\.$/],
	['bea/a-package', /^repository in package\.json is not bea\/a-package, from which this is published$/],
])('releasable compares the repository with that of the publishing job: %s', (publisher, message) => {
	expect(check('v2.1.0', GOOD, publisher)).toMatch(message);
});
