import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const SCRIPT = join(PROJECT, 'dev', 'scripts', 'releasable.mjs');
const folder = mkdtempSync(join(tmpdir(), 'releasable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (tag: string, cwd: string) => {
	const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd, encoding: 'utf8' });
	return { status, printed: `${stdout}${stderr}`.trim().split('\n') };
};

it('this version has the same number in package.json, its lock and the changelog', () => {
	const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
	expect(check(`v${version}`, PROJECT)).toEqual({ status: 0, printed: [`v${version} can be published.`] });
});

const GOOD = { tag: 'v2.1.0', lock: ['2.1.0', '2.1.0'], title: '[2.1.0] - 2026-01-31', entry: '- A tool.' };

it.each<[string, Partial<typeof GOOD>, string]>([
	['another tag', { tag: 'v2.1.1' }, 'The tag is "v2.1.1"'],
	['a tag without v', { tag: '2.1.0' }, 'The tag is "2.1.0"'],
	['an old lock', { lock: ['2.0.0', '2.0.0'] }, 'package-lock.json has 2.0.0'],
	['a partly updated lock', { lock: ['2.1.0', '2.0.0'] }, 'package-lock.json has 2.0.0'],
	['no changelog entry', { title: '[2.1.00] - 2026-01-31' }, 'CHANGELOG.md has no entry for 2.1.0'],
	['an undated entry', { title: '[2.1.0] - soon' }, 'The CHANGELOG.md entry 2.1.0 has no date'],
	['an empty entry', { entry: '' }, 'The CHANGELOG.md entry 2.1.0 is empty'],
])('releasable refuses %s', (_what, changes, problem) => {
	const { tag, lock, title, entry } = { ...GOOD, ...changes };
	const packages = { '': { version: lock[1] } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '2.1.0' }));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ version: lock[0], packages }));
	writeFileSync(
		join(folder, 'CHANGELOG.md'),
		`# Changelog\n\n## ${title}\n\n${entry}\n\n## [2.0.0] - 2026-01-01\n\n- All.\n`,
	);
	expect(check(tag, folder)).toEqual({ status: 1, printed: [expect.stringContaining(problem)] });
});
