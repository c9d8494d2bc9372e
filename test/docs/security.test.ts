import { EVENTS } from '../../nodes/IdentityResolution/actions/trigger/events';
import manifest from '../../package.json';
import { readPage } from '../support/pageTable';

const PAGE = readPage('SECURITY.md');

describe('SECURITY.md', () => {
	it('links to the private reports of the package repository', () => {
		const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
		expect(PAGE).toContain(`(${repository}/security/advisories/new)`);
	});

	it('states correctly that there are no runtime dependencies', () => {
		expect(PAGE).toContain('The package has none.');
		expect(manifest).not.toHaveProperty('dependencies');
	});

	it('names every event of the trigger', () => {
		const table = /\| Event \| Remembers \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(PAGE)?.[1] ?? '';
		const named = table.split('\n').flatMap((line) => line.split('|')[1]?.split(',') ?? []);
		expect(
			named
				.map((name) => name.trim())
				.filter((name) => name !== '')
				.sort(),
		).toEqual(EVENTS.map(({ name }) => name).sort());
	});
});
