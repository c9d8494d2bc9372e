import type { Phone } from '../../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import type { RequestCost } from '../../../nodes/IdentityResolution/run/budget/requestCost';
import type { Demand, Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { reservationOf, TrackedTokenBudget } from '../../support/tracked';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/lookups';

const bill = (
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

/** One request from its sending to its reply. */
const buy = (tokens: TrackedTokenBudget, tool: Tool, lookups: number, cost: RequestCost, phone: Phone = 'without') =>
	tokens.settle(send(tokens, tool, lookups, phone), cost);

/** How many lookups may be sent, one of them at least. */
const room = (tokens: TrackedTokenBudget, tool: Tool, phone: Phone = 'without') =>
	tokens.capacity({ tool, phone, min: 1 });

describe('without a bound', () => {
	it.each([personalEmail, businessProfile, customTool('some_tool')])(
		'any number of lookups may be asked ($name)',
		(tool) => {
			const tokens = new TrackedTokenBudget(Infinity);
			send(tokens, tool, 100);
			expect(room(tokens, tool)).toBe(Infinity);
			buy(tokens, tool, 100, bill(100, 1_000));
			expect(room(tokens, tool)).toBe(Infinity);
		},
	);
});

describe('tokens, with a tool that does not report what it charges', () => {
	it('are counted as one a hit', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, personalEmail, 6, bill(4, null));
		expect(room(tokens, personalEmail)).toBe(6);
	});

	it('are not used up by misses', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, personalEmail, 10, bill(0, null));
		expect(room(tokens, personalEmail)).toBe(10);
	});

	it('under way are counted as if every lookup were a hit', () => {
		const tokens = new TrackedTokenBudget(10);
		send(tokens, personalEmail, 6);
		expect(room(tokens, personalEmail)).toBe(4);
		send(tokens, personalEmail, 4);
		expect(room(tokens, personalEmail)).toBe(0);
	});

	it('under way may come free again', () => {
		const tokens = new TrackedTokenBudget(10);
		const ten = send(tokens, personalEmail, 10);
		tokens.settle(ten, bill(3, null));
		expect(room(tokens, personalEmail)).toBe(7);
	});

	it('are counted for what may have been charged without being answered', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, personalEmail, 6, bill(2, null, { unconfirmed: 3 }));
		expect(room(tokens, personalEmail)).toBe(5);
	});

	it('are counted as reported where a reply does report them, and it is dearer from then on', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, personalEmail, 4, bill(2, 5));
		expect(room(tokens, personalEmail)).toBe(5);
	});

	it('pay for none once they are used up', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, personalEmail, 10, bill(10, null));
		expect(room(tokens, personalEmail)).toBe(0);
	});

	it('pay for none where a reply reports more than was left', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, personalEmail, 10, bill(10, 15));
		expect(room(tokens, personalEmail)).toBeLessThan(1);
	});
});

describe('tokens, with a tool that reports what it charges', () => {
	it('pay for one lookup at a time until its price is known', () => {
		const tokens = new TrackedTokenBudget(10);
		expect(room(tokens, businessProfile)).toBe(1);
		send(tokens, businessProfile);
		expect(room(tokens, businessProfile)).toBe(0);
	});

	it('wait for whatever else is under way until its price is known', () => {
		const tokens = new TrackedTokenBudget(10);
		send(tokens, personalEmail);
		expect(room(tokens, businessProfile)).toBe(0);
	});

	it('set one token aside for a lookup under way whose price is not known', () => {
		const tokens = new TrackedTokenBudget(3);
		send(tokens, businessProfile);
		expect(room(tokens, personalEmail)).toBe(2);
	});

	it('still pay for one at a time after a miss, which tells no price', () => {
		const tokens = new TrackedTokenBudget(10);
		buy(tokens, businessProfile, 1, bill(0, 0));
		expect(room(tokens, businessProfile)).toBe(1);
	});

	it('still pay for one at a time after a hit that reports nothing, counted as one token', () => {
		const tokens = new TrackedTokenBudget(2);
		buy(tokens, businessProfile, 1, bill(1, null));
		expect(room(tokens, businessProfile)).toBe(1);
		buy(tokens, businessProfile, 1, bill(1, null));
		expect(room(tokens, businessProfile)).toBe(0);
	});

	it('pay for as many as the price allows once it is known', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 3));
		expect(room(tokens, businessProfile)).toBe(5);
		send(tokens, businessProfile);
		expect(room(tokens, businessProfile)).toBe(4);
	});

	it('pay for none where what is left is less than the price', () => {
		const tokens = new TrackedTokenBudget(5);
		buy(tokens, businessProfile, 1, bill(1, 3));
		expect(room(tokens, businessProfile)).toBe(0);
	});

	it('go by the dearest price seen', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 4));
		buy(tokens, businessProfile, 1, bill(1, 2));
		expect(room(tokens, businessProfile)).toBe(3);
	});

	it('go by the price of a hit where several were charged together, in whole tokens', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 5, bill(3, 8));
		expect(room(tokens, businessProfile)).toBe(4);
	});

	it('take a hit for at least one token to come, even where it was free', () => {
		const tokens = new TrackedTokenBudget(5);
		buy(tokens, businessProfile, 1, bill(1, 0));
		expect(room(tokens, businessProfile)).toBe(5);
	});

	it('are counted at the known price for what may have been charged without being answered', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 3));
		buy(tokens, businessProfile, 1, bill(0, null, { unconfirmed: 1 }));
		expect(room(tokens, businessProfile)).toBe(4);
	});

	it('are counted anew for what may have been charged before the price was known', () => {
		const tokens = new TrackedTokenBudget(40);
		for (const doubtful of [1, 2]) buy(tokens, businessProfile, doubtful, bill(0, null, { unconfirmed: doubtful }));
		buy(tokens, businessProfile, 1, bill(1, 5));
		expect(room(tokens, reverseEmail)).toBe(40 - 3 * 5 - 5);
		buy(tokens, businessProfile, 1, bill(1, 6));
		expect(room(tokens, reverseEmail)).toBe(40 - 3 * 6 - 5 - 6);
	});

	it('are counted anew for hits whose replies told no charge, too', () => {
		const tokens = new TrackedTokenBudget(40);
		for (let hits = 0; hits < 3; hits++) buy(tokens, businessProfile, 1, bill(1, null));
		expect(room(tokens, reverseEmail)).toBe(40 - 3);
		buy(tokens, businessProfile, 1, bill(1, 4));
		expect(room(tokens, reverseEmail)).toBe(40 - 3 * 4 - 4);
	});

	it('are not counted beyond what a reply reports, whatever it leaves in doubt', () => {
		const tokens = new TrackedTokenBudget(40);
		buy(tokens, businessProfile, 3, bill(1, 5, { unconfirmed: 2 }));
		buy(tokens, businessProfile, 1, bill(1, 6));
		expect(room(tokens, reverseEmail)).toBe(40 - 5 - 6);
	});

	it('have a price of their own for each tool', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 3));
		expect([room(tokens, hashedEmail), room(tokens, reverseEmail)]).toEqual([1, 17]);
	});
});

describe('tokens for a phone', () => {
	it('have a price of their own', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 6, { phones: 1 }), 'with');
		expect([room(tokens, businessProfile, 'with'), room(tokens, businessProfile)]).toEqual([2, 1]);
	});

	it('pay for one lookup at a time until one brought a phone, and its price is known', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 2), 'with');
		expect([room(tokens, businessProfile, 'with'), room(tokens, businessProfile)]).toEqual([1, 9]);
		buy(tokens, businessProfile, 1, bill(1, 6, { phones: 1 }), 'with');
		expect(room(tokens, businessProfile, 'with')).toBe(2);
	});

	it('under way are counted at the price of a phone', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 6, { phones: 1 }), 'with');
		send(tokens, businessProfile, 1, 'with');
		expect(room(tokens, reverseEmail)).toBe(8);
	});

	it("pay for none where they don't pay for one without", () => {
		const tokens = new TrackedTokenBudget(5);
		for (let hits = 0; hits < 2; hits++) buy(tokens, businessProfile, 1, bill(1, 2), 'with');
		expect(room(tokens, businessProfile, 'with')).toBe(0);
	});

	it('are as many as without one at the least, as long as the price of a phone is not known', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 2));
		buy(tokens, businessProfile, 1, bill(0, null, { unconfirmed: 1 }), 'with');
		send(tokens, businessProfile, 1, 'with');
		expect(room(tokens, reverseEmail)).toBe(20 - 2 - 2 - 2);
	});

	it('are not learnt from a question without it, even where the answer holds something like a phone', () => {
		const tokens = new TrackedTokenBudget(20);
		buy(tokens, businessProfile, 1, bill(1, 2, { phones: 1 }));
		expect([room(tokens, businessProfile), room(tokens, businessProfile, 'with')]).toEqual([9, 1]);
	});
});

describe("lookups that can't be parted", () => {
	const someTool = customTool('some_tool');

	it.each([
		['may be asked where there is a token for each of them', 50, 50],
		['may be asked alone where there are more tokens', 100, 50],
		['may not be asked where there are fewer', 49, 0],
	])('%s, as long as their price is not known', (_says, left, most) => {
		expect(new TrackedTokenBudget(left).capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(most);
	});

	it('wait for what is under way, as long as their price is not known', () => {
		const tokens = new TrackedTokenBudget(1_000);
		send(tokens, someTool, 50);
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(0);
	});

	it('may be asked as the price allows once that is known, some fewer leaving no room for them', () => {
		const tokens = new TrackedTokenBudget(200);
		buy(tokens, someTool, 50, bill(50, 100));
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(50);
		send(tokens, someTool, 10);
		expect(tokens.capacity({ tool: someTool, phone: 'without', min: 50 })).toBe(40);
	});
});

describe('what is owed to others', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 4, min: 1 }];

	it('is left for them', () => {
		expect(new TrackedTokenBudget(10).capacity({ tool: personalEmail, phone: 'without', min: 1 }, owed)).toBe(6);
		expect(new TrackedTokenBudget(4).capacity({ tool: personalEmail, phone: 'without', min: 1 }, owed)).toBe(0);
	});
});

describe('the balance of the account', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 3, min: 1 }];
	const beside = (tokens: TrackedTokenBudget, tool: Tool) =>
		tokens.capacity({ tool, phone: 'without', min: 1 }, owed);

	it('reserves tokens for owed lookups, and otherwise limits nothing', () => {
		const tokens = new TrackedTokenBudget(Infinity);
		tokens.setBalance(10);
		expect([beside(tokens, personalEmail), room(tokens, personalEmail)]).toEqual([7, Infinity]);
		buy(tokens, personalEmail, 7, bill(7, null));
		expect([beside(tokens, personalEmail), room(tokens, personalEmail)]).toEqual([0, Infinity]);
	});

	it('counts requests in flight at their known or assumed price', () => {
		const tokens = new TrackedTokenBudget(Infinity);
		buy(tokens, businessProfile, 1, bill(1, 2));
		tokens.setBalance(20);
		send(tokens, personalEmail, 5);
		expect(beside(tokens, businessProfile)).toBe(6);
		expect(beside(tokens, personalEmail)).toBe(12);
	});

	it('limits nothing if it is unknown or unlimited', () => {
		for (const balance of [null, Infinity]) {
			const tokens = new TrackedTokenBudget(Infinity);
			tokens.setBalance(balance);
			expect(beside(tokens, personalEmail)).toBe(Infinity);
		}
	});

	it('and Max Tokens both apply', () => {
		const tokens = new TrackedTokenBudget(8);
		tokens.setBalance(10);
		expect([beside(tokens, personalEmail), room(tokens, personalEmail)]).toEqual([5, 8]);
		tokens.setBalance(6);
		expect([beside(tokens, personalEmail), room(tokens, personalEmail)]).toEqual([3, 8]);
	});
});
