import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const SCRIPT = join(PROJECT, 'scripts', 'releasable.mjs');

const ask = (tag: string, folder: string) => {
	const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd: folder, encoding: 'utf8' });
	return { status, said: `${stdout}${stderr}`.trim().split('\n') };
};

it('this version can be published as it is: manifest, lock and changelog agree', () => {
	const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
	expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	expect(ask(`v${version}`, PROJECT)).toEqual({ status: 0, said: [`v${version} may be published.`] });
});

describe('a release', () => {
	const GOOD = {
		tag: 'v2.1.0',
		manifest: '2.1.0',
		locked: ['2.1.0', '2.1.0'],
		changelog:
			'# Changelog\n\n## [Unreleased]\n\n## [2.1.0] - 2026-01-31\n\n### Added\n\n- A tool.\n\n## [2.0.0] - 2026-01-01\n\n- All.\n',
	};
	let folder: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'releasable-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	function tried(changes: Partial<typeof GOOD>) {
		const { tag, manifest, locked, changelog } = { ...GOOD, ...changes };
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: manifest }));
		writeFileSync(
			join(folder, 'package-lock.json'),
			JSON.stringify({ version: locked[0], packages: { '': { version: locked[1] } } }),
		);
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
		return ask(tag, folder);
	}

	it('is let through where all agree', () => {
		expect(tried({})).toEqual({ status: 0, said: ['v2.1.0 may be published.'] });
	});

	it.each<[string, Partial<typeof GOOD>, string]>([
		['another tag', { tag: 'v2.1.1' }, 'The tag is "v2.1.1", and package.json is of v2.1.0'],
		['a tag without its v', { tag: '2.1.0' }, 'The tag is "2.1.0", and package.json is of v2.1.0'],
		['no tag', { tag: '' }, 'The tag is "", and package.json is of v2.1.0'],
		[
			'a lock of another version',
			{ locked: ['2.0.0', '2.0.0'] },
			'package-lock.json is of 2.0.0, and package.json of 2.1.0: run npm install --package-lock-only',
		],
		[
			'a lock changed by half',
			{ locked: ['2.1.0', '2.0.0'] },
			'package-lock.json is of 2.0.0, and package.json of 2.1.0: run npm install --package-lock-only',
		],
		[
			'no entry in the changelog',
			{ changelog: GOOD.changelog.replace('[2.1.0]', '[2.1.00]') },
			'CHANGELOG.md has no entry for 2.1.0',
		],
		[
			'an entry without a date',
			{ changelog: GOOD.changelog.replace('2026-01-31', 'Unreleased') },
			'The entry of 2.1.0 in CHANGELOG.md has no date',
		],
		[
			'an entry that tells nothing',
			{ changelog: GOOD.changelog.replace('- A tool.', '') },
			'The entry of 2.1.0 in CHANGELOG.md tells nothing',
		],
	])('is refused with %s', (_name, changes, finding) => {
		expect(tried(changes)).toEqual({ status: 1, said: [finding] });
	});

	it('is told everything at once', () => {
		expect(tried({ tag: 'v1.0.0', locked: ['1.0.0', '1.0.0'], changelog: '# Changelog\n' }).said).toHaveLength(3);
	});
});
