import { field } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, profileOf, type Script } from '../support/virtual/fakeService';
import { businessProfile, lookupFor, personalEmail, rowsOf } from '../support/run/lookups';
import { count, reasonsOf } from '../support/virtual/runAssertions';
import {
	accountWith,
	badKey,
	brokenDown,
	hit,
	http,
	lost,
	miss,
	rateLimited,
	refusal,
	unsent,
} from '../support/api/replies';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

const bounded = { maxTokens: 1_000 };
const PRICES = { linkedin_to_best_personal_email_usa: 2, linkedin_to_business_profile: 3 };

/** The names of the free requests in the order of a run, and the number of paid ones before the last of them. */
const freeRequests = async (routes: readonly Route[], scenario: Scenario) => {
	const { service } = await simulate(routes, scenario);
	return [service.tools.filter((name) => name === 'get_account').length, service.billingRequests];
};

/** A row that chooses the email if the profile costs more than 2 tokens. */
const chooses: Route = ([step], prices) => {
	if (step) return { outcome: step.outcome };
	const isDear = (prices.consult(businessProfile, 'without') ?? 0) > 2;
	return { lookup: lookupFor(isDear ? personalEmail : businessProfile, 'ada-example') };
};

describe('the free requests before a run', () => {
	it.each<[string, readonly Route[], Scenario, number]>([
		['none without a limit', rowsOf(businessProfile, 200), {}, 0],
		['one of each under Max Tokens', rowsOf(businessProfile, 3), { limits: bounded }, 1],
		['one of each if rows choose their tool by price', [chooses, chooses], {}, 1],
		['none if nothing is looked up', [doneRoute({ is: 'skipped', why: '', by: 'blank' })], { limits: bounded }, 0],
	])('are %s', async (_says, routes, scenario, times) => {
		expect(await freeRequests(routes, scenario)).toEqual([times, times]);
	});

	it('are sent at once, before all others, and count as requests', async () => {
		const { service, stats, progress } = await simulate(rowsOf(businessProfile, 3), {
			limits: { ...bounded, concurrency: 1 },
			prices: PRICES,
		});
		expect(service.times).toEqual([0, 100, 200, 300]);
		expect(stats).toMatchObject({ requests: 5, answered: 3, lookups: 3 });
		expect(progress.at(-1)).toBe(3);
	});

	it('let rows choose by the listed prices', async () => {
		const { service } = await simulate([chooses], { prices: PRICES });
		expect(service.tools).toEqual(['get_account', personalEmail.name]);
	});

	it('let Max Tokens send as many lookups at once as it pays for, and count their listed price', async () => {
		const script: Script = (request) =>
			request.tool.family === 'free' ? everyoneFound(request) : hit(profileOf(request.inputs[0]));
		const done = await simulate(rowsOf(businessProfile, 8), {
			prices: PRICES,
			limits: { maxTokens: 16, concurrency: 4 },
			script,
		});
		expect(count(done, 'found')).toBe(5);
		expect(done.service.maxInFlight).toBeGreaterThan(1);
		expect(done.stats).toMatchObject({ tokens: 15, tokensAre: 'reported' });
	});

	it('use up the time of the run', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { ...bounded, maxRunTime: 250, concurrency: 1 },
		});
		expect([count(done, 'found'), reasonsOf(done)]).toEqual([2, ['run_time']]);
	});
});

describe('a refused get_account', () => {
	const answeringWith =
		(reply: () => Reply): Script =>
		(request) =>
			request.tool.family === 'free' ? reply() : everyoneFound(request);

	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a wrong address', () => http(302, ''), 'wrong_address'],
		['a limit that exceeds Max Wait', () => rateLimited(3_600), 'rate_limited'],
		['an inactive account', () => refusal(403, 'account_inactive'), 'account_inactive'],
	])('ends the run if lookups would be refused, too: %s', async (_says, reply, reason) => {
		const done = await simulate(rowsOf(businessProfile, 60), { limits: bounded, script: answeringWith(reply) });
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
		const done = await simulate(rowsOf(businessProfile, 9), { limits: bounded, script: answeringWith(reply) });
		expect(done.service.tools.filter((name) => name === 'get_account')).toHaveLength(times);
		expect(count(done, 'found')).toBe(9);
	});

	it('waits for a limit within Max Wait, which does not slow down the lookups', async () => {
		const script: Script = (request) => (request.nth === 0 ? rateLimited(5) : everyoneFound(request));
		const done = await simulate(rowsOf(businessProfile, 20), { limits: bounded, prices: PRICES, script });
		expect(done.service.times.slice(0, 3)).toEqual([0, 5_100, 5_200]);
		expect(done.service.maxInFlight).toBeGreaterThan(5);
	});
});

it.each<[string, Reply]>([
	['a dead key', badKey()],
	['a limit beyond Max Wait', rateLimited(3_600)],
	['a failure', brokenDown()],
	['another shape', hit({ token_costs: 'free' })],
])(
	'a run continues without prices after a refusal of get_billing, which the contract lacks: %s',
	async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			limits: bounded,
			billing: Array<Reply>(9).fill(reply),
		});
		expect(count(done, 'found')).toBe(3);
	},
);

it('the account is the first to be asked, with an empty body', async () => {
	const { service } = await simulate(rowsOf(businessProfile, 1), { limits: bounded, script: [accountWith(5)] });
	expect(service.requests[0].body).toEqual({});
	expect(field(service.requests[1].body, 'linkedin_url')).toBeDefined();
});
