import { customTool } from '../../nodes/IdentityResolution/actions/tool/call.operation';
import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import { Prices, Budget, type Demand, type Reservation } from '../../nodes/IdentityResolution/service/budget';
import type { RequestCost } from '../../nodes/IdentityResolution/service/stats';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../support/run/lookups';
import { reservationOf } from '../support/run/requests';

/** A request, and its cost once it is answered. */
interface Sent {
	request: Reservation;
	cost?: RequestCost;
}

const inFlight = (tool: Tool, lookups = 1, phone: Phone = 'without'): Sent => ({
	request: reservationOf(tool, { lookups, phone }),
});

/** A request that was answered. @param charged null if the reply does not report it */
const answered = (
	tool: Tool,
	hits: number,
	charged: number | null = null,
	{ phone = 'without', phones = 0, unconfirmed = 0 }: Partial<RequestCost & { phone: Phone }> = {},
): Sent => ({ request: reservationOf(tool, { phone, lookups: 9 }), cost: { hits, phones, unconfirmed, charged } });

const lost = (tool: Tool, unconfirmed: number, phone: Phone = 'without') =>
	answered(tool, 0, null, { unconfirmed, phone });

function budgetAfter(
	{ maxTokens = Infinity, balance }: { maxTokens?: number; balance?: number },
	sent: Sent[],
): Budget {
	const budget = new Budget(maxTokens, new Prices(), balance);
	for (const { request, cost } of sent) {
		budget.reserve(request);
		if (cost !== undefined) budget.release(request, cost);
	}
	return budget;
}

const [EMAIL, PROFILE, REVERSE] = [personalEmail, businessProfile, reverseEmail];
const WITH = { phone: 'with', phones: 1 } as const;

describe('the capacity of a token budget', () => {
	it.each<[string, number, Sent[], Tool, number]>([
		['is infinite without limit', Infinity, [inFlight(EMAIL, 100), answered(EMAIL, 100, 1_000)], PROFILE, Infinity],
		['counts one token per hit, and nothing for misses', 10, [answered(EMAIL, 4)], EMAIL, 6],
		['counts every lookup in flight as a hit', 10, [inFlight(EMAIL, 6), inFlight(EMAIL, 3)], EMAIL, 1],
		['counts unconfirmed lookups as hits', 10, [answered(EMAIL, 2, null, { unconfirmed: 3 })], EMAIL, 5],
		['counts a reported charge, and applies its price from then on', 20, [answered(EMAIL, 2, 5)], EMAIL, 5],
		['is negative if a reply reports more than was left', 10, [answered(EMAIL, 10, 15)], EMAIL, -3],
		['is 1 until the price of a tool that reports charges is known', 10, [], PROFILE, 1],
		['is 0 while that price is unknown and another request is in flight', 10, [inFlight(EMAIL)], PROFILE, 0],
		['reserves a token for a lookup in flight of unknown price', 3, [inFlight(PROFILE)], EMAIL, 2],
		['is 1 after a miss, which reveals no price', 10, [answered(PROFILE, 0, 0)], PROFILE, 1],
		['counts a hit without a reported charge as one token', 2, [answered(PROFILE, 1)], PROFILE, 1],
		['is what the known price permits', 20, [answered(PROFILE, 1, 3), inFlight(PROFILE)], PROFILE, 4],
		['is 0 if less than the price is left', 5, [answered(PROFILE, 1, 3)], PROFILE, 0],
		['applies the highest price', 20, [answered(PROFILE, 1, 4), answered(PROFILE, 1, 2)], PROFILE, 3],
		['rounds the price per hit of a batch up to whole tokens', 20, [answered(PROFILE, 3, 8)], PROFILE, 4],
		['assumes at least one token per hit even after a free hit', 5, [answered(PROFILE, 1, 0)], PROFILE, 5],
		['counts unconfirmed lookups at the known price', 20, [answered(PROFILE, 1, 3), lost(PROFILE, 1)], PROFILE, 4],
		[
			'reprices unconfirmed lookups whenever the price rises',
			40,
			[lost(PROFILE, 1), lost(PROFILE, 2), answered(PROFILE, 1, 5), answered(PROFILE, 1, 6)],
			REVERSE,
			40 - 3 * 6 - 5 - 6,
		],
		[
			'reprices hits without a reported charge when the price rises',
			40,
			[answered(PROFILE, 1), answered(PROFILE, 2), answered(PROFILE, 1, 4)],
			REVERSE,
			40 - 3 * 4 - 4,
		],
		[
			'counts only the reported charge, even with unconfirmed lookups',
			40,
			[answered(PROFILE, 1, 5, { unconfirmed: 2 }), answered(PROFILE, 1, 6)],
			REVERSE,
			40 - 5 - 6,
		],
		['has a separate price per tool', 20, [answered(PROFILE, 1, 3)], hashedEmail, 1],
		['has a separate price with a phone', 20, [answered(PROFILE, 1, 6, WITH)], PROFILE, 1],
		['counts phones in flight', 20, [answered(PROFILE, 1, 6, WITH), inFlight(PROFILE, 1, 'with')], REVERSE, 8],
		[
			'assumes at least the price without a phone until the price with one is known',
			20,
			[answered(PROFILE, 1, 2), lost(PROFILE, 1, 'with'), inFlight(PROFILE, 1, 'with')],
			REVERSE,
			20 - 2 - 2 - 2,
		],
	])('%s', (_says, maxTokens, sent, tool, capacity) => {
		expect(budgetAfter({ maxTokens }, sent).capacity({ tool, phone: 'without', min: 1 })).toBe(capacity);
	});

	it.each<[string, number, Sent[], number]>([
		['is that of the price with a phone', 20, [answered(PROFILE, 1, 6, WITH)], 2],
		['is 1 until a hit contains a phone', 20, [answered(PROFILE, 1, 2, { phone: 'with' })], 1],
		['is 0 if the tokens do not pay for a hit without one', 3, [answered(PROFILE, 1, 2, { phone: 'with' })], 0],
		['is 1 after a lookup without the phone that its answer has', 20, [answered(PROFILE, 1, 2, { phones: 1 })], 1],
	])('for lookups with a phone %s', (_says, maxTokens, sent, capacity) => {
		expect(budgetAfter({ maxTokens }, sent).capacity({ tool: PROFILE, phone: 'with', min: 1 })).toBe(capacity);
	});

	const someTool = customTool('some_tool');

	it.each<[string, number, Sent[], number]>([
		['is all of them with one token for each', 50, [], 50],
		['is one request at a time until the price is known', 100, [], 50],
		['is 0 with fewer tokens', 49, [], 0],
		['is 0 while the price is unknown and a request is in flight', 1_000, [inFlight(someTool, 50)], 0],
		['is what the known price pays for', 200, [answered(someTool, 50, 100), inFlight(someTool, 10)], 40],
	])("for fifty lookups that can't be split %s", (_says, maxTokens, sent, capacity) => {
		const demand = { tool: someTool, phone: 'without', min: 50 } as const;
		expect(budgetAfter({ maxTokens }, sent).capacity(demand)).toBe(capacity);
	});

	it.each<[string, { maxTokens?: number; balance?: number }, Sent[], number, number]>([
		['leaves what finishes them', { maxTokens: 10 }, [], 3, 10],
		['does so of the balance, which limits nothing else', { balance: 10 }, [], 3, Infinity],
		['is 0 if the balance finishes none', { balance: 10 }, [answered(EMAIL, 5), inFlight(EMAIL, 3)], 0, Infinity],
		['is 1 if nothing is in flight, because it may be a miss', { balance: 10 }, [answered(EMAIL, 8)], 1, Infinity],
		['is not limited by an unknown balance', {}, [], Infinity, Infinity],
		['is the lower one of both limits', { maxTokens: 9, balance: 6 }, [], 2, 9],
	])('for rows that need two more tokens %s', (_says, limits, sent, first, last) => {
		const tokens = budgetAfter(limits, sent);
		const demand = { tool: EMAIL, phone: 'without', min: 1 } as const;
		const followUp: Demand['followUp'] = [{ tool: PROFILE, phone: 'without', tokens: 2 }];
		expect([tokens.capacity({ ...demand, followUp }), tokens.capacity(demand)]).toEqual([first, last]);
	});
});
