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

const GOOD = {
	tag: 'v2.1.0',
	lock: '2.1.0',
	title: '[2.1.0] - 2026-01-31',
	entry: '- A tool.',
	released: '2.1.0',
	later: '',
};
const NO_ENTRY = 'CHANGELOG.md has no dated entry with changes for 2.1.0';

it.each<[string, Partial<typeof GOOD>, string]>([
	['another tag', { tag: '2.1.0' }, 'The tag is "2.1.0", but package.json has v2.1.0'],
	[
		'an old lock',
		{ lock: '2.0.0' },
		'package-lock.json has another version than 2.1.0: run npm install --package-lock-only',
	],
	['no changelog entry', { title: '[2.1.00] - 2026-01-31' }, NO_ENTRY],
	['an undated entry', { title: '[2.1.0] - soon' }, NO_ENTRY],
	['an empty entry', { entry: '' }, NO_ENTRY],
	[
		'changes that belong to no release',
		{ later: '- Another tool.' },
		'CHANGELOG.md has changes under Unreleased: move them to 2.1.0',
	],
	[
		'the interface of the release before',
		{ released: '2.1.0-beta' },
		'test/interface/released.txt is of another version than 2.1.0: run npm run interface',
	],
])('releasable refuses %s', (_what, changes, problem) => {
	const { tag, lock, title, entry, released, later } = { ...GOOD, ...changes };
	const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
	mkdirSync(join(folder, 'test', 'interface'), { recursive: true });
	write(join('test', 'interface', 'released.txt'), `The public interface of ${released}\na fact\n`);
	write('package.json', '{"version": "2.1.0"}');
	write('package-lock.json', JSON.stringify({ version: lock, packages: { '': { version: lock } } }));
	write(
		'CHANGELOG.md',
		`# Changelog\n\n## [Unreleased]\n\n${later}\n\n## ${title}\n\n${entry}\n\n## [2.0.0] - 2026-01-01\n\n- All.\n`,
	);
	expect(check(tag, folder)).toBe(problem);
});
