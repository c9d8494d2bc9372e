import { matchRows } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import { linkedinToBestPersonalEmailUsa as tool, reverseEmailLookup } from '../../support/api/tools';
import { nested } from '../../support/api/nested';
import { identify } from '../../support/run/lookups';

const [ADA, BOB] = ['linkedin:ada-example', 'linkedin:bob-example'];
const requested = ['ada-example', 'bob-example'].map((slug) => identify(tool, slug));
const adas = { email: 'ada@example.net' };
const bobs = { email: 'bob@example.net' };
const profileUrl = (slug: string) => `https://www.linkedin.com/in/${slug}`;

const match = (results: unknown, extent: 'whole' | 'partial' = 'whole') => matchRows(tool, results, requested, extent);

/** The matched email of each identifier; null for a miss. */
const matchedEmails = (results: unknown) =>
	Object.fromEntries(
		[...match(results).rows].map(([key, { payload }]) => [
			key,
			(payload as { email: string } | null)?.email ?? null,
		]),
	);

const NONE = {};
const ONLY_ADA = { [ADA]: adas.email };
const ONLY_BOB = { [BOB]: bobs.email };
const BOTH = { ...ONLY_ADA, ...ONLY_BOB };

/** Two rows, with these fields beside their data. */
const pair = (besideAda: object, besideBob: object) => [
	{ ...besideAda, ...adas },
	{ ...besideBob, ...bobs },
];

describe('the echo of a row', () => {
	it.each<[string, unknown, object]>([
		[
			'in `input` takes precedence over the new address of the profile',
			pair(
				{ input: profileUrl('ada-example'), linkedin_url: profileUrl('ada-renamed') },
				{ input: profileUrl('bob-example'), linkedin_url: profileUrl('ada-example') },
			),
			BOTH,
		],
		[
			'in several fields counts if one of them was requested',
			[{ linkedin_url: profileUrl('ada-renamed'), slug: 'ada-example', ...adas }],
			ONLY_ADA,
		],
		[
			'matches nothing if two fields were requested',
			[{ linkedin_url: profileUrl('ada-example'), slug: 'bob-example', ...adas }],
			NONE,
		],
		[
			'matches nothing if `input` was not requested',
			[{ input: 'cleo-example', linkedin_url: profileUrl('ada-example'), ...adas }],
			NONE,
		],
		[
			'is ignored if it is not an identifier, for example the address of a company',
			[{ url: 'https://company.example', slug: 'ada-example', ...adas }],
			ONLY_ADA,
		],
	])('%s', (_rule, rows, emails) => {
		expect(matchedEmails(rows)).toEqual(emails);
	});

	it.each([[''], [null], [{}], [[]], [{ of: [null, ''] }], [true]])('is ignored if it is %j', (input) => {
		expect(matchedEmails(pair({ input }, { input, slug: 'bob-example' }))).toEqual(ONLY_BOB);
	});

	it.each(['profile', 'matched', 'company_linkedin_url', 'id'])('is not read from %s', (name) => {
		const rows = pair({ [name]: profileUrl('ada-example') }, { [name]: profileUrl('bob-example') });
		expect(matchedEmails(rows)).toEqual(NONE);
	});

	it.each<[string, (slug: string) => unknown]>([
		['a request with a flag', (slug) => ({ linkedin_url: profileUrl(slug), include_mobile_phone: false })],
		['a list', (slug) => [profileUrl(slug)]],
		['a list of requests', (slug) => ({ of: [{ url: profileUrl(slug) }] })],
	])('is read within %s, in any order', (_what, echo) => {
		const rows = pair({ input: echo('ada-example') }, { input: echo('bob-example') });
		expect([rows, rows.toReversed()].map(matchedEmails)).toEqual([BOTH, BOTH]);
		expect(matchedEmails(pair({ input: echo('ada-example') }, { input: echo('cleo-example') }))).toEqual(ONLY_ADA);
	});

	it.each([[['bob-example', 'ada-example']], [{ linkedin_url: 'cleo-example' }], [{ kind: 'profile' }]])(
		'matches nothing if it is %j',
		(input) => {
			expect(matchedEmails(pair({ input }, { input }))).toEqual(NONE);
		},
	);

	it('matches nothing if it is a part of the batch', () => {
		const input = ['ada-example', 'bob-example'];
		const rows = [adas, bobs, adas].map((row) => ({ input, ...row }));
		expect(matchRows(tool, rows, [...requested, identify(tool, 'cleo-example')], 'whole').rows.size).toBe(0);
	});
	it.each<[string, unknown]>([
		['list', ['ada-example', 'bob-example']],
		['request', { linkedin_urls: [profileUrl('ada-example'), profileUrl('bob-example')] }],
	])('is ignored if it repeats the whole batch as a %s', (_what, input) => {
		const besides = ['ada-example', 'bob-example'].map((slug) => ({ input, linkedin_url: profileUrl(slug) }));
		expect(matchedEmails(pair(besides[0], besides[1]))).toEqual(BOTH);
		const keyed = { 'bob-example': { input, ...bobs }, 'ada-example': { input, ...adas } };
		expect(matchedEmails(keyed)).toEqual(BOTH);
		expect(matchedEmails(pair({ input }, { input }))).toEqual(NONE);
	});
});

describe('rows without an echo', () => {
	it('are not matched, because their order proves nothing', () => {
		const drift = Array<string>(2).fill('a row that does not identify its input');
		expect(match([adas, bobs])).toEqual({ rows: new Map(), drift });
	});

	it('match if there is one row for one lookup', () => {
		const [ada] = requested;
		expect([...matchRows(tool, [adas], [ada], 'whole').rows.keys()]).toEqual([ADA]);
		expect(matchRows(tool, [adas, bobs], [ada], 'whole').rows.size).toBe(0);
		expect(matchRows(tool, [adas], [ada], 'partial').rows.size).toBe(1);
	});
});

describe('rows with an index', () => {
	const indexed = (...indexes: unknown[]) => indexes.map((index) => ({ index, ...adas }));

	it.each([
		['from 0', 0, 1],
		['from 1', 1, 2],
		['as text', '0', '1'],
	])('are matched by it, %s, in any order', (_what, first, second) => {
		const rows = pair({ index: first }, { index: second });
		expect([rows, rows.toReversed(), { items: rows }].map(matchedEmails)).toEqual([BOTH, BOTH, BOTH]);
		expect(match(rows, 'partial').rows.size).toBe(0);
	});

	it.each([
		['one is missing', [{ index: 1, ...bobs }]],
		['one is repeated', indexed(1, 1)],
		['they start at another number', indexed(2, 3)],
		['one is too large', indexed(0, 2)],
		['one is not a number', indexed('a', 'b')],
		['one row has none', pair({ index: 0 }, {})],
		['there are more rows than identifiers', indexed(0, 1, 2)],
		[
			'they echo other inputs',
			pair({ index: 0, input: 'cleo-example' }, { index: 1, linkedin_url: profileUrl('dora-example') }),
		],
	])('are not matched if %s', (_what, rows) => {
		expect(matchedEmails(rows)).toEqual(NONE);
	});

	it('may echo their input as well, and are matched only by their echo if it contradicts an index', () => {
		expect(matchedEmails(pair({ index: 0 }, { index: 1, slug: 'bob-example' }))).toEqual(BOTH);
		expect(matchedEmails(pair({ index: 1 }, { index: 0, slug: 'bob-example' }))).toEqual(ONLY_BOB);
	});
});

describe('rows wrapped in an object', () => {
	const rows = pair({ input: 'ada-example' }, { input: 'bob-example' });

	it.each([
		['are matched beside other fields', { rows, total: 2, next: null, errors: [] }, BOTH],
		['are not matched if two fields contain them', { items: rows, matches: rows }, NONE],
		[
			'are not matched if the object is also keyed by input',
			{ items: { 'bob-example': bobs }, 'ada-example': bobs },
			NONE,
		],
		['are not searched in a second object', { data: { items: rows } }, NONE],
	])('%s', (_rule, results, emails) => {
		expect(matchedEmails(results)).toEqual(emails);
	});
});

describe('matchRows reads', () => {
	it.each<[string, object, object]>([
		['a payload of null', { slug: 'ada-example', data: null }, { payload: null, status: null, hasData: false }],
		[
			'a payload that is not an object',
			{ slug: 'ada-example', status: 'ok', data: adas.email },
			{ payload: adas.email, status: 'ok', hasData: true },
		],
		[
			'no data from an echo, a status, a message and metadata',
			{
				input: 'ada-example',
				linkedin_url: 'x',
				url: 'x',
				slug: 'x',
				status: 'done',
				message: 'x',
				metadata: { a: 1 },
				error: null,
				email: null,
			},
			{ status: 'done', hasData: false },
		],
		[
			'no data from an echo within a payload',
			{ status: 'ok', data: { input: 'ada-example', url: profileUrl('ada-example'), email: null } },
			{ hasData: false },
		],
		['no data from an error of false', { input: 'ada-example', error: false, email: null }, { hasData: false }],
		['data beside an empty error', { input: 'ada-example', error: '', ...adas }, { hasData: true }],
		[
			'data from a field of a payload that is named like an echo',
			{ input: 'ada-example', data: { url: 'https://example.com' } },
			{ hasData: true },
		],
	])('%s', (_what, row, read) => {
		expect(match([row]).rows.get(ADA)).toMatchObject(read);
	});

	it('a profile as data if the tool does not accept profiles, and as an echo if it does', () => {
		const row = { input: 'ada@example.com', linkedin: profileUrl('ada-example') };
		const { rows } = matchRows(reverseEmailLookup, [row], [identify(reverseEmailLookup, row.input)], 'whole');
		expect([...rows.values()]).toMatchObject([{ hasData: true }]);
		expect(match([{ ...row, input: 'ada-example' }]).rows.get(ADA)).toMatchObject({ hasData: false });
	});

	it.each(['internal_error', { code: 'internal_error' }])('a row with its own error %j', (error) => {
		const { rows } = match(pair({ input: 'ada-example', error }, { input: 'bob-example' }));
		expect(rows.get(ADA)).toMatchObject({ error: { code: 'internal_error' } });
	});
});

describe('two rows for one profile', () => {
	const deep = { input: 'ada-example', data: nested(100_000, 1) };

	it.each([
		['the same data in another spelling', { data: adas }, { input: profileUrl('ada-example') }, adas.email],
		['another email', { data: adas }, { data: bobs }, undefined],
		['another status', { status: 'ok', data: adas }, { status: 'not_found' }, undefined],
		['an error', { data: adas }, { data: undefined, error: 'internal_error' }, undefined],
		['data that is nested too deeply to compare', deep, deep, undefined],
	])('match only if they agree, if the second has %s', (_what, first, change, email) => {
		const one = { input: 'ada-example', ...first };
		const other = { ...one, ...change };
		// A third row that agrees with one of them decides nothing.
		for (const rows of [
			[one, other],
			[other, one],
			[one, other, one],
		])
			expect(matchedEmails(rows)[ADA]).toBe(email);
	});
});

describe('rows keyed by input', () => {
	const own = { input: profileUrl('ada-example'), data: adas };

	it.each<[string, unknown, object]>([
		['are matched if their own echo agrees', { 'ada-example': own, 'bob-example': bobs }, BOTH],
		[
			'match nothing if their own echo contradicts the key',
			{ 'ada-example': adas, 'bob-example': { ...own, data: bobs } },
			ONLY_ADA,
		],
		[
			'match nothing if a request within them contradicts the key',
			{ 'ada-example': adas, 'bob-example': { input: { url: own.input }, data: bobs } },
			ONLY_ADA,
		],
		[
			'match nothing if two keys are the same profile and disagree',
			{ 'ada-example': adas, [profileUrl('ada-example')]: bobs },
			NONE,
		],
	])('%s', (_rule, results, emails) => {
		expect(matchedEmails(results)).toEqual(emails);
	});

	it.each([
		['no key was requested', { 'cleo-example': adas, 'dora-example': bobs }],
		['a value is not a row', { 'ada-example': adas.email, 'bob-example': bobs }],
		['the rows are in a list', { 'ada-example': [adas] }],
		['there is one result without a key', { ...adas, risk_score: 'A', last_validated_at: null }],
		['the object is empty', {}],
		['there is no object', 'ada@example.net'],
		['there is nothing', null],
	])('are not found if %s', (_what, results) => {
		expect(match(results)).toEqual({
			rows: new Map(),
			drift: ['a batch whose results are neither a list nor keyed by input'],
		});
	});
});

it.each<[string, unknown, string[]]>([
	['an unrequested row', [{ input: 'cleo-example', ...adas }], ['a row for an input that was not requested']],
	['rows with echoes', pair({ input: 'ada-example' }, { input: 'bob-example' }), []],
	['rows with indexes', pair({ index: 0 }, { index: 1 }), []],
	['keyed rows', { 'ada-example': adas, 'bob-example': null }, []],
])('the drift of matchRows for %s is %j', (_what, results, drift) => {
	expect(match(results).drift).toEqual(drift);
});
