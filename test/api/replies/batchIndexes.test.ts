import { matchRows } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import {
	ADA,
	BOB,
	BOTH,
	adas,
	bobs,
	requested,
	profileUrl,
	matchedEmails,
	match,
	tool,
} from '../../support/api/batchOfTwo';

describe('rows without an echo', () => {
	it.each([[[adas, bobs]], [[bobs, adas]], [[adas]], [[adas, bobs, adas]]])(
		'are not matched, in any order and number: %j',
		(rows) => {
			expect(match(rows)).toEqual({
				rows: new Map(),
				drift: rows.map(() => 'a row that does not identify its input'),
			});
		},
	);

	it('match if there is one row for one lookup', () => {
		const [ada] = requested;
		expect([...matchRows(tool, [adas], [ada], 'whole').rows.keys()]).toEqual([ADA]);
		expect(matchRows(tool, [adas, bobs], [ada], 'whole').rows.size).toBe(0);
		expect(matchRows(tool, [adas], [ada], 'partial').rows.size).toBe(0);
	});
});

describe('rows with an index', () => {
	it.each([
		['from 0', 0, 1],
		['from 1', 1, 2],
		['as text', '0', '1'],
	])('are matched by it, %s, in any order', (_what, first, second) => {
		const [ada, bob] = [
			{ index: first, ...adas },
			{ index: second, data: bobs },
		];
		for (const rows of [[ada, bob], [bob, ada], { items: [bob, ada] }]) expect(matchedEmails(rows)).toEqual(BOTH);
	});

	it.each([
		['one is missing', [{ index: 1, ...bobs }]],
		['one is repeated', [1, 1].map((index) => ({ index, ...adas }))],
		['they start at another number', [2, 3].map((index) => ({ index, ...adas }))],
		['one is too large', [0, 2].map((index) => ({ index, ...adas }))],
		['one is not a number', ['a', 'b'].map((index) => ({ index, ...adas }))],
		['one row has none', [{ index: 0, ...adas }, bobs]],
		['there are more rows than identifiers', [0, 1, 2].map((index) => ({ index, ...adas }))],
	])('are not matched if %s', (_what, rows) => {
		expect(matchedEmails(rows)).toEqual({});
	});

	it('are not matched in a partial batch', () => {
		expect(
			matchedEmails(
				[
					{ index: 0, ...adas },
					{ index: 1, ...bobs },
				],
				'partial',
			),
		).toEqual({});
	});

	it('may echo their input as well', () => {
		expect(
			matchedEmails([
				{ index: 1, slug: 'bob-example', ...bobs },
				{ index: 0, ...adas },
			]),
		).toEqual(BOTH);
	});

	it('are matched only by their echo if an echo contradicts an index', () => {
		expect(
			matchedEmails([
				{ index: 0, slug: 'bob-example', ...bobs },
				{ index: 1, ...adas },
			]),
		).toEqual({ [BOB]: bobs.email });
	});

	it('are not matched if they echo another input', () => {
		expect(
			matchedEmails([
				{ index: 0, input: 'cleo-example', ...adas },
				{ index: 1, linkedin_url: profileUrl('dora-example'), ...bobs },
			]),
		).toEqual({});
	});
});

describe('rows wrapped in an object', () => {
	const rows = [
		{ input: 'bob-example', ...bobs },
		{ input: 'ada-example', ...adas },
	];

	it.each(['items', 'results', 'data', 'people', 'rows'])('are matched within %s', (name) => {
		expect(matchedEmails({ [name]: rows, total: 2, next: null, errors: [] })).toEqual(BOTH);
		expect(matchedEmails({ [name]: { 'bob-example': bobs, 'ada-example': adas }, total: 2 })).toEqual(BOTH);
	});

	it('are not matched if two fields contain them', () => {
		expect(matchedEmails({ items: rows, matches: rows })).toEqual({});
	});

	it('are not matched if the object is also keyed by input', () => {
		expect(matchedEmails({ items: { 'bob-example': bobs }, 'ada-example': bobs })).toEqual({});
	});

	it('are not searched in a second object', () => {
		expect(matchedEmails({ data: { items: rows } })).toEqual({});
	});
});
