import { matchRows } from '../../../nodes/IdentityResolution/api/replies/batchRows';
import { ECHO_NAMES } from '../../support/batchReplies';
import { ADA, BOB, BOTH, adas, bobs, asked, addressOf, given, match, tool } from '../../support/batchOfTwo';
import { identify } from '../../support/lookups';
import { nested } from '../../support/nested';

describe('what a row echoes', () => {
	it('as its input counts before the address that the profile has now', () => {
		const renamed = { input: addressOf('ada-example'), linkedin_url: addressOf('ada-renamed'), ...adas };
		const swapped = { input: addressOf('bob-example'), linkedin_url: addressOf('ada-example'), ...bobs };
		expect(given([renamed])).toEqual({ [ADA]: adas.email });
		expect(given([renamed, swapped])).toEqual(BOTH);
	});

	it('under several names counts where one of them was asked', () => {
		expect(given([{ linkedin_url: addressOf('ada-renamed'), slug: 'ada-example', ...adas }])).toEqual({
			[ADA]: adas.email,
		});
	});

	it('counts for nobody where two of them were asked', () => {
		expect(given([{ linkedin_url: addressOf('ada-example'), slug: 'bob-example', ...adas }])).toEqual({});
	});

	it('as an input that was not asked counts for nobody, whatever else the row says', () => {
		expect(given([{ input: 'cleo-example', linkedin_url: addressOf('ada-example'), ...adas }])).toEqual({});
	});

	it.each([[''], [null], [{}], [[]], [{ of: [null, ''] }], [true]])('is nothing where it is %j', (echo) => {
		expect(
			given([
				{ input: echo, slug: 'bob-example', ...bobs },
				{ input: echo, ...adas },
			]),
		).toEqual({ [BOB]: bobs.email });
	});

	it.each(ECHO_NAMES)('is read from %s, in any order, also within the payload', (name) => {
		const ada = { [name]: addressOf('ada-example'), ...adas };
		const bob = { data: { [name]: 'bob-example', ...bobs } };
		for (const rows of [
			[ada, bob],
			[bob, ada],
		])
			expect(given(rows)).toEqual(BOTH);
	});

	it.each(['profile', 'matched', 'company_linkedin_url', 'id'])('is not read from %s', (name) => {
		expect(
			given([
				{ [name]: addressOf('ada-example'), ...adas },
				{ [name]: addressOf('bob-example'), ...bobs },
			]),
		).toEqual({});
	});

	it('is ignored if it is not an identifier, for example the address of a company', () => {
		expect(given([{ url: 'https://company.example', slug: 'ada-example', ...adas }])).toEqual({
			[ADA]: adas.email,
		});
	});

	it.each<[string, (slug: string) => unknown]>([
		['a request', (slug) => ({ linkedin_url: addressOf(slug), include_mobile_phone: false })],
		['a request of slugs', (slug) => ({ linkedin_url: slug })],
		['a list', (slug) => [addressOf(slug)]],
		['a list of requests', (slug) => ({ of: [{ url: addressOf(slug) }] })],
	])('counts also within %s, in any order', (_what, echo) => {
		const [ada, bob] = [
			{ input: echo('ada-example'), ...adas },
			{ input: echo('bob-example'), ...bobs },
		];
		for (const rows of [
			[ada, bob],
			[bob, ada],
		])
			expect(given(rows)).toEqual(BOTH);
		expect(given([{ input: echo('cleo-example'), ...bobs }, ada])).toEqual({ [ADA]: adas.email });
	});

	it.each([[['bob-example', 'ada-example']], [{ linkedin_url: 'cleo-example' }], [{ kind: 'profile' }]])(
		'counts for nobody where it is %j',
		(echo) => {
			expect(
				given([
					{ input: echo, ...adas },
					{ input: echo, ...bobs },
				]),
			).toEqual({});
		},
	);

	it('counts for nobody where it is a part of the batch', () => {
		const input = ['ada-example', 'bob-example'];
		const { rows } = matchRows(
			tool,
			[adas, bobs, adas].map((row) => ({ input, ...row })),
			[...asked, identify(tool, 'cleo-example')],
			'whole',
		);
		expect(rows.size).toBe(0);
	});

	describe.each<[string, unknown]>([
		['list', ['ada-example', 'bob-example']],
		['request', { linkedin_urls: [addressOf('ada-example'), addressOf('bob-example')] }],
	])('is nothing where it repeats the whole batch as a %s', (_what, input) => {
		it("beside the address of the row's own", () => {
			const rows = [
				{ input, linkedin_url: addressOf('bob-example'), ...bobs },
				{ input, linkedin_url: addressOf('ada-example'), ...adas },
			];
			expect(given(rows)).toEqual(BOTH);
		});

		it('in rows that stand under their own names', () => {
			expect(given({ 'bob-example': { input, ...bobs }, 'ada-example': { input, ...adas } })).toEqual(BOTH);
		});

		it('in rows without any other echo, although they are in order', () => {
			expect(
				given([
					{ input, ...adas },
					{ input, ...bobs },
				]),
			).toEqual({});
		});
	});

	it('matches its row beside rows without an echo', () => {
		expect(given([{ input: 'bob-example', ...bobs }, adas])).toEqual({ [BOB]: bobs.email });
	});
});

describe('what is read of a row', () => {
	it.each<[string, object, object]>([
		[
			'its payload beside the echo',
			{ slug: 'ada-example', ...adas },
			{ payload: { slug: 'ada-example', ...adas }, status: null, hasData: true },
		],
		[
			'its payload under data',
			{ slug: 'ada-example', status: 'ok', data: adas },
			{ payload: adas, status: 'ok', hasData: true },
		],
		[
			'its payload under result',
			{ slug: 'ada-example', status: 'ok', result: adas },
			{ payload: adas, status: 'ok', hasData: true },
		],
		[
			'its payload under results',
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
			'a payload that is no object',
			{ slug: 'ada-example', data: adas.email },
			{ payload: adas.email, status: null, hasData: true },
		],
		[
			'that its echo, status, message and metadata are no data',
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
			'that an echo within a payload is no data',
			{ status: 'ok', data: { input: 'ada-example', url: addressOf('ada-example'), email: null } },
			{ hasData: false },
		],
		['that no error is no data', { input: 'ada-example', error: false, email: null }, { hasData: false }],
		['that an empty error is none', { input: 'ada-example', error: '', ...adas }, { hasData: true }],
		[
			'that the same names within a payload are data',
			{ input: 'ada-example', data: { url: 'https://example.com' } },
			{ hasData: true },
		],
	])('%s', (_what, row, read) => {
		expect(match([row]).rows.get(ADA)).toMatchObject(read);
	});

	it.each([
		['an error of its own', { input: 'ada-example', ...adas, error: 'internal_error' }],
		['an error block of its own', { input: 'ada-example', ...adas, error: { code: 'internal_error' } }],
	])('nothing, where it has %s', (_what, row) => {
		const { rows, drift } = match([row, { input: 'bob-example', ...bobs }]);
		expect([...rows.keys()]).toEqual([BOB]);
		expect(drift).toEqual(['a row that is unreadable, or answered twice in different ways']);
	});
});

describe('two rows for one profile', () => {
	it.each([
		[
			'the same in another spelling',
			{ input: 'ada-example', data: adas },
			{ input: addressOf('ada-example'), data: adas },
			adas.email,
		],
		['another e-mail', { input: 'ada-example', data: adas }, { input: 'ada-example', data: bobs }, undefined],
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
			'data nested too deep to compare',
			{ input: 'ada-example', data: nested(100_000, 1) },
			{ input: 'ada-example', data: nested(100_000, 1) },
			undefined,
		],
	])('of which the second has %s', (_what, one, other, email) => {
		for (const rows of [
			[one, other],
			[other, one],
			[one, other, one],
		])
			expect(given(rows)[ADA]).toBe(email);
	});

	it('that disagree are not saved by a third', () => {
		const rows = [adas, bobs, adas].map((data) => ({ input: 'ada-example', data }));
		expect(given(rows)).toEqual({});
	});
});

describe('rows keyed by input', () => {
	it('are matched in any spelling and any order', () => {
		expect(given({ 'uk.linkedin.com/in/Bob-Example/': bobs, 'ada-example': { data: adas } })).toEqual(BOTH);
	});

	it('may say themselves what they were asked, and count for nobody where that is another profile', () => {
		const own = { input: addressOf('ada-example'), data: adas };
		expect(given({ 'ada-example': own, 'bob-example': bobs })).toEqual(BOTH);
		expect(given({ 'ada-example': bobs, 'bob-example': own })).toEqual({ [ADA]: bobs.email });
		expect(given({ 'ada-example': bobs, 'bob-example': { ...own, input: { url: own.input } } })).toEqual({
			[ADA]: bobs.email,
		});
	});

	it('count for nobody where two keys name one profile and disagree', () => {
		expect(given({ 'ada-example': adas, [addressOf('ada-example')]: bobs })).toEqual({});
	});

	it.each([
		['no key was asked', { 'cleo-example': adas, 'dora-example': bobs }],
		['a value is no row', { 'ada-example': adas.email, 'bob-example': bobs }],
		['they are in a list', { 'ada-example': [adas] }],
		['it is one bare result', { email: 'ada@example.net', risk_score: 'A', last_validated_at: null }],
		['it is empty', {}],
	])('are none where %s', (_what, results) => {
		expect(match(results)).toEqual({
			rows: new Map(),
			drift: ['a batch whose results are neither a list nor keyed by input'],
		});
	});

	it.each([[null], [undefined], ['ada@example.net'], [7], [true]])('are none in %j', (results) => {
		expect(match(results).rows.size).toBe(0);
	});
});

describe('drift', () => {
	it('tells of rows that nobody asked for', () => {
		expect(match([{ input: 'cleo-example', ...adas }]).drift).toEqual(['a row for something that was not asked']);
	});

	it('is none in a reply that is in order', () => {
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

describe('identifiers named like what every object has', () => {
	const odd = ['__proto__', 'constructor', 'tostring', 'hasownproperty'].map((slug) =>
		identify(tool, addressOf(slug)),
	);

	it('are matched as any other, and leave every other object alone', () => {
		const text = odd.map(
			({ value }, place) =>
				`${JSON.stringify(value)}: {"email": "person-${place}@example.net", "__proto__": {"polluted": true}}`,
		);
		const { rows } = matchRows(tool, JSON.parse(`{${text.join(', ')}}`), odd, 'whole');
		expect(odd.map(({ key }) => rows.get(key)?.payload)).toMatchObject(
			odd.map((_one, place) => ({ email: `person-${place}@example.net` })),
		);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted');
	});

	it('are not found in what a reply inherits', () => {
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
