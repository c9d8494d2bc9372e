import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const SCRIPT = join(PROJECT, 'dev', 'scripts', 'releasable.mjs');
const folder = mkdtempSync(join(tmpdir(), 'releasable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (tag: string, cwd: string) => {
	const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd, encoding: 'utf8' });
	return `${stdout}${stderr}`.trim();
};

it('this version has the same number in package.json, its lock and the changelog', () => {
	const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
	expect(check(`v${version}`, PROJECT)).toBe(`v${version} can be published.`);
});

const RELEASED = join('test', 'interface', 'released.txt');
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [2.1.0] - 2026-01-31\n\n- A tool.\n\n## [2.0.0] - 2026-01-01\n';
const GOOD: Record<string, string> = {
	'package.json': '{"version": "2.1.0"}',
	'package-lock.json': '{"version": "2.1.0", "packages": {"": {"version": "2.1.0"}}}',
	'CHANGELOG.md': CHANGELOG,
	[RELEASED]: 'The public interface of 2.1.0\na fact\n',
};

it.each<[string, string, Record<string, string>, RegExp | string]>([
	['that a good release can be published', 'v2.1.0', {}, 'v2.1.0 can be published.'],
	['another tag', '2.1.0', {}, /^The tag is "2.1.0"/],
	[
		'an old lock',
		'v2.1.0',
		{ 'package-lock.json': '{"version": "2.0.0", "packages": {"": {}}}' },
		/--package-lock-only$/,
	],
	['an empty entry', 'v2.1.0', { 'CHANGELOG.md': CHANGELOG.replace('- A tool.', '') }, /has no dated entry/],
	[
		'left changes',
		'v2.1.0',
		{ 'CHANGELOG.md': CHANGELOG.replace('ed]\n', 'ed]\n\n- One.\n') },
		/changes under Unreleased/,
	],
	[
		'an old interface',
		'v2.1.0',
		{ [RELEASED]: 'The public interface of 2.1.0-beta\n' },
		/released.txt is of another/,
	],
])('releasable reports %s', (_what, tag, changes, problem) => {
	mkdirSync(join(folder, 'test', 'interface'), { recursive: true });
	for (const [file, text] of Object.entries({ ...GOOD, ...changes })) writeFileSync(join(folder, file), text);
	expect(check(tag, folder)).toMatch(problem);
});
