import fc from 'fast-check';
import { keepFacts, type ExecutionAnswers } from '../../nodes/IdentityResolution/actions/read/earlierAnswers';
import type { AccountFacts } from '../../nodes/IdentityResolution/service/environment';
import { stopFor } from '../../nodes/IdentityResolution/service/outcome';
import type { Run } from '../../nodes/IdentityResolution/run/run';
import { newStats, type RunStats } from '../../nodes/IdentityResolution/service/stats';
import { runOf } from '../support/run/settledRows';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/route';
import { everyoneFound, profileOf } from '../support/virtual/fakeService';
import { businessProfile, lookupFor, personalEmail, rowsOf } from '../support/run/lookups';
import { count, reasonsOf } from '../support/virtual/runAssertions';
import { badKey, brokenDown, hit, http, lost, miss, rateLimited, refusal, unsent } from '../support/api/replies';
import { forLookups } from '../support/virtual/scripts';
import { simulate, START, type Scenario } from '../support/virtual/virtualRun';

const bounded = { maxTokens: 1_000 };
const PRICES = { linkedin_to_best_personal_email_usa: 2, linkedin_to_business_profile: 3 };

/** A row that chooses the email if the profile costs more than 2 tokens. */
const chooses: Route = ([step], prices) => {
	if (step) return { outcome: step.outcome };
	prices.areConsulted = true;
	const isDear = (prices.listedPrice(businessProfile, 'without') ?? 0) > 2;
	return { lookup: lookupFor(isDear ? personalEmail : businessProfile, 'ada-example') };
};

describe('the free requests before a run', () => {
	it.each<[string, readonly Route[], Scenario, number]>([
		['none without a limit', rowsOf(businessProfile, 200), {}, 0],
		['one of each under Max Tokens', rowsOf(businessProfile, 3), { limits: bounded }, 1],
		['one of each if rows choose their tool by price', [chooses, chooses], {}, 1],
		['none if nothing is looked up', [doneRoute({ is: 'skipped', why: '', by: 'blank' })], { limits: bounded }, 0],
	])('are %s', async (_says, routes, scenario, times) => {
		const { service } = await simulate(routes, scenario);
		expect(service.tools.filter((name) => name === 'get_account')).toHaveLength(times);
		expect(service.billingRequests).toBe(times);
	});

	it('are sent before more than one row has chosen by price', async () => {
		let choices = 0;
		const counted: Route = (steps, ...rest) => {
			if (steps.length === 0) choices += 1;
			return chooses(steps, ...rest);
		};
		const done = await simulate(Array<Route>(10).fill(counted), { prices: PRICES });
		expect(count(done, 'found')).toBe(10);
		expect(choices).toBe(11);
	});

	it('are sent at once, before all others, and count as requests', async () => {
		const { service, stats, progress } = await simulate(rowsOf(businessProfile, 3), {
			limits: { ...bounded, concurrency: 1 },
			prices: PRICES,
		});
		expect(service.times).toEqual([0, 100, 200, 300]);
		expect(service.requests[0]).toMatchObject({ tool: { name: 'get_account' }, body: {} });
		expect(stats).toMatchObject({ requests: 5, answered: 3, lookups: 3 });
		expect(progress.at(-1)).toBe(3);
	});

	it('let rows choose by the listed prices', async () => {
		const { service } = await simulate([chooses], { prices: PRICES });
		expect(service.tools).toEqual(['get_account', personalEmail.name]);
	});

	it('let Max Tokens send as many lookups at once as it pays for, and count their listed price', async () => {
		const done = await simulate(rowsOf(businessProfile, 8), {
			prices: PRICES,
			limits: { maxTokens: 16, concurrency: 4 },
			script: forLookups(({ inputs }) => hit(profileOf(inputs[0]))),
		});
		expect(count(done, 'found')).toBe(5);
		expect(done.service.maxInFlight).toBeGreaterThan(1);
		expect(done.stats).toMatchObject({ tokens: 15, tokensAre: 'reported' });
	});

	it.each([
		['a part', 250, 2],
		['all', 100, 0],
	])('use up %s of the time of the run', async (_part, maxRunTime, found) => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { ...bounded, maxRunTime, concurrency: 1 },
		});
		expect([count(done, 'found'), reasonsOf(done)]).toEqual([found, ['run_time']]);
		expect(done.service.tools).toHaveLength(1 + found);
	});
});

describe('a refused get_account', () => {
	const refusedWith = (rows: number, reply: () => Reply) =>
		simulate(rowsOf(businessProfile, rows), {
			limits: bounded,
			script: (request) => (request.tool.family === 'free' ? reply() : everyoneFound(request)),
		});

	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a wrong address', () => http(302, ''), 'wrong_address'],
		['a limit that exceeds Max Wait', () => rateLimited(3_600), 'rate_limited'],
		['an inactive account', () => refusal(403, 'account_inactive'), 'account_inactive'],
	])('ends the run if lookups would be refused, too: %s', async (_says, reply, reason) => {
		const done = await refusedWith(60, reply);
		expect(done.service.tools).toEqual(['get_account']);
		expect([count(done, 'deferred'), reasonsOf(done)]).toEqual([60, [reason]]);
		expect(done.stop).toMatchObject({ reason, tool: null });
	});

	it.each<[string, () => Reply, number]>([
		['a service that is down', brokenDown, 4],
		['no connection', unsent, 4],
		['a lost answer', lost, 2],
		['no account', miss, 1],
		['an unknown tool', () => refusal(404, 'not_found'), 1],
		['a tool that is not on the plan', () => refusal(403, 'plan_restricted'), 1],
		['a key without access to the account', () => refusal(403, 'forbidden'), 1],
	])('is retried like a lookup; then the run continues without it: %s', async (_says, reply, times) => {
		const done = await refusedWith(9, reply);
		expect(done.service.tools.filter((name) => name === 'get_account')).toHaveLength(times);
		expect(count(done, 'found')).toBe(9);
	});

	it('waits for a limit within Max Wait, which does not slow down the lookups', async () => {
		const done = await simulate(rowsOf(businessProfile, 20), {
			limits: bounded,
			prices: PRICES,
			script: [rateLimited(5)],
		});
		expect(done.service.times.slice(0, 3)).toEqual([0, 5_100, 5_200]);
		expect(done.service.maxInFlight).toBeGreaterThan(5);
	});
});

it.each<[string, Reply]>([
	['a dead key', badKey()],
	['a limit beyond Max Wait', rateLimited(3_600)],
	['a failure', brokenDown()],
	['another shape', hit({ token_costs: 'free' })],
])('a run continues without prices if get_billing, which the contract lacks, is refused: %s', async (_says, reply) => {
	const billing = Array<Reply>(9).fill(reply);
	const done = await simulate(rowsOf(businessProfile, 3), { limits: bounded, billing });
	expect(count(done, 'found')).toBe(3);
});

describe('runs of one execution', () => {
	const runs = fc.array(
		fc.record({
			rows: fc.integer({ min: 1, max: 12 }),
			hits: fc.integer({ min: 0, max: 4 }),
			maxTokens: fc.integer({ min: 1, max: 30 }),
			/** ms since the run before. */
			pause: fc.constantFrom(0, 10_000, 59_000, 61_000),
		}),
		{ minLength: 1, maxLength: 6 },
	);

	it('request account and prices once a minute, know the balance, and never exceed Max Tokens', async () => {
		await fc.assert(
			fc.asyncProperty(runs, fc.integer({ min: 1, max: 6 }), async (all, price) => {
				const memory: ExecutionAnswers = {};
				let balance = 500;
				for (const { rows, hits, maxTokens, pause } of all) {
					const { account } = memory;
					const known = account && { ...account, at: account.at - pause };
					const done = await simulate(rowsOf(businessProfile, rows), {
						limits: { maxTokens, account: known },
						prices: { [businessProfile.name]: price },
						script: ({ tool, nth, inputs }) => {
							if (tool.family === 'free') return hit({ token_balance: balance, unlimited: false });
							const isHit = nth % 5 < hits;
							return isHit
								? hit(profileOf(inputs[0]), { tokens_charged: price })
								: miss({ tokens_charged: 0 });
						},
					});
					const isFresh = known !== undefined && START - known.at < 60_000;
					expect([done.service.billingRequests, done.account === null]).toEqual(
						isFresh ? [0, true] : [1, false],
					);
					expect(done.stats.tokens).toBeLessThanOrEqual(maxTokens);
					balance -= done.stats.tokens;
					keepFacts(memory, done);
					// The next run starts at the same virtual time, after what this one took.
					const { account: kept } = memory;
					expect(kept?.tokensLeft).toBe(balance);
					memory.account = kept && { ...kept, at: kept.at - done.took };
				}
			}),
			{ seed: 81, numRuns: 200 },
		);
	});

	const facts: AccountFacts = { at: 100_000, tokensLeft: 50, prices: [] };
	const after = (stats: Partial<RunStats>, more: Partial<Run> = {}, account: AccountFacts | undefined = facts) => {
		const memory: ExecutionAnswers = { account };
		keepFacts(memory, { ...runOf([]), stop: null, ...more, stats: { ...newStats(), ...stats } });
		return memory.account?.tokensLeft;
	};

	it.each<[string, ReturnType<typeof after>, number | null | undefined]>([
		['what a run spent', after({ tokens: 8 }), 42],
		['lost answers, which may have been charged', after({ unconfirmed: 3 }), 47],
		['what a reply reports', after({ tokens: 8, tokensLeft: 7 }), 7],
		['nothing of an unlimited balance', after({ tokens: 8 }, {}, { ...facts, tokensLeft: null }), null],
		[
			'what a run has spent that ended meanwhile',
			after({ tokens: 8 }, { account: { ...facts, tokensLeft: 70 } }),
			42,
		],
		[
			'new facts instead of old ones',
			after({ tokens: 8 }, { account: { at: 200_000, tokensLeft: 70, prices: [] } }),
			62,
		],
		['nothing that the service contradicts', after({}, { stop: stopFor('insufficient_tokens') }), undefined],
	])('keep of the balance %s', (_says, kept, expected) => {
		expect(kept).toBe(expected);
	});

	it('keep no refusal, and no endless list', async () => {
		const endless = Object.fromEntries(Array.from({ length: 2_001 }, (_, tool) => [`tool_${1_000 + tool}`, 1]));
		const accountOf = async (scenario: Scenario) =>
			(await simulate(rowsOf(businessProfile, 1), { limits: bounded, ...scenario })).account;
		expect(await accountOf({ prices: PRICES })).toMatchObject({ tokensLeft: 1_000_000 });
		expect(await accountOf({})).toMatchObject({ prices: [] });
		for (const scenario of [
			{ prices: endless },
			{ billing: Array<Reply>(9).fill(brokenDown()) },
			{ script: [miss()] },
		])
			expect(await accountOf(scenario)).toBeNull();
	});
});
