import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/account/getAccount';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import {
	accountWith,
	permitFor,
	sendAndSettle,
	windowClosed,
	someTool,
	budgetAfterCheck,
	searchTool,
	send,
	EXHAUSTED,
	WAIT,
	CHECK_ACCOUNT,
	granted,
} from '../../support/run/budgets';
import { personalEmail } from '../../support/run/lookups';

describe('an account check', () => {
	it('is required once if a window is used up by estimate', () => {
		const budget = budgetAfterCheck(accountWith(10));
		sendAndSettle(budget, personalEmail, 10, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(CHECK_ACCOUNT);
		const check = send(budget, getAccount);
		expect(permitFor(budget, personalEmail, 10)).toEqual(WAIT);
		budget.release(check);
		budget.updateFromAccount(accountWith(0));
		expect(permitFor(budget, personalEmail, 10)).toEqual(windowClosed('fair_use_records'));
	});

	it('reopens a window that rolled over', () => {
		const budget = budgetAfterCheck(accountWith(10));
		sendAndSettle(budget, personalEmail, 10, 10);
		budget.updateFromAccount(accountWith(7));
		expect(permitFor(budget, personalEmail, 10)).toEqual(granted(7));
	});

	it("is required if too few records are left by estimate for a request that can't be split", () => {
		const budget = budgetAfterCheck(accountWith(60));
		sendAndSettle(budget, personalEmail, 20, 20);
		expect(permitFor(budget, personalEmail, 50, { min: 50 })).toEqual(CHECK_ACCOUNT);
	});

	it('is required if the request window is used up by estimate', () => {
		const budget = budgetAfterCheck(accountWith(100, 100, 1));
		sendAndSettle(budget, personalEmail, 1, 0);
		expect(permitFor(budget, personalEmail, 1)).toEqual(CHECK_ACCOUNT);
	});

	it('is required if the windows are stale', () => {
		const budget = budgetAfterCheck(accountWith(100));
		budget.invalidateWindows(personalEmail);
		expect(permitFor(budget, personalEmail, 10)).toEqual(CHECK_ACCOUNT);
	});

	it('is not required if Max Tokens is exhausted, which it does not report', () => {
		const budget = budgetAfterCheck(accountWith(10), { maxTokens: 10 });
		sendAndSettle(budget, personalEmail, 10, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(EXHAUSTED);
	});

	it('is not repeated after a failure: the estimates apply', () => {
		const budget = budgetAfterCheck(accountWith(10));
		sendAndSettle(budget, personalEmail, 10, 10);
		budget.ignoreAccount();
		expect(permitFor(budget, personalEmail, 10)).toEqual(windowClosed('fair_use_records'));
	});

	it('is not repeated after a failure: stale windows limit nothing', () => {
		const budget = budgetAfterCheck(accountWith(10));
		budget.invalidateWindows(personalEmail);
		budget.ignoreAccount();
		expect(permitFor(budget, personalEmail, 100)).toEqual(granted(100));
	});
});

describe('Budget.isAccountKnown', () => {
	const unchecked = () => new Budget(Infinity);
	const checked = () => budgetAfterCheck(accountWith(10));

	it.each<[string, () => Budget, Tool, boolean]>([
		['is false for enrichment before an account check', unchecked, personalEmail, false],
		['is false for search before an account check', unchecked, searchTool, false],
		['is true after an account check', checked, personalEmail, true],
		['is false after a failed account check', () => budgetAfterCheck(null), personalEmail, false],
		['is true for a tool of unknown family', unchecked, someTool, true],
		['is true for a free tool', unchecked, getAccount, true],
	])('%s', (_case, budget, tool, known) => {
		expect(budget().isAccountKnown(tool)).toBe(known);
	});
});
