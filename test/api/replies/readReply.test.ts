import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/searchPage';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { hashedEmail, identify, personalEmail, reverseEmail } from '../../support/run/lookups';
import { answersOf, emailIn, refusalOf } from '../../support/api/readings';
import { hit, http } from '../../support/api/replies';

const NOW = Date.UTC(2030, 0, 1);
const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');

const read = (tool: Tool, requested: readonly Identifier[], reply: Reply) => readReply(tool, requested, reply, NOW);

describe('readReply returns an answer unchanged', () => {
	it('with its metadata and the time of the reply', () => {
		const metadata = { tokens_charged: 2, more: [1] };
		const results = { email: 'ada@example.net', unknown: { kept: true } };
		expect(answersOf(read(personalEmail, [ADA], hit(results, metadata))).answers.get(ADA.key)).toEqual({
			found: true,
			results,
			metadata,
			at: NOW,
		});
	});

	it('from a batch, with the metadata and the time of the whole reply', () => {
		const metadata = { fair_use: { records_remaining_5h: 9 } };
		const rows = [
			{ input: BOB.value, data: { email: 'bob@example.net', more: 1 } },
			{ input: ADA.value, data: null },
		];
		const { answers } = answersOf(read(personalEmail, [ADA, BOB], hit(rows, metadata)));
		expect([...answers]).toEqual(
			expect.arrayContaining([
				[ADA.key, { found: false, results: null, metadata, at: NOW }],
				[BOB.key, { found: true, results: { email: 'bob@example.net', more: 1 }, metadata, at: NOW }],
			]),
		);
	});

	it('with null for missing results and metadata', () => {
		expect(answersOf(read(personalEmail, [ADA], http(200, { status: 'not_found' }))).answers.get(ADA.key)).toEqual({
			found: false,
			results: null,
			metadata: null,
			at: NOW,
		});
	});

	const error = { error: { code: 'insufficient_tokens' } };
	const row = { input: ADA.value, data: { email: 'ada@example.net' } };

	it.each<[string, readonly Identifier[], object, number]>([
		['a single hit', [ADA], { results: row.data }, 1],
		['a single hit with an error block', [ADA], { results: row.data, ...error }, 1],
		['a single miss', [ADA], { status: 'not_found' }, 1],
		['a list in reply to a single request', [ADA], { results: [row] }, 1],
		['a batch', [ADA, BOB], { results: [row, { input: BOB.value, data: null }] }, 2],
		['a partial batch', [ADA, BOB], { results: [row], ...error }, 1],
		['a batch without any hit', [ADA, BOB], { status: 'not_found' }, 2],
	])('with the time of the reply: %s', (_reply, requested, body, count) => {
		const { answers } = answersOf(read(personalEmail, requested, http(200, { metadata: {}, ...body })));
		expect([...answers.values()].map(({ at }) => at)).toEqual(Array(count).fill(NOW));
	});

	it('of a custom tool', () => {
		const requested = readBody({ linkedin_url: ADA.value });
		const results = [{ anything: 1 }];
		expect(
			answersOf(read(customTool('linkedin_to_business_email'), [requested], hit(results))).answers.get(
				requested.key,
			),
		).toMatchObject({ found: true, results });
	});
});

describe('a list in reply to a single request', () => {
	it.each([
		['one row', [{ email: 'ada@example.net' }]],
		['one row with its echo', [{ input: 'ada-example', data: { email: 'ada@example.net' } }]],
		[
			'another row for another person',
			[
				{ input: 'bob-example', data: { email: 'bob@example.net' } },
				{ input: 'ada-example', data: { email: 'ada@example.net' } },
			],
		],
	])('of %s is read like a batch of one', (_what, results) => {
		const answer = answersOf(read(personalEmail, [ADA], hit(results))).answers.get(ADA.key);
		expect([answer?.found, emailIn(answer?.results)]).toEqual([true, 'ada@example.net']);
	});

	it.each(['linkedin_url', 'url', 'slug'])(
		'of one row answers a request by email, with the profile in its %s',
		(name) => {
			const requested = identify(reverseEmail, 'ada@example.com');
			const results = [{ first_name: 'Ada', [name]: 'https://www.linkedin.com/in/ada-example' }];
			expect(answersOf(read(reverseEmail, [requested], hit(results))).answers.get(requested.key)).toMatchObject({
				found: true,
				results: results[0],
			});
		},
	);

	it('of one row with an email that was not requested is a lost answer', () => {
		const results = [{ first_name: 'Bob', email: 'bob@example.com' }];
		expect(refusalOf(read(reverseEmail, [identify(reverseEmail, 'ada@example.com')], hit(results))).reason).toBe(
			'lost',
		);
	});

	it('of several rows contains the answer in the row with the requested email', () => {
		const requested = identify(reverseEmail, 'ada@example.com');
		const results = [
			{ first_name: 'Bob', email: 'bob@example.com' },
			{ first_name: 'Ada', email: 'ada@example.com' },
		];
		expect(answersOf(read(reverseEmail, [requested], hit(results))).answers.get(requested.key)).toMatchObject({
			found: true,
			results: results[1],
		});
	});

	it.each([
		['nothing', []],
		['two rows without echoes', [{ email: 'ada@example.net' }, { email: 'bob@example.net' }]],
		['a row for another person', [{ input: 'bob-example', email: 'bob@example.net' }]],
	])('of %s is a lost answer', (_what, results) => {
		expect(refusalOf(read(personalEmail, [ADA], hit(results))).reason).toBe('lost');
	});
});

describe('the echo of a single answer', () => {
	const md5 = '3e3417d7ef77d5932a6734b916515ed5';
	const plain = identify(hashedEmail, 'ada@example.com');
	const hashed = identify(hashedEmail, md5);

	it.each([
		['a profile in another spelling', personalEmail, ADA, 'http://uk.linkedin.com/in/Ada-Example/'],
		['an email in another case', reverseEmail, identify(reverseEmail, 'ada@example.com'), 'ADA@example.com'],
		['the email sent to the hashed-email tool', hashedEmail, plain, 'Ada@example.com'],
		['the MD5 of the requested email', hashedEmail, plain, md5.toUpperCase()],
		['the requested MD5', hashedEmail, hashed, md5],
		['the email of the requested MD5', hashedEmail, hashed, 'ada@example.com'],
		['a text that is not an identifier', personalEmail, ADA, 'first try'],
		['the request that was sent', personalEmail, ADA, { linkedin_url: 'ada-example', include_mobile_phone: false }],
		['the request that was sent with a hash', hashedEmail, plain, { md5 }],
		['an object without an identifier', personalEmail, ADA, { kind: 'profile' }],
	])('may be %s', (_what, tool, requested, input) => {
		const results = { input, first_name: 'Ada', email: 'ada@example.net' };
		expect(answersOf(read(tool, [requested], hit(results))).answers.get(requested.key)).toMatchObject({
			found: true,
			results,
		});
	});

	it.each([
		['profile', personalEmail, ADA, 'bob-example'],
		['email', reverseEmail, identify(reverseEmail, 'ada@example.com'), 'bob@example.com'],
		['email for the hashed-email tool', hashedEmail, plain, 'bob@example.com'],
		['MD5', hashedEmail, plain, '01'.repeat(16)],
		["profile's request", personalEmail, ADA, { linkedin_url: 'bob-example' }],
		["email's request", hashedEmail, plain, { email: 'bob@example.com' }],
		["MD5's request", hashedEmail, plain, { md5: '01'.repeat(16) }],
	])('that is another %s is a lost answer', (_what, tool, requested, input) => {
		expect(
			refusalOf(read(tool, [requested], hit({ input, first_name: 'Bob', email: 'bob@example.net' }))).reason,
		).toBe('lost');
	});
});

describe('a partial batch', () => {
	const partial = (results: unknown, status = 'ok') =>
		answersOf(
			read(
				personalEmail,
				[ADA, BOB],
				http(200, {
					results,
					status,
					metadata: {},
					error: { code: 'insufficient_tokens', message: 'Not enough' },
				}),
			),
		);
	const adas = { email: 'ada@example.net' };

	it.each([
		['a key with null', { [ADA.value as string]: adas, [BOB.value as string]: null }],
		[
			'an echo with null',
			[
				{ input: ADA.value, data: adas },
				{ input: BOB.value, data: null },
			],
		],
		[
			'a status that is neither hit nor miss',
			[
				{ input: ADA.value, data: adas },
				{ input: BOB.value, status: 'dropped', data: null },
			],
		],
		[
			'such a status and null fields',
			[
				{ input: ADA.value, data: adas },
				{ input: BOB.value, status: 'dropped', data: { email: null } },
			],
		],
	])('does not answer a row that it skips with %s', (_what, results) => {
		const { answers, unanswered, partialError } = partial(results);
		expect([...answers.keys()]).toEqual([ADA.key]);
		expect(unanswered).toEqual([BOB.key]);
		expect(partialError).toMatchObject({ reason: 'insufficient_tokens' });
	});

	it.each([
		[
			'its status',
			[
				{ input: ADA.value, data: adas },
				{ input: BOB.value, status: 'not_found', data: null },
			],
		],
		[
			'its null fields',
			[
				{ input: ADA.value, data: adas },
				{ input: BOB.value, data: { email: null } },
			],
		],
	])('contains a miss that is marked by %s', (_what, results) => {
		expect(partial(results).answers.get(BOB.key)).toMatchObject({ found: false });
	});

	it('keeps its error with each answer, and none without an error', () => {
		const rows = [{ input: ADA.value, data: adas }];
		expect(partial(rows).answers.get(ADA.key)?.error).toEqual({
			code: 'insufficient_tokens',
			message: 'Not enough',
		});
		const whole = answersOf(read(personalEmail, [ADA, BOB], http(200, { results: rows, metadata: {} })));
		expect(whole.answers.get(ADA.key)).not.toHaveProperty('error');
	});

	it('has no partialError if the error code is unknown', () => {
		const body = {
			results: [{ input: ADA.value, data: adas }],
			status: 'ok',
			metadata: {},
			error: { code: 'brand_new_code' },
		};
		expect(answersOf(read(personalEmail, [ADA, BOB], http(200, body)))).toMatchObject({
			unanswered: [BOB.key],
			partialError: null,
		});
	});
});

it('a single answer with data is a hit, even beside an error', () => {
	const results = { email: 'ada@example.net' };
	const body = { results, metadata: {}, error: { code: 'insufficient_tokens', message: 'Not enough' } };
	const { answers, partialError } = answersOf(read(personalEmail, [ADA], http(200, body)));
	expect(answers.get(ADA.key)).toMatchObject({ found: true, results });
	expect(partialError).toMatchObject({ reason: 'insufficient_tokens' });
});

describe('a status that the contract does not define', () => {
	const odd = (status: unknown, results: unknown) => http(200, { status, results, metadata: {} });

	it.each([
		['null', null],
		['null fields', { email: null }],
		['nothing', undefined],
	])('is a lost answer, not a miss, with results of %s', (_what, results) => {
		expect(refusalOf(read(personalEmail, [ADA], odd('error', results))).reason).toBe('lost');
	});

	describe('with a reported charge of 0', () => {
		const free = (status: unknown, results: unknown, more: object = {}) =>
			http(200, { status, results, metadata: { tokens_charged: 0 }, ...more });

		it.each([[null], [{ email: null }], [undefined], [{}]])(
			'is a miss with the status as a note: %j',
			(results) => {
				const { answers } = answersOf(read(personalEmail, [ADA], free('no_coverage', results)));
				expect(answers.get(ADA.key)).toMatchObject({ found: false, serviceNote: 'no_coverage' });
			},
		);

		it('is a miss for a whole batch, and for one row', () => {
			const whole = answersOf(read(personalEmail, [ADA, BOB], free('no_coverage', {})));
			expect([...whole.answers.values()]).toMatchObject(
				Array(2).fill({ found: false, serviceNote: 'no_coverage' }),
			);
			const rows = [{ input: ADA.value, status: 'no_coverage', data: null }];
			const { answers, unanswered } = answersOf(read(personalEmail, [ADA, BOB], free('ok', rows)));
			expect(answers.get(ADA.key)).toMatchObject({ found: false, serviceNote: 'no_coverage' });
			expect(unanswered).toEqual([BOB.key]);
		});

		it('is not a miss beside an error, nor with an HTTP error status', () => {
			const error = { error: { code: 'brand_new_code' } };
			expect(refusalOf(read(personalEmail, [ADA], free('no_coverage', {}, error))).reason).toBe('lost');
			const { body } = free('no_coverage', {}) as Extract<Reply, { is: 'http' }>;
			expect(refusalOf(read(personalEmail, [ADA], http(503, body))).reason).toBe('lost');
		});

		it('is not a miss in a partial batch', () => {
			const rows = [{ input: ADA.value, status: 'dropped', data: { email: null } }];
			const partialError = { error: { code: 'insufficient_tokens' } };
			const reading = read(personalEmail, [ADA, BOB], free('ok', rows, partialError));
			expect(reading.is === 'answers' ? [...reading.answers.keys()] : []).toEqual([]);
		});

		it('is shortened if it is long', () => {
			const { answers } = answersOf(read(personalEmail, [ADA], free('x'.repeat(1_000), {})));
			expect(answers.get(ADA.key)?.serviceNote).toHaveLength(100);
		});
	});

	it('is a hit for a row with data, and no answer for a row without data, which is retried alone', () => {
		const rows = [
			{ input: ADA.value, status: 'odd', data: { email: 'ada@example.net' } },
			{ input: BOB.value, status: 'odd', data: null },
		];
		const { answers, unanswered } = answersOf(read(personalEmail, [ADA, BOB], odd('ok', rows)));
		expect([[...answers.keys()], answers.get(ADA.key)?.found, unanswered]).toEqual([[ADA.key], true, [BOB.key]]);
	});

	it.each([
		['null', null],
		['nothing', undefined],
	])('is an answer with results of %s if the contract does not define the tool', (_what, results) => {
		const body = readBody({ id: 1 });
		expect(
			answersOf(read(customTool('some_tool'), [body], odd('accepted', results))).answers.get(body.key),
		).toMatchObject({ found: false });
	});
});

describe('a miss beside an error', () => {
	const missWith = (status: number, code: string) =>
		read(
			personalEmail,
			[ADA],
			http(status, {
				results: { email: null },
				status: 'not_found',
				metadata: {},
				error: { code, message: 'See there' },
			}),
		);

	it.each([
		[200, 'insufficient_tokens'],
		[402, 'insufficient_tokens'],
		[429, 'rate_limited'],
		[401, 'unauthorized'],
	])('that prevented the lookup is a refusal (HTTP %i, %s)', (status, code) => {
		expect(refusalOf(missWith(status, code)).reason).toBe(code);
	});

	it.each([
		[200, 'not_found'],
		[404, 'not_found'],
	])('that only repeats the miss is a miss (HTTP %i, %s)', (status, code) => {
		const { answers, partialError } = answersOf(missWith(status, code));
		expect([answers.get(ADA.key)?.found, partialError]).toEqual([false, null]);
	});

	it('keeps the error as the service sent it, and as a note for the row', () => {
		const [nested, flat] = [
			{ error: { code: 'not_found', message: 'See there', more: 1 } },
			{ error: 'not_found', message: 'See there' },
		].map((block) => {
			const body = { results: null, status: 'not_found', metadata: {}, ...block };
			return answersOf(read(personalEmail, [ADA], http(200, body))).answers.get(ADA.key);
		});
		expect(nested).toMatchObject({ error: { code: 'not_found', message: 'See there', more: 1 } });
		expect(flat).toMatchObject({ error: { code: 'not_found', message: 'See there' } });
		for (const answer of [nested, flat]) expect(answer?.serviceNote).toBe('not_found: See there');
	});

	it.each([408, 503])('is a lost answer if the lookup is uncertain (HTTP %i)', (status) => {
		expect(refusalOf(missWith(status, 'brand_new_code')).reason).toBe('lost');
	});
});

describe('an empty error block', () => {
	it.each([[null], [false], ['']])('of %j does not make a batch with indexes partial', (error) => {
		const results = [
			{ index: 0, email: 'ada@example.net' },
			{ index: 1, email: 'bob@example.net' },
		];
		const { answers, partialError } = answersOf(
			read(personalEmail, [ADA, BOB], http(200, { results, status: 'ok', metadata: {}, error })),
		);
		expect(emailIn(answers.get(BOB.key)?.results)).toBe('bob@example.net');
		expect(partialError).toBeNull();
	});
});

describe('a reply that never arrives', () => {
	it.each(['unsent', 'lost'] as const)('is a refusal of the kind %s', (is) => {
		expect(read(personalEmail, [ADA, BOB], { is, message: 'the connection was interrupted' })).toMatchObject({
			is: 'refusal',
			refusal: { reason: is, httpStatus: null, message: 'the connection was interrupted' },
			usage: { tokensCharged: null },
		});
	});
});

describe('usage', () => {
	it('is read from a refusal as well', () => {
		const reading = read(
			personalEmail,
			[ADA],
			http(429, { error: { code: 'rate_limited' }, metadata: { tokens_charged: 7 } }),
		);
		expect(reading).toMatchObject({ is: 'refusal', usage: { tokensCharged: 7 } });
	});
});

describe('identifiers with names of built-in object properties', () => {
	const odd = ['__proto__', 'constructor', 'hasOwnProperty'].map((slug) =>
		identify(personalEmail, `https://www.linkedin.com/in/${slug}`),
	);

	it('have their own answers only', () => {
		const body = JSON.parse(
			`{"results": {"${String(odd[0].value)}": {"email": "proto@example.net"}, ` +
				'"constructor": {"email": "constructor@example.net"}}, "status": "ok"}',
		) as unknown;
		const reading = answersOf(read(personalEmail, odd, http(200, body)));
		expect(odd.slice(0, 2).map(({ key }) => emailIn(reading.answers.get(key)?.results))).toEqual([
			'proto@example.net',
			'constructor@example.net',
		]);
		expect(reading.unanswered).toEqual([odd[2].key]);
	});
});

describe('readReply reads a list in reply to one lookup', () => {
	it.each<[string, unknown[], unknown]>([
		['as the row of a batch if it is one object', [{ id: 1 }], { id: 1 }],
		[
			'as rows of a batch if they echo inputs',
			[
				{ input: BOB.value, id: 2 },
				{ input: ADA.value, id: 1 },
			],
			{ input: ADA.value, id: 1 },
		],
	])('%s', (_how, results, answer) => {
		const { answers } = answersOf(read(personalEmail, [ADA], hit(results)));
		expect(answers.get(ADA.key)).toMatchObject({ found: true, results: answer });
	});

	it.each<[string, unknown[]]>([
		['texts', ['id-1', 'id-2']],
		['entries that echo no input', [{ id: 1 }, { id: 2 }]],
		['another input', [{ input: BOB.value, id: 2 }, { id: 1 }]],
		['an error', [{ error: { code: 'internal_error', message: 'No' } }, { id: 1 }]],
		['nothing', []],
	])('as no answer if it contains %s', (_what, results) => {
		expect(refusalOf(read(personalEmail, [ADA], hit(results))).reason).toBe('lost');
	});
});

it.each([
	['a hit', { results: [{ full_name: 'Ada Example' }], total: 1 }, true],
	['a miss', { results: [], total: 0 }, false],
])('readReply reads a search without a status as %s', (_what, results, found) => {
	const page = searchPage({ query: 'x' }, { limit: 25, offset: 0 });
	const { answers } = answersOf(read(searchPeople, [page], http(200, { results, metadata: {} })));
	expect(answers.get(page.key)?.found).toBe(found);
});
