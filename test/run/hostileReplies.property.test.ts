import fc from 'fast-check';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Limits } from '../../nodes/IdentityResolution/run/environment';
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

const waits = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(undefined) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
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
	},
);
const replies: fc.Arbitrary<Reply> = fc
	.tuple(hostileReplies, waits)
	.map(([{ status, body }, wait]) => http(status, body, wait === undefined ? {} : { 'retry-after': wait }));
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

const limits: fc.Arbitrary<Partial<Limits>> = fc.record(
	{
		maxTokens: fc.constantFrom(Infinity, 10),
		concurrency: fc.constantFrom(1, 20),
	},
	{ requiredKeys: [] },
);

const scenarios = fc.record({
	routes: fc.constantFrom(...SHEETS),
	script: fc.array(fc.oneof({ weight: 3, arbitrary: replies }, { weight: 1, arbitrary: refusals }), {
		minLength: 1,
		maxLength: 6,
	}),
	limits,
});

/** Per lookup: refusals by limits, failures, lost answers, halves and account checks, all of them bounded. */
const MAX_REQUESTS = 60;
const SEED = 702;

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;
const simulateScenario = async ({ routes, script, limits: set }: Scenario) =>
	await simulate(routes, { script: ({ nth }) => script[nth % script.length], limits: set, maxEvents: 5_000 });

it('a run over hostile replies ends, settles every row and never repeats a lookup endlessly', async () => {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			const { rows, statuses, service } = await simulateScenario(scenario);
			expect(rows).toHaveLength(scenario.routes.length);
			for (const status of statuses) expect(['found', 'not_found', 'failed', 'deferred']).toContain(status);
			expect(service.requests.length).toBeLessThan(MAX_REQUESTS * scenario.routes.length);
			expect(pollution()).toEqual([]);
		}),
		{ seed: SEED, numRuns: 2_000 },
	);
});

it('the replies cover every outcome', async () => {
	const ends = new Set<string>();
	for (const scenario of fc.sample(scenarios, { seed: SEED, numRuns: 300 }))
		for (const status of (await simulateScenario(scenario)).statuses) ends.add(status);
	expect([...ends].sort()).toEqual(['deferred', 'failed', 'found', 'not_found']);
});
