import fc from 'fast-check';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { batchReplies, type BatchReply } from '../../support/api/batchReplies';
import { nested } from '../../support/api/nested';
import { ADDRESS } from '../../support/api/profiles';
import { emailIn, expectAllAccountedFor } from '../../support/api/readings';
import { http } from '../../support/api/replies';
import { pollution } from '../../support/hostilePrototypes';
import { businessProfile, hashedEmail, identify, personalEmail, reverseEmail } from '../../support/run/lookups';

const NOW = Date.UTC(2030, 0, 1);
const profiles = (slugs: readonly string[]) => slugs.map((slug) => identify(personalEmail, ADDRESS + slug));
const read = (tool: Tool, requested: readonly Identifier[], status: number, body: unknown, headers = {}) =>
	readReply(tool, requested, http(status, body, headers), NOW);

describe('readReply never returns the answer of another identifier', () => {
	const readBatch = ({ requested, status, body }: BatchReply) => {
		const identifiers = profiles(requested);
		return { identifiers, reading: read(personalEmail, identifiers, status, body) };
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
			{ seed: 221, numRuns: 8_000 },
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
});

const NAMES = (
	'results status metadata error code message data input linkedin_url email fair_use records_reset_5h tokens_charged ' +
	'retry_after personal_emails company __proto__ constructor prototype toString toJSON length then 0'
).split(' ');
const VALUES = [
	...[null, true, 0, -1, 1.5, 1e308, Infinity, '', ' ', 'NaN', '1e999', 'ok', 'not_found', 'rate_limited', '\ud800'],
	...[
		'insufficient_tokens',
		'\0',
		'ada-example',
		'ada@example.com',
		'2030-01-01T00:00:00Z',
		'+275760-09-13T00:00:00Z',
	],
];
/** Anything, mostly with names and values of the contract. */
const { odd } = fc.letrec<{ odd: unknown }>((tie) => ({
	odd: fc.oneof(
		{ maxDepth: 4 },
		fc.constantFrom<unknown>(...VALUES),
		fc.anything({ maxDepth: 1, withNullPrototype: true, withDate: true, withBigInt: true }),
		fc.array(tie('odd'), { maxLength: 3 }),
		fc.array(fc.tuple(fc.constantFrom(...NAMES), tie('odd')), { maxLength: 5 }).map(Object.fromEntries),
	),
}));

describe('readReply never throws', () => {
	const [ADA, BOB] = profiles(['ada-example', 'bob-example']);

	it('and returns every requested identifier once, for any tool and reply', () => {
		const requests: ReadonlyArray<readonly [Tool, readonly Identifier[]]> = [
			[personalEmail, [ADA]],
			[personalEmail, profiles(['__proto__', 'constructor', 'toString'])],
			[businessProfile, [identify(businessProfile, 'ada-example')]],
			[reverseEmail, [identify(reverseEmail, 'ada@example.com')]],
			[hashedEmail, [identify(hashedEmail, 'ada@example.com')]],
			[getAccount, [readBody({})]],
			[customTool('any_tool'), [readBody({ __proto__: null, constructor: 1 })]],
		];
		const bodies = fc.oneof(
			odd,
			fc.record({ results: odd, status: odd, metadata: odd, error: odd }, { requiredKeys: ['results'] }),
			batchReplies.map(({ body }) => body),
		);
		const headers = fc.dictionary(
			fc.oneof(fc.constantFrom('retry-after', 'content-type', '__proto__'), fc.string()),
			fc.string(),
		);
		const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 402, 403, 404, 408, 422, 429, 500, 503), fc.integer());
		fc.assert(
			fc.property(
				fc.constantFrom(...requests),
				statuses,
				headers,
				bodies,
				([tool, requested], status, sent, body) => {
					expectAllAccountedFor(read(tool, requested, status, body, sent), requested);
					expect(pollution()).toEqual([]);
				},
			),
			{ seed: 223, numRuns: 5_000 },
		);
	});

	it.each<[string, (deep: unknown) => unknown]>([
		['results', (deep) => ({ results: deep, status: 'ok' })],
		['a row', (deep) => ({ results: [{ input: 'ada-example', data: deep }], status: 'ok' })],
		['a keyed row', (deep) => ({ results: { 'ada-example': { data: deep } }, status: 'ok' })],
		['metadata and error', (deep) => ({ metadata: deep, error: deep, status: deep })],
		['the body', (deep) => deep],
	])('even if %s is nested 100,000 levels deep', (_what, bodyWith) => {
		for (const requested of [[ADA], [ADA, BOB]])
			expectAllAccountedFor(read(personalEmail, requested, 200, bodyWith(nested(100_000, 1))), requested);
	});
});
