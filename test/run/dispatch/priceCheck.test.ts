import { checkPrices } from '../../../nodes/IdentityResolution/run/dispatch/priceCheck';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reply';
import { businessProfile, rowsOf } from '../../support/run/lookups';
import { badKey, brokenDown, hit, http, lost, miss, outOfTokens, rateLimited } from '../../support/api/replies';
import { simulate, type Scenario } from '../../support/virtual/virtualRun';

const clock = { now: () => 0, sleep: () => Promise.resolve() };
const checkWith = async (reply: Reply) => await checkPrices({ send: () => Promise.resolve(reply), clock });

describe('checkPrices', () => {
	it.each<[string, unknown, Array<[string, number]>]>([
		[
			'prices',
			{ a: 1, b: 2.5 },
			[
				['a', 1],
				['b', 2.5],
			],
		],
		['prices as text', { a: '3' }, [['a', 3]]],
		['no price that is negative or no number', { a: -1, b: 'two', c: null, d: {} }, []],
		['no price from a list', [1], []],
		['none', undefined, []],
	])('reads %s', async (_what, costs, prices) => {
		const check = await checkWith(hit({ token_costs: costs, plan: 'growth' }));
		expect(check.is === 'answered' && [...check.prices]).toEqual(prices);
	});

	it.each<[string, Reply, string | null]>([
		['has no such tool', http(404, {}), 'unknown_tool'],
		['refuses the key', badKey(), 'unauthorized'],
		['returns nothing', miss(), null],
		['loses the answer', lost(), 'lost'],
	])('knows no prices if the service %s', async (_what, reply, kind) => {
		const check = await checkWith(reply);
		expect(check.is === 'unanswered' && (check.refusal?.reason ?? null)).toBe(kind);
	});
});

describe('a run whose price check', () => {
	const lookUp = async (billing: readonly Reply[], scenario: Scenario = {}) =>
		await simulate(rowsOf(businessProfile, 3), {
			...scenario,
			billing,
			limits: { maxTokens: 100, ...scenario.limits },
		});

	it.each<[string, Reply]>([
		['finds no such tool', http(404, {})],
		['fails', brokenDown()],
		['is lost', lost()],
		['returns nothing', miss()],
	])('%s continues without prices, and does not repeat it', async (_says, reply) => {
		const done = await lookUp([reply]);
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.service.billingRequests).toBe(1);
	});

	it.each<[string, Reply]>([
		['fails', brokenDown()],
		['is lost', lost()],
	])('%s delays no lookup', async (_says, reply) => {
		const timesAfter = async (billing: Reply) => (await lookUp([billing])).service.requests.map(({ at }) => at);
		expect(await timesAfter(reply)).toEqual(await timesAfter(miss()));
	});

	it('meets a rate limit waits for it, and continues without prices', async () => {
		const done = await lookUp([rateLimited(2)]);
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.service.billingRequests).toBe(1);
		expect(done.service.requests.filter(({ at }) => at > 200 && at < 2_000)).toEqual([]);
	});

	it.each<[string, Reply]>([
		['meets a rate limit beyond Max Wait', rateLimited(90)],
		['is refused with the key', badKey()],
		['is refused for lack of tokens', outOfTokens()],
	])('%s continues, because each lookup is checked by itself', async (_says, reply) => {
		expect((await lookUp([reply])).statuses).toEqual(['found', 'found', 'found']);
	});
});
