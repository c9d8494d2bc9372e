import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../nodes/IdentityResolution/api/tools/getAccount';
import { Budget, type Bill, type Purchase } from '../../nodes/IdentityResolution/run/budget';
import { businessProfile, personalEmail } from '../support/lookups';

const bill = (hits: number, doubtful: number, charged: number | null, phones = 0): Bill => ({ hits, phones, doubtful, charged });

const purchase = (tool: Tool, size = 1, phone: Phone = 'without'): Purchase => ({ tool, size, phone });

const begun = (budget: Budget, one: Purchase): Purchase => {
	budget.begin(one);
	return one;
};

/** One request from its sending to its reply. */
function buy(budget: Budget, one: Purchase, hits: number, charged: number | null = null): void {
	budget.begin(one);
	budget.end(one, bill(hits, 0, charged, one.phone === 'with' ? hits : 0));
}

const upTo = (size: number) => ({ is: 'up_to', size });
const LATER = { is: 'later' };
const NO_TOKENS = { is: 'spent', of: 'token_budget' };
const NO_RECORDS = { is: 'spent', of: 'reserve' };

describe('without bounds', () => {
	it.each([personalEmail, businessProfile, getAccount])('any number of lookups may be asked ($name)', (tool) => {
		const budget = new Budget(Infinity, Infinity);
		budget.begin(purchase(tool));
		expect(budget.allowance(tool, 'without')).toEqual(upTo(Infinity));
	});
});

describe('a free tool', () => {
	it('may be asked even where nothing is left, and takes nothing', () => {
		const budget = new Budget(1, 1);
		buy(budget, purchase(getAccount), 1, 5);
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(1));
		buy(budget, purchase(personalEmail), 1);
		expect(budget.allowance(getAccount, 'without')).toEqual(upTo(Infinity));
	});
});

describe('tokens, with a tool that does not report what it charges', () => {
	it('are counted as one a hit', () => {
		const budget = new Budget(10, Infinity);
		buy(budget, purchase(personalEmail, 6), 4);
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(6));
	});

	it('are not used up by misses', () => {
		const budget = new Budget(10, Infinity);
		buy(budget, purchase(personalEmail, 10), 0);
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(10));
	});

	it('under way are counted as if every lookup were a hit', () => {
		const budget = new Budget(10, Infinity);
		begun(budget, purchase(personalEmail, 6));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(4));
		begun(budget, purchase(personalEmail, 4));
		expect(budget.allowance(personalEmail, 'without')).toEqual(LATER);
	});

	it('under way may come free again', () => {
		const budget = new Budget(10, Infinity);
		const one = begun(budget, purchase(personalEmail, 10));
		budget.end(one, bill(3, 0, null));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(7));
	});

	it('are spent once nothing is left and nothing is under way', () => {
		const budget = new Budget(10, Infinity);
		buy(budget, purchase(personalEmail, 10), 10);
		expect(budget.allowance(personalEmail, 'without')).toEqual(NO_TOKENS);
	});

	it('are counted for what may have been charged without being answered', () => {
		const budget = new Budget(10, Infinity);
		const one = begun(budget, purchase(personalEmail, 6));
		budget.end(one, bill(2, 3, null));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(5));
	});

	it('are counted as reported where a reply does report them, and it is dearer from then on', () => {
		const budget = new Budget(20, Infinity);
		buy(budget, purchase(personalEmail, 4), 2, 5);
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(5));
	});
});

describe('tokens, with a tool that reports what it charges', () => {
	it('pay for one lookup at a time until its price is known', () => {
		const budget = new Budget(10, Infinity);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(1));
		begun(budget, purchase(businessProfile));
		expect(budget.allowance(businessProfile, 'without')).toEqual(LATER);
	});

	it('wait for whatever else is under way until its price is known', () => {
		const budget = new Budget(10, Infinity);
		begun(budget, purchase(personalEmail));
		expect(budget.allowance(businessProfile, 'without')).toEqual(LATER);
	});

	it('set one token aside for a lookup under way whose price is not known', () => {
		const budget = new Budget(3, Infinity);
		begun(budget, purchase(businessProfile));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(2));
	});

	it('still pay for one at a time after a miss, which tells no price', () => {
		const budget = new Budget(10, Infinity);
		buy(budget, purchase(businessProfile), 0, 0);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(1));
	});

	it('still pay for one at a time after a hit that reports nothing, counted as one token', () => {
		const budget = new Budget(2, Infinity);
		buy(budget, purchase(businessProfile), 1, null);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(1));
		buy(budget, purchase(businessProfile), 1, null);
		expect(budget.allowance(businessProfile, 'without')).toEqual(NO_TOKENS);
	});

	it('pay for as many as the price allows once it is known', () => {
		const budget = new Budget(20, Infinity);
		buy(budget, purchase(businessProfile), 1, 3);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(5));
		begun(budget, purchase(businessProfile));
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(4));
	});

	it('with a phone pay for one at a time until one brought a phone, and its price is known', () => {
		const budget = new Budget(20, Infinity);
		const one = begun(budget, purchase(businessProfile, 1, 'with'));
		budget.end(one, bill(1, 0, 2, 0));
		expect([budget.allowance(businessProfile, 'with'), budget.allowance(businessProfile, 'without')]).toEqual([upTo(1), upTo(9)]);
		buy(budget, purchase(businessProfile, 1, 'with'), 1, 6);
		expect(budget.allowance(businessProfile, 'with')).toEqual(upTo(2));
	});

	it('are spent where what is left is less than the price', () => {
		const budget = new Budget(5, Infinity);
		buy(budget, purchase(businessProfile), 1, 3);
		expect(budget.allowance(businessProfile, 'without')).toEqual(NO_TOKENS);
	});

	it('go by the dearest price seen', () => {
		const budget = new Budget(20, Infinity);
		buy(budget, purchase(businessProfile), 1, 4);
		buy(budget, purchase(businessProfile), 1, 2);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(3));
	});

	it('take a hit for at least one token to come, even where it was free', () => {
		const budget = new Budget(5, Infinity);
		buy(budget, purchase(businessProfile), 1, 0);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(5));
	});

	it('learn the price of a question without the phone even where the answer holds something like a phone', () => {
		const budget = new Budget(20, Infinity);
		const one = begun(budget, purchase(businessProfile));
		budget.end(one, bill(1, 0, 2, 1));
		expect([budget.allowance(businessProfile, 'without'), budget.allowance(businessProfile, 'with')]).toEqual([upTo(9), upTo(1)]);
	});

	it('are counted at the known price for what may have been charged without being answered', () => {
		const budget = new Budget(20, Infinity);
		buy(budget, purchase(businessProfile), 1, 3);
		const one = begun(budget, purchase(businessProfile));
		budget.end(one, bill(0, 1, null));
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(4));
	});

	it('have a price of their own with the phone', () => {
		const budget = new Budget(20, Infinity);
		buy(budget, purchase(businessProfile, 1, 'with'), 1, 6);
		expect(budget.allowance(businessProfile, 'with')).toEqual(upTo(2));
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(1));
	});
});

describe('records', () => {
	it('are taken by hits, whatever they cost', () => {
		const budget = new Budget(Infinity, 10);
		buy(budget, purchase(businessProfile, 6), 4, 12);
		expect(budget.allowance(businessProfile, 'without')).toEqual(upTo(6));
	});

	it('under way are counted as if every lookup took one', () => {
		const budget = new Budget(Infinity, 10);
		begun(budget, purchase(personalEmail, 6));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(4));
		begun(budget, purchase(personalEmail, 4));
		expect(budget.allowance(personalEmail, 'without')).toEqual(LATER);
	});

	it('are counted for what may have been charged without being answered', () => {
		const budget = new Budget(Infinity, 10);
		const one = begun(budget, purchase(personalEmail, 6));
		budget.end(one, bill(2, 3, null));
		expect(budget.allowance(personalEmail, 'without')).toEqual(upTo(5));
	});

	it('are spent once only the reserve is left', () => {
		const budget = new Budget(Infinity, 1);
		buy(budget, purchase(personalEmail), 1);
		expect(budget.allowance(personalEmail, 'without')).toEqual(NO_RECORDS);
	});

	it('are spent from the start where less than the reserve is left', () => {
		expect(new Budget(Infinity, -5).allowance(personalEmail, 'without')).toEqual(NO_RECORDS);
	});
});

describe('both bounds', () => {
	it.each([
		[7, 9, upTo(7)],
		[9, 7, upTo(7)],
		[0, 9, NO_TOKENS],
		[9, 0, NO_RECORDS],
		[1, 0, NO_RECORDS],
		[0, 0, NO_TOKENS],
	])('with %i tokens and %i records the narrower one holds', (tokens, records, allowance) => {
		expect(new Budget(tokens, records).allowance(personalEmail, 'without')).toEqual(allowance);
	});
});
