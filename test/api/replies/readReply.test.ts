import { readBody, searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { searchPeople } from '../../support/api/tools';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { businessProfile, hashedEmail, identify, personalEmail, reverseEmail } from '../../support/run/lookups';
import { answersOf, refusalOf } from '../../support/api/readings';
import { hit, http } from '../../support/api/replies';

const NOW = Date.UTC(2030, 0, 1);
const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');
const EMAIL_OF_ADA = identify(reverseEmail, 'ada@example.com');
const ADAS = { email: 'ada@example.net', risk_score: 'A', last_validated_at: null };
const NOT_ENOUGH = { code: 'insufficient_tokens', message: 'Not enough' };

const read = (tool: Tool, requested: readonly Identifier[], reply: Reply) => readReply(tool, requested, reply, NOW);
const readOne = (status: number, body: object) => read(personalEmail, [ADA], http(status, body));
const readBoth = (status: number, body: object) => read(personalEmail, [ADA, BOB], http(status, body));
const answerTo = (tool: Tool, requested: Identifier, results: unknown) =>
	answersOf(read(tool, [requested], hit(results))).answers.get(requested.key);

describe('readReply returns an answer unchanged', () => {
	it('with its metadata and the time of the reply', () => {
		const metadata = { tokens_charged: 2, more: [1] };
		const results = { email: 'ada@example.net', unknown: { kept: true } };
		const { answers } = answersOf(read(personalEmail, [ADA], hit(results, metadata)));
		expect(answers.get(ADA.key)).toEqual({ found: true, results, metadata, at: NOW });
	});

	it('from a batch, with the metadata and the time of the whole reply', () => {
		const metadata = { fair_use: { records_remaining_5h: 9 } };
		const rows = [
			{ input: BOB.value, data: { email: 'bob@example.net', more: 1 } },
			{ input: ADA.value, data: null },
		];
		const { answers } = answersOf(read(personalEmail, [ADA, BOB], hit(rows, metadata)));
		expect(Object.fromEntries(answers)).toEqual({
			[ADA.key]: { found: false, results: null, metadata, at: NOW },
			[BOB.key]: { found: true, results: { email: 'bob@example.net', more: 1 }, metadata, at: NOW },
		});
	});

	it('with null for missing results and metadata', () => {
		expect(answersOf(readOne(200, { status: 'not_found' })).answers.get(ADA.key)).toEqual({
			found: false,
			results: null,
			metadata: null,
			at: NOW,
		});
	});

	it('of a custom tool', () => {
		const results = [{ anything: 1 }];
		const body = readBody({ linkedin_url: ADA.value });
		expect(answerTo(customTool('linkedin_to_business_email'), body, results)).toMatchObject({
			found: true,
			results,
		});
	});
});

describe('readReply reads a list in reply to one lookup', () => {
	it.each<[string, Tool, Identifier, unknown[], unknown]>([
		['as its answer if it is one object', personalEmail, ADA, [{ id: 1 }], { id: 1 }],
		[
			'by the payload of the row that echoes the input',
			personalEmail,
			ADA,
			[
				{ input: BOB.value, data: { id: 2 } },
				{ input: ADA.value, data: { id: 1 } },
			],
			{ id: 1 },
		],
		[
			'by the row with the requested email',
			reverseEmail,
			EMAIL_OF_ADA,
			[
				{ first_name: 'Bob', email: 'bob@example.com' },
				{ first_name: 'Ada', email: 'ada@example.com' },
			],
			{ first_name: 'Ada', email: 'ada@example.com' },
		],
		...['linkedin_url', 'url', 'slug'].map((name): [string, Tool, Identifier, unknown[], unknown] => [
			`as the answer about an email, with the profile in its ${name}`,
			reverseEmail,
			EMAIL_OF_ADA,
			[{ first_name: 'Ada', [name]: ADA.value }],
			{ [name]: ADA.value },
		]),
	])('%s', (_how, tool, requested, list, results) => {
		expect(answerTo(tool, requested, list)).toMatchObject({ found: true, results });
	});

	it.each<[string, unknown[]]>([
		['nothing', []],
		['texts', ['id-1', 'id-2']],
		['entries that echo no input', [{ id: 1 }, { id: 2 }]],
	])('as one answer, which is not paid for again, if it contains %s', (_what, results) => {
		expect(answerTo(personalEmail, ADA, results)).toMatchObject({ found: true, results });
	});

	it.each<[string, Tool, Identifier, unknown[]]>([
		['another input', personalEmail, ADA, [{ input: BOB.value, id: 2 }]],
		['an error', personalEmail, ADA, [{ error: { code: 'internal_error', message: 'No' } }, { id: 1 }]],
	])('as a lost answer if it contains %s', (_what, tool, requested, results) => {
		expect(refusalOf(read(tool, [requested], hit(results))).reason).toBe('lost');
	});
});

describe('the echo of a single answer', () => {
	const md5 = '3e3417d7ef77d5932a6734b916515ed5';
	const plain = identify(hashedEmail, 'ada@example.com');
	const hashed = identify(hashedEmail, md5);

	it.each([
		['a profile in another spelling', personalEmail, ADA, 'http://uk.linkedin.com/in/Ada-Example/'],
		['an email in another case', reverseEmail, EMAIL_OF_ADA, 'ADA@example.com'],
		['the MD5 of the requested email', hashedEmail, plain, md5.toUpperCase()],
		['the email of the requested MD5', hashedEmail, hashed, 'ada@example.com'],
		['a text that is not an identifier', personalEmail, ADA, 'first try'],
		['the request that was sent', personalEmail, ADA, { linkedin_url: 'ada-example', include_mobile_phone: false }],
		['the request that was sent with a hash', hashedEmail, plain, { md5 }],
		['an object without an identifier', personalEmail, ADA, { kind: 'profile' }],
	])('may be %s', (_what, tool, requested, input) => {
		const results = { input, first_name: 'Ada', email: 'ada@example.net' };
		expect(answerTo(tool, requested, results)).toMatchObject({ found: true, results });
	});

	it.each([
		['profile', personalEmail, ADA, 'bob-example'],
		['email', reverseEmail, EMAIL_OF_ADA, 'bob@example.com'],
		['email for the hashed-email tool', hashedEmail, plain, 'bob@example.com'],
		['MD5', hashedEmail, plain, '01'.repeat(16)],
		["profile's request", personalEmail, ADA, { linkedin_url: 'bob-example' }],
		["MD5's request", hashedEmail, plain, { md5: '01'.repeat(16) }],
	])('that is another %s is a lost answer', (_what, tool, requested, input) => {
		const results = { input, first_name: 'Bob', email: 'bob@example.net' };
		expect(refusalOf(read(tool, [requested], hit(results))).reason).toBe('lost');
	});
});

describe('a partial batch', () => {
	const partial = (...rows: object[]) =>
		answersOf(readBoth(200, { results: rows, status: 'ok', metadata: {}, error: NOT_ENOUGH }));
	const adas = { input: ADA.value, data: ADAS };

	it.each([
		['null', { data: null }],
		['the status ok and null fields', { status: 'ok', data: { email: null } }],
		['an empty object', { data: {} }],
		['fields of its own', { email: null, risk_score: '' }],
		['a status that is neither hit nor miss', { status: 'dropped', data: null }],
		['such a status and null fields', { status: 'dropped', data: { email: null } }],
	])('does not answer a row that it skips with %s', (_what, bobs) => {
		const { answers, partialError } = partial(adas, { input: BOB.value, ...bobs });
		expect([...answers.keys()]).toEqual([ADA.key]);
		expect(partialError).toMatchObject({ reason: 'insufficient_tokens' });
	});

	it('contains a miss only if its own status says so', () => {
		const { answers } = partial(adas, { input: BOB.value, status: 'not_found', data: null });
		expect(answers.get(BOB.key)).toMatchObject({ found: false });
	});

	it('keeps its error with each answer, and none without an error', () => {
		expect(partial(adas).answers.get(ADA.key)?.error).toEqual(NOT_ENOUGH);
		const whole = answersOf(readBoth(200, { results: [adas], metadata: {} }));
		expect(whole.answers.get(ADA.key)).not.toHaveProperty('error');
	});

	it('has no partialError if the error code is unknown, and null fields are a miss then', () => {
		const results = [adas, { input: BOB.value, data: { email: null } }];
		const error = { code: 'brand_new_code' };
		const { answers, partialError } = answersOf(readBoth(200, { results, status: 'ok', metadata: {}, error }));
		expect([answers.get(BOB.key)?.found, partialError]).toEqual([false, null]);
	});

	it.each([[null], [false], ['']])('is not one with an error block of %j', (error) => {
		const results = [ADAS, { email: 'bob@example.net' }].map((row, index) => ({ index, ...row }));
		const { answers, partialError } = answersOf(readBoth(200, { results, status: 'ok', metadata: {}, error }));
		expect([answers.size, partialError]).toEqual([2, null]);
	});
});

describe('a batch without rows', () => {
	const metadata = { fair_use: { records_remaining_5h: 9 } };

	it.each([
		['null fields', { results: { email: null } }, { email: null }],
		['results of null', { results: null }, null],
		['no results', {}, null],
	])('with the status not_found and %s is a miss for every row', (_what, body, results) => {
		const miss = { found: false, isUnnamed: true, results, metadata, at: NOW };
		expect(readBoth(200, { ...body, status: 'not_found', metadata })).toMatchObject({
			answers: new Map([ADA, BOB].map(({ key }) => [key, miss])),
			partialError: null,
			drift: [],
		});
	});

	it.each([
		['an error block', { status: 'not_found', error: NOT_ENOUGH }, 'insufficient_tokens'],
		['neither results nor a status', {}, 'lost'],
	])('is a refusal with %s', (_what, body, reason) => {
		expect(refusalOf(readBoth(200, { metadata, ...body })).reason).toBe(reason);
	});

	it.each(['ok', 'done'])('answers no row if its status is %s, so that the rows are retried one by one', (status) => {
		expect(answersOf(readBoth(200, { status, metadata })).answers.size).toBe(0);
	});
});

describe('readReply reads a single answer as a batch of one', () => {
	const bob = { email: 'bob@example.net' };
	const noData = { email: null, risk_score: null };
	const shapes: ReadonlyArray<[shape: string, results: (data: unknown, own: object) => unknown]> = [
		['the results', (data) => data],
		['a list of one row', (data, own) => [{ data, ...own }]],
		['a row that repeats the input', (data, own) => [{ input: ADA.value, data, ...own }]],
		['a list within an object', (data, own) => ({ rows: [{ input: ADA.value, data, ...own }] })],
		['an object by input', (data, own) => ({ [String(ADA.value)]: { data, ...own } })],
	];

	it.each<[number, string | null, object | null, string | null, boolean | 'refused']>([
		...[100, 200, 300, 402, 403, 404, 422, 500].flatMap(
			(status): Array<[number, string | null, object | null, string | null, boolean | 'refused']> => [
				[status, null, ADAS, null, true],
				[status, 'ok', ADAS, 'any', true],
				[status, 'found', ADAS, 'insufficient_tokens', true],
				[status, null, { hint: 'top up' }, 'any', status === 200 ? true : 'refused'],
			],
		),
		[200, 'ok', noData, null, true],
		[200, null, noData, null, false],
		[200, 'not_found', noData, null, false],
		[200, 'not_found', ADAS, null, false],
		[200, null, noData, 'insufficient_tokens', 'refused'],
		[402, null, noData, 'insufficient_tokens', 'refused'],
		[404, 'not_found', noData, null, 'refused'],
		[200, 'pending', noData, null, 'refused'],
	])('at HTTP %i with the status %j, %j and the error %j: %s', (http, status, data, code, expected) => {
		const error = code === null ? {} : { error: { code, message: 'No' } };
		for (const [shape, resultsOf] of shapes) {
			const isWhole = shape === 'the results';
			const own = status === null ? {} : { status };
			const results = resultsOf(data, own);
			const reading = readOne(http, { results, ...(isWhole && own), ...error, metadata: {} });
			const answer = reading.is === 'answers' ? reading.answers.get(ADA.key) : undefined;
			expect([shape, answer?.found ?? 'refused']).toEqual([shape, expected]);
			if (answer?.found) expect(answer.results).toEqual(data);
		}
	});

	it.each<[string, object]>([
		['another input', { results: [{ input: BOB.value, data: bob }] }],
		['another input in its data', { results: { input: BOB.value, ...bob } }],
		['another input by its name', { results: { [String(BOB.value)]: bob } }],
	])('does not answer with %s', (_what, body) => {
		expect(refusalOf(readOne(200, body)).reason).toBe('lost');
	});

	it('reads the only row of a batch from a tool that returns a list', () => {
		const list: Tool = { ...reverseEmail, listResult: true };
		const row = { input: 'ada@example.com', data: null, status: 'not_found' };
		expect(answerTo(list, EMAIL_OF_ADA, [row])).toMatchObject({ found: false });
		expect(answerTo(list, EMAIL_OF_ADA, [{ maid: 'a1' }])).toMatchObject({ results: [{ maid: 'a1' }] });
	});

	it('leaves lists and objects within a profile where they are', () => {
		const ofCompany = identify(businessProfile, 'company');
		const results = { company: { name: 'Example Ltd' }, person: { full_name: 'Ada Example' } };
		const jobs = { ...results, education: [{ school: 'Example School' }], colleagues: [{ url: ofCompany.value }] };
		for (const one of [results, jobs]) expect(answerTo(businessProfile, ofCompany, one)?.results).toEqual(one);
	});
});

describe('readReply of an error status', () => {
	it.each<[string, object, boolean | undefined]>([
		['returns a row with data', { status: 'ok', data: ADAS }, true],
		['returns a row with data and without a status', { data: ADAS }, true],
		['returns a miss that a row reports', { status: 'not_found', data: null }, false],
		['does not answer another row without data', { data: { email: null } }, undefined],
		['does not answer a row with status ok and without data', { status: 'ok', data: { email: null } }, undefined],
	])('%s', (_rule, row, found) => {
		const rows = [
			{ input: ADA.value, ...row },
			{ input: BOB.value, data: ADAS },
		];
		const { answers } = answersOf(readBoth(500, { results: rows, metadata: {} }));
		expect(answers.get(ADA.key)?.found).toBe(found);
	});

	it.each([
		[403, { results: { hint: 'Choose a plan' }, error: { code: 'plan_restricted' } }, 'plan_restricted'],
		[500, { results: {}, status: 'ok' }, 'internal_error'],
		[402, { results: { email: null }, error: { code: 'insufficient_tokens' } }, 'insufficient_tokens'],
		[404, { results: {} }, 'unknown_tool'],
	])('returns a refusal for %i with %j', (status, body, reason) => {
		expect(refusalOf(readOne(status, body)).reason).toBe(reason);
	});
});

it('a single answer with data is a hit, even beside an error', () => {
	const { answers, partialError } = answersOf(readOne(200, { results: ADAS, metadata: {}, error: NOT_ENOUGH }));
	expect(answers.get(ADA.key)).toMatchObject({ found: true, results: ADAS });
	expect(partialError).toMatchObject({ reason: 'insufficient_tokens' });
});

describe('a status that the contract does not define', () => {
	it.each([[null], [{ email: null }], [undefined]])('is a lost answer, not a miss, with results of %j', (results) => {
		expect(refusalOf(readOne(200, { status: 'error', results, metadata: {} })).reason).toBe('lost');
	});

	describe('with a reported charge of 0', () => {
		const metadata = { tokens_charged: 0 };
		const free = { status: 'no_coverage', results: {}, metadata };
		const miss = { found: false, serviceNote: 'no_coverage' };

		it.each([[null], [{ email: null }], [undefined], [{}]])(
			'is a miss with the status as a note: %j',
			(results) => {
				expect(answersOf(readOne(200, { ...free, results })).answers.get(ADA.key)).toMatchObject(miss);
			},
		);

		it('is a miss for a whole batch, and for one row', () => {
			expect([...answersOf(readBoth(200, free)).answers.values()]).toMatchObject([miss, miss]);
			const results = [{ input: ADA.value, status: 'no_coverage', data: null }];
			const { answers } = answersOf(readBoth(200, { status: 'ok', results, metadata }));
			expect([...answers]).toMatchObject([[ADA.key, miss]]);
		});

		it('is not a miss beside an error, with an HTTP error status, or in a partial batch', () => {
			expect(refusalOf(readOne(200, { ...free, error: { code: 'brand_new_code' } })).reason).toBe('lost');
			expect(refusalOf(readOne(503, free)).reason).toBe('lost');
			const results = [{ input: ADA.value, status: 'dropped', data: { email: null } }];
			expect(answersOf(readBoth(200, { status: 'ok', results, metadata, error: NOT_ENOUGH })).answers.size).toBe(
				0,
			);
		});

		it('is shortened if it is long', () => {
			const { answers } = answersOf(readOne(200, { ...free, status: 'x'.repeat(1_000) }));
			expect(answers.get(ADA.key)?.serviceNote).toHaveLength(100);
		});
	});

	it('is a hit for a row with data, and no answer for a row without data, which is retried alone', () => {
		const results = [
			{ input: ADA.value, status: 'odd', data: ADAS },
			{ input: BOB.value, status: 'odd', data: null },
		];
		const { answers } = answersOf(readBoth(200, { status: 'ok', results, metadata: {} }));
		expect([...answers]).toMatchObject([[ADA.key, { found: true }]]);
	});

	it.each([[null], [undefined]])('is an answer of a tool outside the contract, with results of %j', (results) => {
		const body = readBody({ id: 1 });
		const reply = http(200, { status: 'accepted', results, metadata: {} });
		expect(answersOf(read(customTool('some_tool'), [body], reply)).answers.get(body.key)?.found).toBe(false);
	});
});

describe('a miss beside an error', () => {
	const missWith = (status: number, error: unknown, more: object = {}) =>
		readOne(status, { results: { email: null }, status: 'not_found', metadata: {}, error, ...more });

	it.each([
		[200, 'insufficient_tokens', 'insufficient_tokens'],
		[402, 'insufficient_tokens', 'insufficient_tokens'],
		[429, 'rate_limited', 'rate_limited'],
		[401, 'unauthorized', 'unauthorized'],
		[408, 'brand_new_code', 'lost'],
		[503, 'brand_new_code', 'lost'],
	])('that may have prevented the lookup is a refusal (HTTP %i, %s)', (status, code, reason) => {
		expect(refusalOf(missWith(status, { code, message: 'See there' })).reason).toBe(reason);
	});

	it('that only repeats the miss is a miss, and keeps the error as a note', () => {
		const error = { code: 'not_found', message: 'See there', more: 1 };
		const { answers, partialError } = answersOf(missWith(200, error));
		expect(answers.get(ADA.key)).toMatchObject({ found: false, error, serviceNote: 'not_found: See there' });
		expect(partialError).toBeNull();
		const flat = answersOf(missWith(200, 'not_found', { message: 'See there' })).answers.get(ADA.key);
		expect(flat).toMatchObject({
			error: { code: 'not_found', message: 'See there' },
			serviceNote: 'not_found: See there',
		});
		const wordless = answersOf(missWith(200, { code: 'not_found' })).answers.get(ADA.key);
		expect(wordless?.serviceNote).toBe('not_found');
	});
});

it.each(['unsent', 'lost'] as const)('a reply that never arrives is a refusal of the kind %s', (is) => {
	expect(read(personalEmail, [ADA, BOB], { is, message: 'the connection was interrupted' })).toMatchObject({
		is: 'refusal',
		refusal: {
			reason: is,
			httpStatus: null,
			code: null,
			message: 'the connection was interrupted',
			retryAfter: null,
		},
		usage: { tokensCharged: null },
	});
});

it('readReply reads the usage of a refusal as well', () => {
	const body = { error: { code: 'rate_limited' }, metadata: { tokens_charged: 7 } };
	expect(readOne(429, body)).toMatchObject({ is: 'refusal', usage: { tokensCharged: 7 } });
});

it.each([
	['a hit', { results: [{ full_name: 'Ada Example' }], total: 1 }, true],
	['a miss', { results: [], total: 0 }, false],
])('readReply reads a search without a status as %s', (_what, results, found) => {
	const page = searchPage({ query: 'x' }, { limit: 25, offset: 0 });
	const { answers } = answersOf(read(searchPeople, [page], http(200, { results, metadata: {} })));
	expect(answers.get(page.key)?.found).toBe(found);
});

describe('readReply reports drift', () => {
	const driftOf = (tool: Tool, requested: readonly Identifier[], body: object) =>
		answersOf(read(tool, requested, http(200, { status: 'ok', metadata: {}, ...body }))).drift;
	const validRows = [0, 1].map((index) => ({ index, ...ADAS }));
	const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
	const profile = identify(businessProfile, 'ada-example');

	it.each<[string, Tool, Identifier[], object, string[]]>([
		['none of a hit', personalEmail, [ADA], { results: ADAS }, []],
		['none of a miss', personalEmail, [ADA], { results: {}, status: 'not_found' }, []],
		[
			'none of a batch',
			personalEmail,
			[ADA, BOB],
			{ results: [validRows[0], { index: 1, status: 'not_found' }] },
			[],
		],
		[
			'a field of another type',
			personalEmail,
			[ADA],
			{ results: { ...ADAS, email: 42 } },
			[matching(/^results\.email: /)],
		],
		[
			'a nested field',
			businessProfile,
			[profile],
			{ results: { company: { revenue: 5 } } },
			[matching(/^results\.company\.revenue: /)],
		],
		['results that are not an object', getAccount, [readBody({})], { results: 'active' }, [matching(/^results: /)]],
		['a status', personalEmail, [ADA], { results: ADAS, status: 'OK' }, ['status is "OK"']],
		[
			'a long status, shortened',
			personalEmail,
			[ADA],
			{ results: ADAS, status: 'x'.repeat(100) },
			[`status is "${'x'.repeat(40)}"`],
		],
		[
			'the status of a whole batch',
			personalEmail,
			[ADA, BOB],
			{ results: validRows, status: 'done' },
			['status is "done"'],
		],
		[
			'the same in several rows, once',
			personalEmail,
			[ADA, BOB],
			{ results: validRows.map((row) => ({ ...row, status: 'found', risk_score: 1 })) },
			['status is "found"', matching(/^results\.risk_score: /)],
		],
	])('%s', (_what, tool, requested, body, drift) => {
		expect(driftOf(tool, requested, body)).toEqual(drift);
	});

	it('for at most three fields, without their values', () => {
		const names = ['first_name', 'last_name', 'title', 'seniority', 'country'];
		const results = Object.fromEntries(names.map((name) => [name, ['Secret']]));
		const drift = driftOf(businessProfile, [profile], { results });
		expect(drift).toHaveLength(3);
		expect(drift.join()).not.toContain('Secret');
	});

	it('for the first 100 entries of a long list, which it returns whole', () => {
		const checked: unknown[] = [];
		const result = reverseEmail.result.refine((results) => checked.push(results) > 0);
		const emails = Array.from({ length: 10_000 }, (_, index) => `p${index}@example.net`);
		const results = { first_name: 'Ada', personal_emails: emails };
		expect(answerTo({ ...reverseEmail, result }, EMAIL_OF_ADA, results)).toMatchObject({ results });
		expect(checked).toEqual([{ ...results, personal_emails: emails.slice(0, 100) }]);
	});
});
