import {
	hasSearchResults,
	resultKey,
	searchResultsOf,
	shownTotalOf,
	totalOf,
} from '../../../nodes/IdentityResolution/api/replies/searchResults';

const ADA = { full_name: 'Ada Example' };
const ADDRESS = 'https://www.linkedin.com/in/ada-example';

describe('the results of a search', () => {
	it.each<[string, unknown, unknown[] | null, number | null, boolean]>([
		['a list beside a total', { results: [ADA], total: 9 }, [ADA], 9, true],
		['an empty list', { results: [], total: 0 }, [], 0, false],
		[
			'a list under another name, whose count may be its length',
			{ profiles: [ADA], count: '1' },
			[ADA],
			null,
			true,
		],
		['a list alone', [ADA], [ADA], null, true],
		['one entry without a list', ADA, [ADA], null, true],
		['one entry with a list of its own', { ...ADA, jobs: ['CEO'] }, [{ ...ADA, jobs: ['CEO'] }], null, true],
		['a list under an unknown name', { linkedin_profiles: [ADA] }, [ADA], null, true],
		['one beside a count', { count: 1, linkedin_profiles: [ADA] }, [ADA], null, true],
		['addresses under an unknown name', { urls: [ADDRESS], total: 1 }, [ADDRESS], 1, true],
		['an empty list under an unknown name', { hits: [], total: 20 }, [], 20, false],
		['a count beside an empty list of remarks', { count: 3, warnings: [] }, null, 3, true],
		['a count beside a list of texts', { count: 3, notes: ['broad'] }, null, 3, true],
		['suggestions without a match', { total: 0, suggestions: ['Ada?'] }, null, 0, false],
		['a count alone', { count: 3 }, null, 3, true],
		['a count of 0', { count: 0 }, null, 0, false],
		['nothing', {}, null, null, false],
		['null', null, null, null, false],
	])('with %s', (_what, results, entries, total, isMatch) => {
		expect(searchResultsOf(results)).toEqual(entries);
		expect(totalOf(results)).toBe(total);
		expect(hasSearchResults(results)).toBe(isMatch);
	});
});

describe('resultKey', () => {
	it.each<[string, unknown, unknown]>([
		['results with one address', { linkedin_url: 'x', title: 'CEO' }, { linkedin_url: 'x', title: 'CTO' }],
		['results that differ in their score', { ...ADA, _score: 1 }, { ...ADA, _score: 2 }],
		['texts', 'linkedin.com/in/ada-example', 'linkedin.com/in/ada-example'],
	])('is equal for %s', (_what, one, other) => expect(resultKey(one)).toBe(resultKey(other)));

	it.each<[string, unknown, unknown]>([
		['results with two addresses', { ...ADA, url: 'x' }, { ...ADA, url: 'y' }],
		...['https://www.linkedin.com/in/null', 'linkedin.com/in/unavailable', 'n/a'].map(
			(linkedin_url): [string, unknown, unknown] => [
				`people with the profile ${linkedin_url}`,
				{ linkedin_url, full_name: 'Ada Example' },
				{ linkedin_url, full_name: 'Bob Example' },
			],
		),
		['results without an address that differ', ADA, { ...ADA, title: 'CEO' }],
		['texts', 'linkedin.com/in/ada-example', 'linkedin.com/in/bob-example'],
	])('differs for two %s', (_what, one, other) => expect(resultKey(one)).not.toBe(resultKey(other)));

	it('is a text for a result that is none', () => expect(resultKey(undefined)).toBe(''));
});

it.each([
	[{ total: 9, count: 1, results: [ADA] }, 9],
	[{ count: 1, results: [ADA] }, 1],
	[{ results: [ADA] }, null],
])('shownTotalOf %j is %j', (results, total) => expect(shownTotalOf(results)).toBe(total));
