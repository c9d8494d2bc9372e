import fc from 'fast-check';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readIdentifier } from '../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { readReply } from '../../nodes/IdentityResolution/api/readReply';
import type { Reading } from '../../nodes/IdentityResolution/api/reading';
import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { getAccount } from '../../nodes/IdentityResolution/api/tools/getAccount';
import { batchReplies, CARRIERS, type BatchReply } from '../support/batchReplies';
import { businessProfile, hashedEmail, identify, personalEmail, reverseEmail } from '../support/lookups';
import { nested } from '../support/nested';
import { answersOf, refusalOf } from '../support/readings';
import { hit, http } from '../support/replies';

const NOW = Date.UTC(2030, 0, 1);
const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');

const read = (tool: Tool, asked: readonly Identifier[], reply: Reply) => readReply(tool, asked, reply, NOW);

/** Every identifier asked stands exactly once among the answers or the unanswered, unless the whole is a refusal. */
function expectAllAccountedFor(reading: Reading, asked: readonly Identifier[]) {
	if (reading.is === 'refusal') return;
	const keys = [...reading.answers.keys(), ...reading.unanswered];
	expect([...keys].sort()).toEqual(asked.map(({ key }) => key).sort());
}

describe('an answer is never given to another identifier', () => {
	const readBatch = ({ asked, status, body }: BatchReply) => {
		const identifiers = asked.map((slug) => identify(personalEmail, `https://www.linkedin.com/in/${slug}`));
		return { identifiers, reading: read(personalEmail, identifiers, http(status, body)) };
	};

	it('whatever the shape of the batch and whatever befell its rows', () => {
		fc.assert(
			fc.property(batchReplies, (reply) => {
				const { identifiers, reading } = readBatch(reply);
				expectAllAccountedFor(reading, identifiers);
				reply.asked.forEach((slug, place) => {
					const { payload, told } = reply.truths.get(slug)!;
					const answer = reading.is === 'answers' ? reading.answers.get(identifiers[place].key) : undefined;
					const said = answer && { found: answer.found, email: emailIn(answer.results) };
					if (said !== undefined || told === 'plainly') {
						expect([slug, said]).toEqual([slug, { found: payload !== null, email: payload?.email ?? null }]);
					}
					if (told === 'not') expect([slug, said]).toEqual([slug, undefined]);
				});
			}),
			{ seed: 221, numRuns: 5_000 },
		);
	});

	it('and rows that are missing are told from the reason that the reply gives', () => {
		fc.assert(
			fc.property(batchReplies.filter(({ status }) => status < 300), (reply) => {
				const { reading } = readBatch(reply);
				const why = reading.is === 'answers' ? reading.cut : reading.refusal;
				if (reply.cut) expect(why).toMatchObject({ kind: 'insufficient_tokens', code: 'insufficient_tokens', message: 'Some items were dropped' });
				else if (reading.is === 'answers') expect(why).toBeNull();
				else expect(why).toMatchObject({ kind: 'lost', code: null });
			}),
			{ seed: 222, numRuns: 2_000 },
		);
	});

	it('in replies that put every shape to every test', () => {
		const replies = fc.sample(batchReplies, { seed: 221, numRuns: 5_000 });
		for (const carrier of CARRIERS) {
			const told = replies.filter((reply) => reply.carrier === carrier).map(({ truths }) => [...truths.values()].map((one) => one.told));
			const whole = told.filter((all) => all.every((one) => one === 'plainly'));
			const nothing = told.filter((all) => all.every((one) => one === 'not'));
			const partly = told.filter((all) => new Set(all).size > 1);
			const spoilt = carrier === 'positional' ? nothing : partly;
			expect([carrier, whole.length > 50, spoilt.length > 50]).toEqual([carrier, true, true]);
		}
	});
});

/** The e-mail of a result, wherever its payload stands. */
function emailIn(results: unknown): string | null {
	const emails = JSON.stringify(results ?? null).match(/[\w-]+@example\.net/g) ?? [];
	expect(emails.length).toBeLessThan(2);
	return emails[0] ?? null;
}

describe('an answer is delivered exactly as it came', () => {
	it('with its metadata', () => {
		const metadata = { tokens_charged: 2, more: [1] };
		const results = { email: 'ada@example.net', unknown: { kept: true } };
		expect(answersOf(read(personalEmail, [ADA], hit(results, metadata))).answers.get(ADA.key)).toEqual({ found: true, results, metadata });
	});

	it('from a batch, with the metadata of the whole', () => {
		const metadata = { fair_use: { records_remaining_5h: 9 } };
		const rows = [{ input: BOB.value, data: { email: 'bob@example.net', more: 1 } }, { input: ADA.value, data: null }];
		const { answers } = answersOf(read(personalEmail, [ADA, BOB], hit(rows, metadata)));
		expect([...answers]).toEqual(
			expect.arrayContaining([
				[ADA.key, { found: false, results: null, metadata }],
				[BOB.key, { found: true, results: { email: 'bob@example.net', more: 1 }, metadata }],
			]),
		);
	});

	it('with null for what is not there', () => {
		expect(answersOf(read(personalEmail, [ADA], http(200, { status: 'not_found' }))).answers.get(ADA.key)).toEqual({
			found: false,
			results: null,
			metadata: null,
		});
	});

	it('to a tool that is only known by name', () => {
		const asked = readBody({ linkedin_url: ADA.value });
		const results = [{ anything: 1 }];
		expect(answersOf(read(anyTool('linkedin_to_business_email'), [asked], hit(results))).answers.get(asked.key)).toMatchObject({ found: true, results });
	});
});

describe('a list in reply to a single question', () => {
	it.each([
		['one row', [{ email: 'ada@example.net' }]],
		['one row with its echo', [{ input: 'ada-example', data: { email: 'ada@example.net' } }]],
		['a row for somebody else besides', [{ input: 'bob-example', data: { email: 'bob@example.net' } }, { input: 'ada-example', data: { email: 'ada@example.net' } }]],
	])('of %s is read like a batch of one', (_what, results) => {
		const answer = answersOf(read(personalEmail, [ADA], hit(results))).answers.get(ADA.key);
		expect([answer?.found, emailIn(answer?.results)]).toEqual([true, 'ada@example.net']);
	});

	it.each(['linkedin_url', 'url', 'slug'])('of one row is the answer of whoever was asked by e-mail, with the profile that its %s tells', (name) => {
		const asked = identify(reverseEmail, 'ada@example.com');
		const results = [{ first_name: 'Ada', [name]: 'https://www.linkedin.com/in/ada-example' }];
		expect(answersOf(read(reverseEmail, [asked], hit(results))).answers.get(asked.key)).toMatchObject({ found: true, results: results[0] });
	});

	it('of one row with another e-mail than was asked is a lost answer', () => {
		const results = [{ first_name: 'Bob', email: 'bob@example.com' }];
		expect(refusalOf(read(reverseEmail, [identify(reverseEmail, 'ada@example.com')], hit(results))).kind).toBe('lost');
	});

	it('of several rows holds the answer in the one with the e-mail that was asked', () => {
		const asked = identify(reverseEmail, 'ada@example.com');
		const results = [{ first_name: 'Bob', email: 'bob@example.com' }, { first_name: 'Ada', email: 'ada@example.com' }];
		expect(answersOf(read(reverseEmail, [asked], hit(results))).answers.get(asked.key)).toMatchObject({ found: true, results: results[1] });
	});

	it.each([
		['nothing', []],
		['two rows without echoes', [{ email: 'ada@example.net' }, { email: 'bob@example.net' }]],
		['a row for somebody else', [{ input: 'bob-example', email: 'bob@example.net' }]],
	])('of %s is a lost answer', (_what, results) => {
		expect(refusalOf(read(personalEmail, [ADA], hit(results))).kind).toBe('lost');
	});
});

describe('the echo of a single answer', () => {
	const md5 = '3e3417d7ef77d5932a6734b916515ed5';
	const plain = identify(hashedEmail, 'ada@example.com');
	const hashed = identify(hashedEmail, md5);

	it.each([
		['a profile in another spelling', personalEmail, ADA, 'http://uk.linkedin.com/in/Ada-Example/'],
		['an e-mail in another case', reverseEmail, identify(reverseEmail, 'ada@example.com'), 'ADA@example.com'],
		['the e-mail that was asked of the hashed-e-mail tool', hashedEmail, plain, 'Ada@example.com'],
		['the MD5 of the e-mail that was asked', hashedEmail, plain, md5.toUpperCase()],
		['the MD5 that was asked', hashedEmail, hashed, md5],
		['the e-mail of the MD5 that was asked', hashedEmail, hashed, 'ada@example.com'],
		['what is no identifier', personalEmail, ADA, 'first try'],
	])('may be %s', (_what, tool, asked, input) => {
		const results = { input, first_name: 'Ada', email: 'ada@example.net' };
		expect(answersOf(read(tool, [asked], hit(results))).answers.get(asked.key)).toMatchObject({ found: true, results });
	});

	it.each([
		['profile', personalEmail, ADA, 'bob-example'],
		['e-mail', reverseEmail, identify(reverseEmail, 'ada@example.com'), 'bob@example.com'],
		['e-mail', hashedEmail, plain, 'bob@example.com'],
		['MD5', hashedEmail, plain, '0'.repeat(32)],
	])('that is another %s is a lost answer', (_what, tool, asked, input) => {
		expect(refusalOf(read(tool, [asked], hit({ input, first_name: 'Bob', email: 'bob@example.net' }))).kind).toBe('lost');
	});
});

describe('a partial batch', () => {
	const partial = (results: unknown, status = 'ok') =>
		answersOf(
			read(personalEmail, [ADA, BOB], http(200, { results, status, metadata: {}, error: { code: 'insufficient_tokens', message: 'Not enough' } })),
		);
	const adas = { email: 'ada@example.net' };

	it.each([
		['a key with null', { [ADA.value as string]: adas, [BOB.value as string]: null }],
		['an echo with null', [{ input: ADA.value, data: adas }, { input: BOB.value, data: null }]],
		['a status that is neither hit nor miss', [{ input: ADA.value, data: adas }, { input: BOB.value, status: 'dropped', data: null }]],
		['such a status and null fields', [{ input: ADA.value, data: adas }, { input: BOB.value, status: 'dropped', data: { email: null } }]],
	])('may leave a row out by %s, which is no miss', (_how, results) => {
		const { answers, unanswered, cut } = partial(results);
		expect([...answers.keys()]).toEqual([ADA.key]);
		expect(unanswered).toEqual([BOB.key]);
		expect(cut).toMatchObject({ kind: 'insufficient_tokens' });
	});

	it.each([
		['its status', [{ input: ADA.value, data: adas }, { input: BOB.value, status: 'not_found', data: null }]],
		['its null fields', [{ input: ADA.value, data: adas }, { input: BOB.value, data: { email: null } }]],
	])('holds a miss that is told by %s', (_how, results) => {
		expect(partial(results).answers.get(BOB.key)).toMatchObject({ found: false });
	});

	it('is not told to be cut short by a code that nobody knows', () => {
		const body = { results: [{ input: ADA.value, data: adas }], status: 'ok', metadata: {}, error: { code: 'brand_new_code' } };
		expect(answersOf(read(personalEmail, [ADA, BOB], http(200, body)))).toMatchObject({ unanswered: [BOB.key], cut: null });
	});
});

it('a single answer that holds data counts, whatever error stands beside it', () => {
	const results = { email: 'ada@example.net' };
	const body = { results, metadata: {}, error: { code: 'insufficient_tokens', message: 'Not enough' } };
	const { answers, cut } = answersOf(read(personalEmail, [ADA], http(200, body)));
	expect(answers.get(ADA.key)).toMatchObject({ found: true, results });
	expect(cut).toMatchObject({ kind: 'insufficient_tokens' });
});

describe('an error that is no error', () => {
	it.each([[null], [false], ['']])('%j leaves a batch by position whole', (error) => {
		const results = [{ email: 'ada@example.net' }, { email: 'bob@example.net' }];
		const { answers, cut } = answersOf(read(personalEmail, [ADA, BOB], http(200, { results, status: 'ok', metadata: {}, error })));
		expect(emailIn(answers.get(BOB.key)?.results)).toBe('bob@example.net');
		expect(cut).toBeNull();
	});
});

describe('a reply that never came', () => {
	it.each(['unsent', 'lost'] as const)('is a refusal of its own kind: %s', (is) => {
		expect(read(personalEmail, [ADA, BOB], { is, message: 'the connection was cut' })).toMatchObject({
			is: 'refusal',
			refusal: { kind: is, httpStatus: null, message: 'the connection was cut' },
			usage: { tokensCharged: null, tokensRemaining: null },
		});
	});
});

describe('usage', () => {
	it('is read from a refusal, too', () => {
		const reading = read(personalEmail, [ADA], http(429, { error: { code: 'rate_limited' }, metadata: { tokens_remaining: 7 } }));
		expect(reading).toMatchObject({ is: 'refusal', usage: { tokensRemaining: 7 } });
	});
});

describe('where a reply departs from the contract it says so', () => {
	const driftOf = (tool: Tool, asked: readonly Identifier[], body: unknown) => answersOf(read(tool, asked, http(200, body))).drift;
	const inOrder = { email: 'ada@example.net', risk_score: 'A', last_validated_at: null };

	it('and is silent where it does not', () => {
		expect(driftOf(personalEmail, [ADA], { results: inOrder, status: 'ok', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA], { results: {}, status: 'not_found', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA, BOB], { results: [inOrder, inOrder], status: 'ok', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA, BOB], { results: [inOrder, { status: 'not_found' }], status: 'ok', metadata: {} })).toEqual([]);
	});

	it('of a field with another type', () => {
		const [drift, ...more] = driftOf(personalEmail, [ADA], { results: { ...inOrder, email: 42 }, status: 'ok' });
		expect(drift).toMatch(/^results\.email: /);
		expect(more).toEqual([]);
	});

	it('of a field inside another', () => {
		const asked = identify(businessProfile, 'ada-example');
		expect(driftOf(businessProfile, [asked], { results: { company: { revenue: 5 } }, status: 'ok' })[0]).toMatch(/^results\.company\.revenue: /);
	});

	it('of a record that is none', () => {
		expect(driftOf(getAccount, [readBody({})], { results: 'active', status: 'ok' })[0]).toMatch(/^results: /);
	});

	it.each(['found', 'OK', 'x'.repeat(100)])('of a status such as %j', (status) => {
		expect(driftOf(personalEmail, [ADA], { results: inOrder, status })).toEqual([`status is ${JSON.stringify(status.slice(0, 40))}`]);
	});

	it('of a status of the whole batch', () => {
		expect(driftOf(personalEmail, [ADA, BOB], { results: [inOrder, inOrder], status: 'done' })).toEqual(['status is "done"']);
	});

	it('once, however many rows do', () => {
		const rows = [ADA, BOB].map(({ value }) => ({ input: value, status: 'found', data: { ...inOrder, risk_score: 1 } }));
		const drift = driftOf(personalEmail, [ADA, BOB], { results: rows, status: 'ok' });
		expect(drift).toEqual(['status is "found"', expect.stringMatching(/^results\.risk_score: /)]);
	});

	it('in a few lines that repeat nothing of what was found', () => {
		const results = { first_name: ['Secret'], last_name: ['Secret'], title: ['Secret'], seniority: ['Secret'], country: ['Secret'] };
		const drift = driftOf(businessProfile, [identify(businessProfile, 'ada-example')], { results, status: 'ok' });
		expect(drift).toHaveLength(3);
		expect(drift.join()).not.toContain('Secret');
	});
});

describe('no reply makes the reading throw', () => {
	const WORDS = [
		...['results', 'status', 'metadata', 'error', 'code', 'message', 'data', 'result', 'input', 'linkedin_url', 'url', 'slug', 'email', 'md5'],
		...['fair_use', 'tokens_charged', 'retry_after', 'ada-example', 'bob-example', '__proto__', 'constructor', 'toString', '0'],
	];
	const TEXTS = ['ok', 'not_found', 'insufficient_tokens', 'rate_limited', 'ada-example', 'bob-example', 'https://www.linkedin.com/in/ada-example', ''];
	const { words } = fc.letrec<{ words: unknown }>((tie) => ({
		words: fc.oneof(
			{ maxDepth: 4, withCrossShrink: true },
			fc.constantFrom<unknown>(...TEXTS, null, 0, true),
			fc.jsonValue({ maxDepth: 2 }),
			fc.array(tie('words'), { maxLength: 3 }),
			fc.dictionary(fc.constantFrom(...WORDS), tie('words'), { maxKeys: 5 }),
		),
	}));
	const envelopes = fc.record(
		{ results: words, status: fc.oneof(fc.constantFrom('ok', 'not_found'), words), metadata: words, error: words, message: words },
		{ requiredKeys: [] },
	);
	const bodies = fc.oneof(envelopes, words, fc.jsonValue(), fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true }));
	const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 402, 403, 404, 408, 422, 429, 500, 503), fc.integer());
	const headers = fc.dictionary(fc.oneof(fc.constantFrom('retry-after', 'content-type', '__proto__'), fc.string()), fc.string());

	const questions: ReadonlyArray<readonly [Tool, readonly Identifier[]]> = [
		[personalEmail, [ADA]],
		[personalEmail, [ADA, BOB]],
		[personalEmail, ['__proto__', 'constructor', 'toString'].map((slug) => identify(personalEmail, `https://www.linkedin.com/in/${slug}`))],
		[businessProfile, [identify(businessProfile, 'ada-example')]],
		[reverseEmail, [identify(reverseEmail, 'ada@example.com')]],
		[hashedEmail, [identify(hashedEmail, 'ada@example.com')]],
		[getAccount, [readBody({})]],
		[anyTool('any_tool'), [readBody({ __proto__: null, constructor: 1 })]],
	];

	it('and every identifier asked is accounted for', () => {
		const prototype = Reflect.ownKeys(Object.prototype);
		fc.assert(
			fc.property(fc.constantFrom(...questions), statuses, headers, bodies, ([tool, asked], status, sent, body) => {
				expectAllAccountedFor(read(tool, asked, http(status, body, sent)), asked);
				expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
			}),
			{ seed: 223, numRuns: 5_000 },
		);
	});

	it.each<[string, (deep: unknown) => unknown]>([
		['results', (deep) => ({ results: deep, status: 'ok' })],
		['two rows that may agree', (deep) => ({ results: [{ input: 'ada-example', data: deep }, { input: 'ada-example', data: deep }], status: 'ok' })],
		['keyed rows', (deep) => ({ results: { 'ada-example': { data: deep } }, status: 'ok' })],
		['metadata and error', (deep) => ({ metadata: deep, error: deep, status: deep })],
		['the body', (deep) => deep],
	])('not even where %s is nested without end', (_what, bodyWith) => {
		for (const asked of [[ADA], [ADA, BOB]]) expectAllAccountedFor(read(personalEmail, asked, http(200, bodyWith(nested(100_000, 1)))), asked);
	});
});

describe('identifiers named like what every object has', () => {
	const odd = ['__proto__', 'constructor', 'hasOwnProperty'].map((slug) => {
		const reading = readIdentifier('linkedin', `https://www.linkedin.com/in/${slug}`);
		if (reading.is !== 'identifier') throw new Error(`${slug} is no identifier`);
		return reading.identifier;
	});

	it('have answers of their own, and no others', () => {
		const body = JSON.parse(`{"results": {"${String(odd[0].value)}": {"email": "proto@example.net"}, "constructor": {"email": "constructor@example.net"}}, "status": "ok"}`) as unknown;
		const reading = answersOf(read(personalEmail, odd, http(200, body)));
		expect(odd.slice(0, 2).map(({ key }) => emailIn(reading.answers.get(key)?.results))).toEqual(['proto@example.net', 'constructor@example.net']);
		expect(reading.unanswered).toEqual([odd[2].key]);
	});
});
