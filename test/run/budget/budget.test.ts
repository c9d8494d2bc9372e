import { getAccount } from '../../../nodes/IdentityResolution/api/tools/account/getAccount';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import { Budget, type Permit } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Demand } from '../../../nodes/IdentityResolution/run/budget/reservation';
import {
	accountWith,
	permitFor,
	sendAndSettle,
	windowClosed,
	someTool,
	budgetAfterCheck,
	settle,
	searchTool,
	send,
	EXHAUSTED,
	WAIT,
	CHECK_ACCOUNT,
	granted,
} from '../../support/run/budgets';
import { businessProfile, personalEmail, reverseEmail } from '../../support/run/lookups';

describe('a budget without limits or reported windows', () => {
	it.each([personalEmail, businessProfile, someTool, getAccount])(
		'grants a full request while others are in flight ($name)',
		(tool) => {
			const budget = new Budget(Infinity);
			sendAndSettle(budget, tool, 100, 100);
			send(budget, tool, 100);
			expect(permitFor(budget, tool, 100)).toEqual(granted(100));
		},
	);
});

describe('a free tool', () => {
	it('is granted even if no other tool is', () => {
		const budget = budgetAfterCheck(accountWith(0), { maxTokens: 0 });
		expect([permitFor(budget, personalEmail, 1), permitFor(budget, getAccount, 1)]).toEqual([
			EXHAUSTED,
			granted(1),
		]);
	});

	it('uses neither tokens nor records', () => {
		const budget = budgetAfterCheck(accountWith(10), { maxTokens: 10 });
		settle(budget, send(budget, getAccount), 1, { charged: 5, remaining: 2 });
		expect(permitFor(budget, personalEmail, 10)).toEqual(granted(10));
	});

	it('is not blocked by stale windows', () => {
		const budget = budgetAfterCheck(accountWith(10));
		budget.invalidateWindows(getAccount);
		expect([permitFor(budget, getAccount, 1), permitFor(budget, personalEmail, 1)]).toEqual([
			granted(1),
			granted(1),
		]);
	});
});

describe('a budget without requests in flight', () => {
	it.each<[number, number, Permit]>([
		[100, 100, granted(50)],
		[50, 50, granted(50)],
		[7, 9, granted(7)],
		[9, 7, granted(7)],
		[0, 9, EXHAUSTED],
		[9, 0, windowClosed('fair_use_records')],
		[0, 0, EXHAUSTED],
	])('applies the stricter limit of %i tokens and %i records', (maxTokens, records, expected) => {
		expect(permitFor(budgetAfterCheck(accountWith(records), { maxTokens }), personalEmail, 50)).toEqual(expected);
	});

	it.each<[string, number, number, Permit]>([
		["grants a request that can't be split if all of it fits", 50, 50, granted(50)],
		["reports exhausted tokens if they pay for a part of a request that can't be split", 49, 50, EXHAUSTED],
		[
			"reports a closed window if it has records for a part of a request that can't be split",
			50,
			49,
			windowClosed('fair_use_records'),
		],
	])('%s', (_case, maxTokens, records, expected) => {
		expect(
			permitFor(budgetAfterCheck(accountWith(records), { maxTokens }), personalEmail, 50, { min: 50 }),
		).toEqual(expected);
	});

	it('grants one lookup to a tool of unknown price', () => {
		expect(permitFor(budgetAfterCheck(accountWith(100), { maxTokens: 10 }), businessProfile, 5)).toEqual(
			granted(1),
		);
	});

	it('grants no lookup if no request is left', () => {
		expect(permitFor(budgetAfterCheck(accountWith(9, 9, 1)), personalEmail, 9)).toEqual(granted(9));
		expect(permitFor(budgetAfterCheck(accountWith(9, 9, 0)), personalEmail, 9)).toEqual(
			windowClosed('fair_use_requests'),
		);
	});
});

describe('a request in flight', () => {
	it('does not delay another request if both fit', () => {
		const budget = budgetAfterCheck(accountWith(100), { maxTokens: 100 });
		send(budget, personalEmail, 50);
		expect(permitFor(budget, personalEmail, 50)).toEqual(granted(50));
	});

	it.each<[string, number, number]>([
		['tokens', 60, 100],
		['records', 100, 60],
		['tokens or records', 50, 50],
	])('causes a wait if too few %s are left for a full request', (_case, maxTokens, records) => {
		const budget = budgetAfterCheck(accountWith(records), { maxTokens });
		const sent = send(budget, personalEmail, 50);
		expect(permitFor(budget, personalEmail, 50)).toEqual(WAIT);
		settle(budget, sent, 20);
		expect(permitFor(budget, personalEmail, 50)).toEqual(granted(Math.min(maxTokens, records) - 20));
	});

	it('causes a wait even if it uses another tool', () => {
		const budget = budgetAfterCheck(accountWith(10));
		const sent = send(budget, searchTool);
		expect(permitFor(budget, personalEmail, 50)).toEqual(WAIT);
		settle(budget, sent, 0);
		expect(permitFor(budget, personalEmail, 50)).toEqual(granted(10));
	});

	it('causes a wait before tokens are reported as exhausted', () => {
		const budget = budgetAfterCheck(accountWith(100), { maxTokens: 10 });
		const sent = send(budget, personalEmail, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(WAIT);
		settle(budget, sent, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(EXHAUSTED);
	});

	it('causes a wait before an account check', () => {
		const budget = budgetAfterCheck(accountWith(10));
		const sent = send(budget, personalEmail, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(WAIT);
		settle(budget, sent, 10);
		expect(permitFor(budget, personalEmail, 10)).toEqual(CHECK_ACCOUNT);
	});
});

describe('lookups owed to started rows', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 4, min: 1 }];
	const demand: Demand = { tool: businessProfile, phone: 'without', max: 10, min: 1 };

	it.each<[string, Budget, Permit | { is: 'owed' }]>([
		[
			'leave the rest of the capacity to other lookups',
			budgetAfterCheck(accountWith(7)),
			{ is: 'granted', size: 3 },
		],
		['reserve all capacity if there is no more', budgetAfterCheck(accountWith(4)), { is: 'owed' }],
		['count against Max Tokens', budgetAfterCheck(null, { maxTokens: 4 }), { is: 'owed' }],
		['reserve nothing without a limit', budgetAfterCheck(null), { is: 'granted', size: 10 }],
	])('%s', (_case, budget, expected) => {
		expect(budget.permitLeaving(owed, { ...demand, tool: reverseEmail })).toEqual(expected);
	});

	it('do not hide why a request is refused if none are owed', () => {
		expect(budgetAfterCheck(accountWith(0)).permitLeaving([], demand)).toMatchObject({
			is: 'windowClosed',
			window: { reason: 'fair_use_records' },
		});
	});

	it('cause a wait for requests in flight before capacity is reported as reserved', () => {
		const budget = budgetAfterCheck(accountWith(5));
		send(budget, reverseEmail);
		expect(budget.permitLeaving(owed, { ...demand, tool: reverseEmail })).toEqual({ is: 'wait' });
	});
});

describe('settle', () => {
	const settleWith = (budget: Budget, charged: number) => {
		const reservation = send(budget, businessProfile, 1);
		const usage = { ...readUsage(null), tokensCharged: charged };
		return budget.settle(reservation, { hits: 1, phones: 0, unconfirmed: 0, charged }, usage);
	};

	it('reports a new price only if rows choose their tool by prices', () => {
		const budget = new Budget(Infinity);
		expect(settleWith(budget, 2)).toBe(false);
		budget.prices.consult(businessProfile, 'without');
		expect([settleWith(budget, 2), settleWith(budget, 3)]).toEqual([false, true]);
	});
});
