import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, profileOf } from '../support/virtual/fakeService';
import { businessProfile, lookupFor, personalEmail, rowsOf } from '../support/run/lookups';
import { count, reasonsOf } from '../support/virtual/runAssertions';
import { badKey, brokenDown, hit, http, lost, miss, rateLimited, refusal, unsent } from '../support/api/replies';
import { forLookups } from '../support/virtual/scripts';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

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
