import { matchRows } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import { ECHO_NAMES } from '../../support/api/batchReplies';
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
import { identify } from '../../support/run/lookups';
import { nested } from '../../support/api/nested';

describe('the echo of a row', () => {
	it('in `input` takes precedence over the new address of the profile', () => {
		const renamed = { input: profileUrl('ada-example'), linkedin_url: profileUrl('ada-renamed'), ...adas };
		const swapped = { input: profileUrl('bob-example'), linkedin_url: profileUrl('ada-example'), ...bobs };
		expect(matchedEmails([renamed])).toEqual({ [ADA]: adas.email });
		expect(matchedEmails([renamed, swapped])).toEqual(BOTH);
	});

	it('in several fields counts if one of them was requested', () => {
		expect(matchedEmails([{ linkedin_url: profileUrl('ada-renamed'), slug: 'ada-example', ...adas }])).toEqual({
			[ADA]: adas.email,
		});
	});

	it('matches nothing if two fields were requested', () => {
		expect(matchedEmails([{ linkedin_url: profileUrl('ada-example'), slug: 'bob-example', ...adas }])).toEqual({});
	});

	it('matches nothing if `input` was not requested', () => {
		expect(matchedEmails([{ input: 'cleo-example', linkedin_url: profileUrl('ada-example'), ...adas }])).toEqual(
			{},
		);
	});

	it.each([[''], [null], [{}], [[]], [{ of: [null, ''] }], [true]])('is ignored if it is %j', (echo) => {
		expect(
			matchedEmails([
				{ input: echo, slug: 'bob-example', ...bobs },
				{ input: echo, ...adas },
			]),
		).toEqual({ [BOB]: bobs.email });
	});

	it.each(ECHO_NAMES)('is read from %s, in any order, also within the payload', (name) => {
		const ada = { [name]: profileUrl('ada-example'), ...adas };
		const bob = { data: { [name]: 'bob-example', ...bobs } };
		for (const rows of [
			[ada, bob],
			[bob, ada],
		])
			expect(matchedEmails(rows)).toEqual(BOTH);
	});

	it.each(['profile', 'matched', 'company_linkedin_url', 'id'])('is not read from %s', (name) => {
		expect(
			matchedEmails([
				{ [name]: profileUrl('ada-example'), ...adas },
				{ [name]: profileUrl('bob-example'), ...bobs },
			]),
		).toEqual({});
	});

	it('is ignored if it is not an identifier, for example the address of a company', () => {
		expect(matchedEmails([{ url: 'https://company.example', slug: 'ada-example', ...adas }])).toEqual({
			[ADA]: adas.email,
		});
	});

	it.each<[string, (slug: string) => unknown]>([
		['a request', (slug) => ({ linkedin_url: profileUrl(slug), include_mobile_phone: false })],
		['a request of slugs', (slug) => ({ linkedin_url: slug })],
		['a list', (slug) => [profileUrl(slug)]],
		['a list of requests', (slug) => ({ of: [{ url: profileUrl(slug) }] })],
	])('is read within %s, in any order', (_what, echo) => {
		const [ada, bob] = [
			{ input: echo('ada-example'), ...adas },
			{ input: echo('bob-example'), ...bobs },
		];
		for (const rows of [
			[ada, bob],
			[bob, ada],
		])
			expect(matchedEmails(rows)).toEqual(BOTH);
		expect(matchedEmails([{ input: echo('cleo-example'), ...bobs }, ada])).toEqual({ [ADA]: adas.email });
	});

	it.each([[['bob-example', 'ada-example']], [{ linkedin_url: 'cleo-example' }], [{ kind: 'profile' }]])(
		'matches nothing if it is %j',
		(echo) => {
			expect(
				matchedEmails([
					{ input: echo, ...adas },
					{ input: echo, ...bobs },
				]),
			).toEqual({});
		},
	);

	it('matches nothing if it is a part of the batch', () => {
		const input = ['ada-example', 'bob-example'];
		const { rows } = matchRows(
			tool,
			[adas, bobs, adas].map((row) => ({ input, ...row })),
			[...requested, identify(tool, 'cleo-example')],
			'whole',
		);
		expect(rows.size).toBe(0);
	});

	describe.each<[string, unknown]>([
		['list', ['ada-example', 'bob-example']],
		['request', { linkedin_urls: [profileUrl('ada-example'), profileUrl('bob-example')] }],
	])('is ignored if it repeats the whole batch as a %s', (_what, input) => {
		it('beside an echo in another field', () => {
			const rows = [
				{ input, linkedin_url: profileUrl('bob-example'), ...bobs },
				{ input, linkedin_url: profileUrl('ada-example'), ...adas },
			];
			expect(matchedEmails(rows)).toEqual(BOTH);
		});

		it('in rows keyed by input', () => {
			expect(matchedEmails({ 'bob-example': { input, ...bobs }, 'ada-example': { input, ...adas } })).toEqual(
				BOTH,
			);
		});

		it('in rows without another echo, which match nothing', () => {
			expect(
				matchedEmails([
					{ input, ...adas },
					{ input, ...bobs },
				]),
			).toEqual({});
		});
	});

	it('matches its row beside rows without an echo', () => {
		expect(matchedEmails([{ input: 'bob-example', ...bobs }, adas])).toEqual({ [BOB]: bobs.email });
	});
});

describe('matchRows reads', () => {
	it.each<[string, object, object]>([
		[
			'a payload beside the echo',
			{ slug: 'ada-example', ...adas },
			{ payload: { slug: 'ada-example', ...adas }, status: null, hasData: true },
		],
		[
			'a payload in data',
			{ slug: 'ada-example', status: 'ok', data: adas },
			{ payload: adas, status: 'ok', hasData: true },
		],
		[
			'a payload in result',
			{ slug: 'ada-example', status: 'ok', result: adas },
			{ payload: adas, status: 'ok', hasData: true },
		],
		[
			'a payload in results',
			{ slug: 'ada-example', status: 'ok', results: adas },
			{ payload: adas, status: 'ok', hasData: true },
		],
		['a payload of null', { slug: 'ada-example', data: null }, { payload: null, status: null, hasData: false }],
		[
			'a payload of nulls',
			{ slug: 'ada-example', data: { email: null } },
			{ payload: { email: null }, status: null, hasData: false },
		],
		[
			'a payload that is not an object',
			{ slug: 'ada-example', data: adas.email },
			{ payload: adas.email, status: null, hasData: true },
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

	it.each([
		['an error', { input: 'ada-example', ...adas, error: 'internal_error' }],
		['an error block', { input: 'ada-example', ...adas, error: { code: 'internal_error' } }],
	])('no answer from a row with %s', (_what, row) => {
		const { rows, drift } = match([row, { input: 'bob-example', ...bobs }]);
		expect([...rows.keys()]).toEqual([BOB]);
		expect(drift).toEqual(['an unreadable row, or different rows for the same input']);
	});
});

describe('two rows for one profile', () => {
	it.each([
		[
			'the same data in another spelling',
			{ input: 'ada-example', data: adas },
			{ input: profileUrl('ada-example'), data: adas },
			adas.email,
		],
		['another email', { input: 'ada-example', data: adas }, { input: 'ada-example', data: bobs }, undefined],
		[
			'another status',
			{ input: 'ada-example', status: 'ok', data: adas },
			{ input: 'ada-example', status: 'not_found', data: adas },
			undefined,
		],
		[
			'an error',
			{ input: 'ada-example', data: adas },
			{ input: 'ada-example', error: 'internal_error' },
			undefined,
		],
		[
			'data that is nested too deeply to compare',
			{ input: 'ada-example', data: nested(100_000, 1) },
			{ input: 'ada-example', data: nested(100_000, 1) },
			undefined,
		],
	])('match only if they agree, if the second has %s', (_what, one, other, email) => {
		for (const rows of [
			[one, other],
			[other, one],
			[one, other, one],
		])
			expect(matchedEmails(rows)[ADA]).toBe(email);
	});

	it('match nothing if they disagree, even if a third row agrees with one', () => {
		const rows = [adas, bobs, adas].map((data) => ({ input: 'ada-example', data }));
		expect(matchedEmails(rows)).toEqual({});
	});
});

describe('rows keyed by input', () => {
	it('are matched in any spelling and any order', () => {
		expect(matchedEmails({ 'uk.linkedin.com/in/Bob-Example/': bobs, 'ada-example': { data: adas } })).toEqual(BOTH);
	});

	it('match nothing if their own echo contradicts the key', () => {
		const own = { input: profileUrl('ada-example'), data: adas };
		expect(matchedEmails({ 'ada-example': own, 'bob-example': bobs })).toEqual(BOTH);
		expect(matchedEmails({ 'ada-example': bobs, 'bob-example': own })).toEqual({ [ADA]: bobs.email });
		expect(matchedEmails({ 'ada-example': bobs, 'bob-example': { ...own, input: { url: own.input } } })).toEqual({
			[ADA]: bobs.email,
		});
	});

	it('match nothing if two keys are the same profile and disagree', () => {
		expect(matchedEmails({ 'ada-example': adas, [profileUrl('ada-example')]: bobs })).toEqual({});
	});

	it.each([
		['no key was requested', { 'cleo-example': adas, 'dora-example': bobs }],
		['a value is not a row', { 'ada-example': adas.email, 'bob-example': bobs }],
		['the rows are in a list', { 'ada-example': [adas] }],
		['there is one result without a key', { email: 'ada@example.net', risk_score: 'A', last_validated_at: null }],
		['the object is empty', {}],
	])('are not found if %s', (_what, results) => {
		expect(match(results)).toEqual({
			rows: new Map(),
			drift: ['a batch whose results are neither a list nor keyed by input'],
		});
	});

	it.each([[null], [undefined], ['ada@example.net'], [7], [true]])('are not found in %j', (results) => {
		expect(match(results).rows.size).toBe(0);
	});
});

describe('the drift of matchRows', () => {
	it('reports rows that were not requested', () => {
		expect(match([{ input: 'cleo-example', ...adas }]).drift).toEqual([
			'a row for an input that was not requested',
		]);
	});

	it('is empty for a reply that fulfils the contract', () => {
		expect(
			match([
				{ input: 'ada-example', ...adas },
				{ input: 'bob-example', ...bobs },
			]).drift,
		).toEqual([]);
		expect(
			match([
				{ index: 0, ...adas },
				{ index: 1, ...bobs },
			]).drift,
		).toEqual([]);
		expect(match({ 'ada-example': adas, 'bob-example': null }).drift).toEqual([]);
	});
});

describe('identifiers with names of built-in object properties', () => {
	const odd = ['__proto__', 'constructor', 'tostring', 'hasownproperty'].map((slug) =>
		identify(tool, profileUrl(slug)),
	);

	it('are matched without changing prototypes', () => {
		const text = odd.map(
			({ value }, index) =>
				`${JSON.stringify(value)}: {"email": "person-${index}@example.net", "__proto__": {"polluted": true}}`,
		);
		const { rows } = matchRows(tool, JSON.parse(`{${text.join(', ')}}`), odd, 'whole');
		expect(odd.map(({ key }) => rows.get(key)?.payload)).toMatchObject(
			odd.map((_one, index) => ({ email: `person-${index}@example.net` })),
		);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted');
	});

	it('are not matched to inherited properties of a reply', () => {
		expect(matchRows(tool, {}, odd, 'whole').rows.size).toBe(0);
		expect(
			matchRows(
				tool,
				JSON.parse('{"__proto__": {"email": "ada@example.net"}, "constructor": null}'),
				odd,
				'whole',
			).rows.get('linkedin:__proto__'),
		).toBeUndefined();
	});
});
