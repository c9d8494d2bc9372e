import type { Account } from '../../../nodes/IdentityResolution/api/account/account';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/getAccount';
import { Budget, NO_BOUNDS } from '../../../nodes/IdentityResolution/run/budget/budget';
import {
	accountWith,
	allowance,
	buy,
	closed,
	someTool,
	knowing,
	searchTool,
	send,
	SPENT,
	TO_COME,
	TO_LOOK,
	upTo,
} from '../../support/budgets';
import { personalEmail } from '../../support/lookups';

describe('the account is asked', () => {
	it('where a window seems used up, and not again before something was sent', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_LOOK);
		const check = send(budget, getAccount);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_COME);
		budget.release(check);
		budget.updateFromAccount(accountWith(0));
		expect(allowance(budget, personalEmail, 10)).toEqual(closed('fair_use_records'));
	});

	it('where a window seems used up, and may know that it rolled', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		budget.updateFromAccount(accountWith(7));
		expect(allowance(budget, personalEmail, 10)).toEqual(upTo(7));
	});

	it("where too few records seem left for a request that can't be parted", () => {
		const budget = knowing(accountWith(60));
		buy(budget, personalEmail, 20, 20);
		expect(allowance(budget, personalEmail, 50, { min: 50 })).toEqual(TO_LOOK);
	});

	it('where requests seem used up', () => {
		const budget = knowing(accountWith(100, 100, 1));
		buy(budget, personalEmail, 1, 0);
		expect(allowance(budget, personalEmail, 1)).toEqual(TO_LOOK);
	});

	it('where what is known is out of date', () => {
		const budget = knowing(accountWith(100));
		budget.invalidateWindows(personalEmail);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_LOOK);
	});

	it("not where tokens are spent: it can't tell of those", () => {
		const budget = knowing(accountWith(10), { maxTokens: 10 });
		buy(budget, personalEmail, 10, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(SPENT);
	});

	it('once, and the windows are taken as counted where it says nothing', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		budget.ignoreAccount();
		expect(allowance(budget, personalEmail, 10)).toEqual(closed('fair_use_records'));
	});

	it('once, and nothing is bounded where it says nothing of what is out of date', () => {
		const budget = knowing(accountWith(10));
		budget.invalidateWindows(personalEmail);
		budget.ignoreAccount();
		expect(allowance(budget, personalEmail, 100)).toEqual(upTo(100));
	});
});

describe('an account that could not be asked', () => {
	const outdated = () => {
		const budget = knowing(accountWith(50));
		budget.invalidateWindows(personalEmail);
		return budget;
	};

	it('is asked again where it is worth another try', () => {
		const budget = outdated();
		expect(allowance(budget, personalEmail, 1)).toEqual(TO_LOOK);
	});

	it('is not asked again where it is not: the rest is found out by asking', () => {
		const budget = outdated();
		budget.ignoreAccount();
		expect(allowance(budget, personalEmail, 1)).toEqual(upTo(1));
	});
});

describe('whether the account has nothing to tell', () => {
	const asked = (account: Account | null) => (reserve: number) => knowing(account, { reserve });
	const unasked = (reserve: number) => new Budget({ ...NO_BOUNDS, reserve });

	it.each<[string, (reserve: number) => Budget, Tool, number, boolean]>([
		['it has of enrichment', unasked, personalEmail, 0, false],
		['it has of search', unasked, searchTool, 0, false],
		['it has not once it told', asked(accountWith(10)), personalEmail, 0, true],
		['it still has where it said nothing', asked(null), personalEmail, 0, false],
		['it has not of a tool without a known family', unasked, someTool, 0, true],
		['it has of such a tool where records are to be left', unasked, someTool, 5, false],
		['it has not of such a tool once it told', asked(accountWith(10)), someTool, 5, true],
		['it has not of a free tool', unasked, getAccount, 5, true],
	])('%s', (_says, budget, tool, reserve, known) => {
		expect(budget(reserve).isAccountKnown(tool)).toBe(known);
	});
});
