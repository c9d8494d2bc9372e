import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import type { Demand, RequestCost, Reservation } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';
import { reservationOf, TrackedTokenBudget } from '../../support/run/tracked';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';

const requestCost = (
	hits: number,
	charged: number | null,
	{ phones = 0, unconfirmed = 0 }: Partial<RequestCost> = {},
): RequestCost => ({
	hits,
	phones,
	unconfirmed,
	charged,
});

function send(tokens: TrackedTokenBudget, tool: Tool, lookups = 1, phone: Phone = 'without'): Reservation {
	const reservation = reservationOf({ tool, phone, lookups });
	tokens.reserve(reservation);
	return reservation;
}

/** Sends a request and settles its reply. */
const sendAndSettle = (
	tokens: TrackedTokenBudget,
	tool: Tool,
	lookups: number,
	cost: RequestCost,
	phone: Phone = 'without',
) => tokens.spend(send(tokens, tool, lookups, phone), cost);

/** How many lookups of a tool the budget allows. */
const capacityOf = (tokens: TrackedTokenBudget, tool: Tool, phone: Phone = 'without') =>
	tokens.capacity({ tool, phone, min: 1 });

describe('a token budget without a limit', () => {
	it.each([personalEmail, businessProfile, customTool('some_tool')])(
		'allows any number of lookups ($name)',
		(tool) => {
			const tokens = new TrackedTokenBudget(Infinity);
			send(tokens, tool, 100);
			expect(capacityOf(tokens, tool)).toBe(Infinity);
			sendAndSettle(tokens, tool, 100, requestCost(100, 1_000));
			expect(capacityOf(tokens, tool)).toBe(Infinity);
		},
	);
});

describe('a token budget for a tool that does not report charges', () => {
	it('counts one token per hit', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, personalEmail, 6, requestCost(4, null));
		expect(capacityOf(tokens, personalEmail)).toBe(6);
	});

	it('counts nothing for misses', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, personalEmail, 10, requestCost(0, null));
		expect(capacityOf(tokens, personalEmail)).toBe(10);
	});

	it('counts every lookup in flight as a hit', () => {
		const tokens = new TrackedTokenBudget(10);
		send(tokens, personalEmail, 6);
		expect(capacityOf(tokens, personalEmail)).toBe(4);
		send(tokens, personalEmail, 4);
		expect(capacityOf(tokens, personalEmail)).toBe(0);
	});

	it('frees the tokens of misses after the reply', () => {
		const tokens = new TrackedTokenBudget(10);
		const ten = send(tokens, personalEmail, 10);
		tokens.spend(ten, requestCost(3, null));
		expect(capacityOf(tokens, personalEmail)).toBe(7);
	});

	it('counts unconfirmed lookups as hits', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, personalEmail, 6, requestCost(2, null, { unconfirmed: 3 }));
		expect(capacityOf(tokens, personalEmail)).toBe(5);
	});

	it('counts a reported charge, and applies its price from then on', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, personalEmail, 4, requestCost(2, 5));
		expect(capacityOf(tokens, personalEmail)).toBe(5);
	});

	it('allows no lookups once the tokens are used up', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, personalEmail, 10, requestCost(10, null));
		expect(capacityOf(tokens, personalEmail)).toBe(0);
	});

	it('allows no lookups if a reply reports more than was left', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, personalEmail, 10, requestCost(10, 15));
		expect(capacityOf(tokens, personalEmail)).toBeLessThan(1);
	});
});

describe('a token budget for a tool that reports charges', () => {
	it('allows one lookup at a time until the price is known', () => {
		const tokens = new TrackedTokenBudget(10);
		expect(capacityOf(tokens, businessProfile)).toBe(1);
		send(tokens, businessProfile);
		expect(capacityOf(tokens, businessProfile)).toBe(0);
	});

	it('waits for other requests in flight until the price is known', () => {
		const tokens = new TrackedTokenBudget(10);
		send(tokens, personalEmail);
		expect(capacityOf(tokens, businessProfile)).toBe(0);
	});

	it('reserves one token for a lookup in flight of unknown price', () => {
		const tokens = new TrackedTokenBudget(3);
		send(tokens, businessProfile);
		expect(capacityOf(tokens, personalEmail)).toBe(2);
	});

	it('allows one lookup at a time after a miss, which reveals no price', () => {
		const tokens = new TrackedTokenBudget(10);
		sendAndSettle(tokens, businessProfile, 1, requestCost(0, 0));
		expect(capacityOf(tokens, businessProfile)).toBe(1);
	});

	it('allows one lookup at a time after a hit without a reported charge, and counts it as one token', () => {
		const tokens = new TrackedTokenBudget(2);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, null));
		expect(capacityOf(tokens, businessProfile)).toBe(1);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, null));
		expect(capacityOf(tokens, businessProfile)).toBe(0);
	});

	it('allows as many lookups as the known price permits', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 3));
		expect(capacityOf(tokens, businessProfile)).toBe(5);
		send(tokens, businessProfile);
		expect(capacityOf(tokens, businessProfile)).toBe(4);
	});

	it('allows no lookups if less than the price is left', () => {
		const tokens = new TrackedTokenBudget(5);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 3));
		expect(capacityOf(tokens, businessProfile)).toBe(0);
	});

	it('applies the highest price', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 4));
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2));
		expect(capacityOf(tokens, businessProfile)).toBe(3);
	});

	it('rounds the price per hit of a batch up to whole tokens', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 5, requestCost(3, 8));
		expect(capacityOf(tokens, businessProfile)).toBe(4);
	});

	it('assumes at least one token per hit even after a free hit', () => {
		const tokens = new TrackedTokenBudget(5);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 0));
		expect(capacityOf(tokens, businessProfile)).toBe(5);
	});

	it('counts unconfirmed lookups at the known price', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 3));
		sendAndSettle(tokens, businessProfile, 1, requestCost(0, null, { unconfirmed: 1 }));
		expect(capacityOf(tokens, businessProfile)).toBe(4);
	});

	it('reprices unconfirmed lookups when the price changes', () => {
		const tokens = new TrackedTokenBudget(40);
		for (const unconfirmed of [1, 2])
			sendAndSettle(tokens, businessProfile, unconfirmed, requestCost(0, null, { unconfirmed }));
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 5));
		expect(capacityOf(tokens, reverseEmail)).toBe(40 - 3 * 5 - 5);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 6));
		expect(capacityOf(tokens, reverseEmail)).toBe(40 - 3 * 6 - 5 - 6);
	});

	it('reprices hits without a reported charge when the price changes', () => {
		const tokens = new TrackedTokenBudget(40);
		for (let hits = 0; hits < 3; hits++) sendAndSettle(tokens, businessProfile, 1, requestCost(1, null));
		expect(capacityOf(tokens, reverseEmail)).toBe(40 - 3);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 4));
		expect(capacityOf(tokens, reverseEmail)).toBe(40 - 3 * 4 - 4);
	});

	it('counts only the reported charge, even with unconfirmed lookups', () => {
		const tokens = new TrackedTokenBudget(40);
		sendAndSettle(tokens, businessProfile, 3, requestCost(1, 5, { unconfirmed: 2 }));
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 6));
		expect(capacityOf(tokens, reverseEmail)).toBe(40 - 5 - 6);
	});

	it('has a separate price per tool', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 3));
		expect([capacityOf(tokens, hashedEmail), capacityOf(tokens, reverseEmail)]).toEqual([1, 17]);
	});
});

describe('a token budget for lookups with a phone', () => {
	it('has a separate price', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 6, { phones: 1 }), 'with');
		expect([capacityOf(tokens, businessProfile, 'with'), capacityOf(tokens, businessProfile)]).toEqual([2, 1]);
	});

	it('allows one lookup at a time until a hit contains a phone', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2), 'with');
		expect([capacityOf(tokens, businessProfile, 'with'), capacityOf(tokens, businessProfile)]).toEqual([1, 9]);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 6, { phones: 1 }), 'with');
		expect(capacityOf(tokens, businessProfile, 'with')).toBe(2);
	});

	it('counts lookups in flight at the price with a phone', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 6, { phones: 1 }), 'with');
		send(tokens, businessProfile, 1, 'with');
		expect(capacityOf(tokens, reverseEmail)).toBe(8);
	});

	it("allows no lookups if the tokens don't pay for one without a phone", () => {
		const tokens = new TrackedTokenBudget(5);
		for (let hits = 0; hits < 2; hits++) sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2), 'with');
		expect(capacityOf(tokens, businessProfile, 'with')).toBe(0);
	});

	it('assumes at least the price without a phone until the price with one is known', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2));
		sendAndSettle(tokens, businessProfile, 1, requestCost(0, null, { unconfirmed: 1 }), 'with');
		send(tokens, businessProfile, 1, 'with');
		expect(capacityOf(tokens, reverseEmail)).toBe(20 - 2 - 2 - 2);
	});

	it('does not learn the price from a lookup without a phone, even if the answer contains one', () => {
		const tokens = new TrackedTokenBudget(20);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2, { phones: 1 }));
		expect([capacityOf(tokens, businessProfile), capacityOf(tokens, businessProfile, 'with')]).toEqual([9, 1]);
	});
});

describe("a token budget for lookups that can't be split", () => {
	const someTool = customTool('some_tool');

	it.each([
		['allows them with one token for each', 50, 50],
		['allows one request at a time, even with more tokens,', 100, 50],
		['allows none with fewer tokens', 49, 0],
	])('%s until the price is known', (_case, left, expected) => {
		expect(new TrackedTokenBudget(left).capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(expected);
	});

	it('waits for requests in flight until the price is known', () => {
		const tokens = new TrackedTokenBudget(1_000);
		send(tokens, someTool, 50);
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(0);
	});

	it('applies the known price, even if the tokens pay for only a part of them', () => {
		const tokens = new TrackedTokenBudget(200);
		sendAndSettle(tokens, someTool, 50, requestCost(50, 100));
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(50);
		send(tokens, someTool, 10);
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(40);
	});
});

describe('lookups owed to started rows', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 4, min: 1 }];

	it('reserve their tokens', () => {
		expect(new TrackedTokenBudget(10).capacity({ tool: personalEmail, phone: 'without', min: 1 }, owed)).toBe(6);
		expect(new TrackedTokenBudget(4).capacity({ tool: personalEmail, phone: 'without', min: 1 }, owed)).toBe(0);
	});
});

describe('the balance of the account', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 3, min: 1 }];
	const capacityBeside = (tokens: TrackedTokenBudget, tool: Tool) =>
		tokens.capacity({ tool, phone: 'without', min: 1 }, owed);

	it('reserves tokens for owed lookups, and otherwise limits nothing', () => {
		const tokens = new TrackedTokenBudget(Infinity, 10);
		expect([capacityBeside(tokens, personalEmail), capacityOf(tokens, personalEmail)]).toEqual([7, Infinity]);
		sendAndSettle(tokens, personalEmail, 7, requestCost(7, null));
		expect([capacityBeside(tokens, personalEmail), capacityOf(tokens, personalEmail)]).toEqual([0, Infinity]);
	});

	it('counts requests in flight at their known or assumed price', () => {
		const tokens = new TrackedTokenBudget(Infinity, 22);
		sendAndSettle(tokens, businessProfile, 1, requestCost(1, 2));
		send(tokens, personalEmail, 5);
		expect(capacityBeside(tokens, businessProfile)).toBe(6);
		expect(capacityBeside(tokens, personalEmail)).toBe(12);
	});

	it('limits nothing if it is unknown or unlimited', () => {
		expect(capacityBeside(new TrackedTokenBudget(Infinity), personalEmail)).toBe(Infinity);
	});

	it('applies together with Max Tokens', () => {
		const capacities = (tokens: TrackedTokenBudget) => [
			capacityBeside(tokens, personalEmail),
			capacityOf(tokens, personalEmail),
		];
		expect(capacities(new TrackedTokenBudget(8, 10))).toEqual([5, 8]);
		expect(capacities(new TrackedTokenBudget(8, 6))).toEqual([3, 8]);
	});
});
