import fc from 'fast-check';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { hostileReplies, oddJson, profileUrl, REQUESTED } from '../support/api/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';
import {
	businessProfile,
	hashedEmail,
	inBatchesOf,
	personalEmail,
	reverseEmail,
	routeFor,
} from '../support/run/lookups';
import { http } from '../support/api/replies';
import { simulate } from '../support/virtual/virtualRun';

/** The identifiers for each tool. */
const SHEETS = [
	...[personalEmail, ...[1, 2].map((size) => inBatchesOf(size, personalEmail)), businessProfile].map((tool) =>
		REQUESTED.map((slug) => routeFor(tool, profileUrl(slug), 'with')),
	),
	...[reverseEmail, hashedEmail].map((tool) =>
		['ada', 'bob', 'cleo', 'dora'].map((name) => routeFor(tool, `${name}@example.com`, 'with')),
	),
];

const waits = fc.option(
	fc.constantFrom(
		'0',
		'-1',
		'1',
		'1e999',
		'99999999999999',
		'NaN',
		'Tue, 19 Jan 2038 03:14:08 GMT',
		'\u0000',
		'soon',
	),
	{ freq: 2 },
);
const replies: fc.Arbitrary<Reply> = fc
	.tuple(hostileReplies, waits)
	.map(([{ status, body }, wait]) => http(status, body, wait === null ? {} : { 'retry-after': wait }));
/** A refusal of which anything may be odd but its status. */
const refusals = fc
	.tuple(
		fc.constantFrom(402, 422, 429, 500),
		fc.constantFrom(
			'rate_limited',
			'fair_use_limit_exceeded',
			'fair_use_requests_exceeded',
			'insufficient_phone_tokens',
			'invalid_input',
		),
		oddJson,
		oddJson,
	)
	.map(([status, code, message, wait]) =>
		http(status, { error: { code, message }, metadata: { retry_after: wait } }),
	);

const scenarios = fc.record({
	routes: fc.constantFrom(...SHEETS),
	script: fc.array(fc.oneof({ weight: 3, arbitrary: replies }, { weight: 1, arbitrary: refusals }), {
		minLength: 1,
		maxLength: 6,
	}),
	limits: fc.record({ maxTokens: fc.constantFrom(Infinity, 10), concurrency: fc.constantFrom(1, 20) }),
});

/** Per lookup: refusals by limits, failures, lost answers, halves and account checks, all of them bounded. */
const MAX_REQUESTS = 60;

it('a run over hostile replies ends, settles every row and never repeats a lookup endlessly', async () => {
	await fc.assert(
		fc.asyncProperty(scenarios, async ({ routes, script, limits }) => {
			const { rows, statuses, service } = await simulate(routes, {
				script: ({ nth }) => script[nth % script.length],
				limits,
				maxEvents: 5_000,
			});
			expect(rows).toHaveLength(routes.length);
			for (const status of statuses) expect(['found', 'not_found', 'failed', 'deferred']).toContain(status);
			expect(service.requests.length).toBeLessThan(MAX_REQUESTS * routes.length);
			expect(pollution()).toEqual([]);
		}),
		{ seed: 702, numRuns: 2_000 },
	);
});
