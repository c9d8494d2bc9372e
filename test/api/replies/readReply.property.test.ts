import fc from 'fast-check';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { batchReplies, type BatchReply, ROW_KEYS } from '../../support/api/batchReplies';
import { businessProfile, hashedEmail, identify, personalEmail, reverseEmail } from '../../support/run/lookups';
import { nested } from '../../support/api/nested';
import { emailIn, expectAllAccountedFor } from '../../support/api/readings';
import { http } from '../../support/api/replies';

const NOW = Date.UTC(2030, 0, 1);
const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');

const read = (tool: Tool, requested: readonly Identifier[], reply: Reply) => readReply(tool, requested, reply, NOW);

describe('readReply never returns the answer of another identifier', () => {
	const readBatch = ({ requested, status, body }: BatchReply) => {
		const identifiers = requested.map((slug) => identify(personalEmail, `https://www.linkedin.com/in/${slug}`));
		return { identifiers, reading: read(personalEmail, identifiers, http(status, body)) };
	};

	it('for a batch of any shape with any changes to its rows', () => {
		fc.assert(
			fc.property(batchReplies, (reply) => {
				const { identifiers, reading } = readBatch(reply);
				expectAllAccountedFor(reading, identifiers);
				reply.requested.forEach((slug, index) => {
					const { payload, certainty } = reply.expected.get(slug)!;
					const answer = reading.is === 'answers' ? reading.answers.get(identifiers[index].key) : undefined;
					const actual = answer && { found: answer.found, email: emailIn(answer.results) };
					if (actual !== undefined || certainty === 'certain') {
						expect([slug, actual]).toEqual([
							slug,
							{ found: payload !== null, email: payload?.email ?? null },
						]);
					}
					if (certainty === 'unknown') expect([slug, actual]).toEqual([slug, undefined]);
				});
			}),
			{ seed: 221, numRuns: 20_000 },
		);
	});

	it('and reports why rows are missing', () => {
		fc.assert(
			fc.property(
				batchReplies.filter(({ status }) => status < 300),
				(reply) => {
					const { reading } = readBatch(reply);
					const refusal = reading.is === 'answers' ? reading.partialError : reading.refusal;
					if (reply.isPartial)
						expect(refusal).toMatchObject({
							reason: 'insufficient_tokens',
							code: 'insufficient_tokens',
							message: 'Some items were dropped',
						});
					else if (reading.is === 'answers') expect(refusal).toBeNull();
					else expect(refusal).toMatchObject({ reason: 'lost', code: null });
				},
			),
			{ seed: 222, numRuns: 2_000 },
		);
	});

	it('and the random replies cover complete and incomplete batches of every shape', () => {
		const replies = fc.sample(batchReplies, { seed: 221, numRuns: 5_000 });
		for (const rowKey of ROW_KEYS) {
			const batches = replies
				.filter((reply) => reply.rowKey === rowKey)
				.map(({ expected }) => [...expected.values()].map((one) => one.certainty));
			const complete = batches.filter((rows) => rows.every((one) => one === 'certain'));
			const unmatched = batches.filter((rows) => rows.every((one) => one === 'unknown'));
			const partial = batches.filter((rows) => new Set(rows).size > 1);
			const hasIncomplete = partial.length > 25 || unmatched.length > 25;
			expect([rowKey, complete.length > 25, hasIncomplete]).toEqual([rowKey, rowKey !== 'nothing', true]);
		}
	});
});

describe('readReply never throws', () => {
	const WORDS = [
		...[
			'results',
			'status',
			'metadata',
			'error',
			'code',
			'message',
			'data',
			'result',
			'input',
			'linkedin_url',
			'url',
			'slug',
			'email',
			'md5',
		],
		...[
			'fair_use',
			'tokens_charged',
			'retry_after',
			'ada-example',
			'bob-example',
			'__proto__',
			'constructor',
			'toString',
			'0',
		],
	];
	const TEXTS = [
		'ok',
		'not_found',
		'insufficient_tokens',
		'rate_limited',
		'ada-example',
		'bob-example',
		'https://www.linkedin.com/in/ada-example',
		'',
	];
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
		{
			results: words,
			status: fc.oneof(fc.constantFrom('ok', 'not_found'), words),
			metadata: words,
			error: words,
			message: words,
		},
		{ requiredKeys: [] },
	);
	const bodies = fc.oneof(
		envelopes,
		words,
		fc.jsonValue(),
		fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true }),
	);
	const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 402, 403, 404, 408, 422, 429, 500, 503), fc.integer());
	const headers = fc.dictionary(
		fc.oneof(fc.constantFrom('retry-after', 'content-type', '__proto__'), fc.string()),
		fc.string(),
	);

	const requests: ReadonlyArray<readonly [Tool, readonly Identifier[]]> = [
		[personalEmail, [ADA]],
		[personalEmail, [ADA, BOB]],
		[
			personalEmail,
			['__proto__', 'constructor', 'toString'].map((slug) =>
				identify(personalEmail, `https://www.linkedin.com/in/${slug}`),
			),
		],
		[businessProfile, [identify(businessProfile, 'ada-example')]],
		[reverseEmail, [identify(reverseEmail, 'ada@example.com')]],
		[hashedEmail, [identify(hashedEmail, 'ada@example.com')]],
		[getAccount, [readBody({})]],
		[customTool('any_tool'), [readBody({ __proto__: null, constructor: 1 })]],
	];

	it('and returns every requested identifier once', () => {
		const prototype = Reflect.ownKeys(Object.prototype);
		fc.assert(
			fc.property(
				fc.constantFrom(...requests),
				statuses,
				headers,
				bodies,
				([tool, requested], status, sent, body) => {
					expectAllAccountedFor(read(tool, requested, http(status, body, sent)), requested);
					expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
				},
			),
			{ seed: 223, numRuns: 5_000 },
		);
	});

	it.each<[string, (deep: unknown) => unknown]>([
		['results', (deep) => ({ results: deep, status: 'ok' })],
		[
			'two rows for one input',
			(deep) => ({
				results: [
					{ input: 'ada-example', data: deep },
					{ input: 'ada-example', data: deep },
				],
				status: 'ok',
			}),
		],
		['keyed rows', (deep) => ({ results: { 'ada-example': { data: deep } }, status: 'ok' })],
		['metadata and error', (deep) => ({ metadata: deep, error: deep, status: deep })],
		['the body', (deep) => deep],
	])('even if %s is nested 100,000 levels deep', (_what, bodyWith) => {
		for (const requested of [[ADA], [ADA, BOB]])
			expectAllAccountedFor(read(personalEmail, requested, http(200, bodyWith(nested(100_000, 1)))), requested);
	});
});
