import { getAccount } from '../../../nodes/IdentityResolution/api/tools/getAccount';
import { Budget, NO_BOUNDS, type Permit } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Demand } from '../../../nodes/IdentityResolution/run/budget/reservation';
import {
	accountWith,
	allowance,
	buy,
	closed,
	someTool,
	knowing,
	receive,
	searchTool,
	send,
	SPENT,
	TO_COME,
	TO_LOOK,
	upTo,
} from '../../support/budgets';
import { businessProfile, personalEmail, reverseEmail } from '../../support/lookups';

describe('without bounds, as long as nothing is told', () => {
	it.each([personalEmail, businessProfile, someTool, getAccount])(
		'a whole request may go, whatever is under way ($name)',
		(tool) => {
			const budget = new Budget(NO_BOUNDS);
			buy(budget, tool, 100, 100);
			send(budget, tool, 100);
			expect(allowance(budget, tool, 100)).toEqual(upTo(100));
		},
	);
});

describe('a free tool', () => {
	it('may be asked where nothing else may', () => {
		const budget = knowing(accountWith(0), { maxTokens: 0, reserve: 5 });
		expect([allowance(budget, personalEmail, 1), allowance(budget, getAccount, 1)]).toEqual([SPENT, upTo(1)]);
	});

	it('takes neither tokens nor records', () => {
		const budget = knowing(accountWith(10), { maxTokens: 10 });
		receive(budget, send(budget, getAccount), 1, { charged: 5, left: 2 });
		expect(allowance(budget, personalEmail, 10)).toEqual(upTo(10));
	});

	it('is not stopped by what is out of date', () => {
		const budget = knowing(accountWith(10));
		budget.invalidateWindows(getAccount);
		expect([allowance(budget, getAccount, 1), allowance(budget, personalEmail, 1)]).toEqual([upTo(1), upTo(1)]);
	});
});

describe('where nothing is under way', () => {
	it.each<[number, number, Permit]>([
		[100, 100, upTo(50)],
		[50, 50, upTo(50)],
		[7, 9, upTo(7)],
		[9, 7, upTo(7)],
		[0, 9, SPENT],
		[9, 0, closed('fair_use_records')],
		[0, 0, SPENT],
	])('with %i tokens and %i records the narrower bound holds', (maxTokens, records, expected) => {
		expect(allowance(knowing(accountWith(records), { maxTokens }), personalEmail, 50)).toEqual(expected);
	});

	it.each<[string, number, number, Permit]>([
		['goes where there is room for all of it', 50, 50, upTo(50)],
		['never goes where tokens are left for a part of it', 49, 50, SPENT],
		['never goes where records are left for a part of it', 50, 49, closed('fair_use_records')],
	])("a request that can't be parted %s", (_says, maxTokens, records, expected) => {
		expect(allowance(knowing(accountWith(records), { maxTokens }), personalEmail, 50, { min: 50 })).toEqual(
			expected,
		);
	});

	it('a tool whose price is not known may be asked one lookup', () => {
		expect(allowance(knowing(accountWith(100), { maxTokens: 10 }), businessProfile, 5)).toEqual(upTo(1));
	});

	it('requests are left, or none may go', () => {
		expect(allowance(knowing(accountWith(9, 9, 1)), personalEmail, 9)).toEqual(upTo(9));
		expect(allowance(knowing(accountWith(9, 9, 0)), personalEmail, 9)).toEqual(closed('fair_use_requests'));
	});
});

describe('what is under way', () => {
	it('does not hold back a request for which there is room besides', () => {
		const budget = knowing(accountWith(100), { maxTokens: 100 });
		send(budget, personalEmail, 50);
		expect(allowance(budget, personalEmail, 50)).toEqual(upTo(50));
	});

	it.each<[string, number, number]>([
		['tokens', 60, 100],
		['records', 100, 60],
		['tokens or records', 50, 50],
	])('is waited for where not enough %s are left for a whole request', (_says, maxTokens, records) => {
		const budget = knowing(accountWith(records), { maxTokens });
		const sent = send(budget, personalEmail, 50);
		expect(allowance(budget, personalEmail, 50)).toEqual(TO_COME);
		receive(budget, sent, 20);
		expect(allowance(budget, personalEmail, 50)).toEqual(upTo(Math.min(maxTokens, records) - 20));
	});

	it('is waited for, whichever tool it asks', () => {
		const budget = knowing(accountWith(10));
		const sent = send(budget, searchTool);
		expect(allowance(budget, personalEmail, 50)).toEqual(TO_COME);
		receive(budget, sent, 0);
		expect(allowance(budget, personalEmail, 50)).toEqual(upTo(10));
	});

	it('is waited for before it is said that tokens are spent', () => {
		const budget = knowing(accountWith(100), { maxTokens: 10 });
		const sent = send(budget, personalEmail, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_COME);
		receive(budget, sent, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(SPENT);
	});

	it('is waited for before the account is asked', () => {
		const budget = knowing(accountWith(10));
		const sent = send(budget, personalEmail, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_COME);
		receive(budget, sent, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_LOOK);
	});
});

describe('what is owed to rows that have begun', () => {
	const owed: Demand[] = [{ tool: personalEmail, phone: 'without', max: 4, min: 1 }];
	const demand: Demand = { tool: businessProfile, phone: 'without', max: 10, min: 1 };

	it.each<[string, Budget, Permit | { is: 'reserved' }]>([
		['leaves as much to others as there is beyond it', knowing(accountWith(7)), { is: 'granted', size: 3 }],
		['leaves nothing to others where there is no more', knowing(accountWith(4)), { is: 'reserved' }],
		['counts against Max Tokens, too', knowing(null, { maxTokens: 4 }), { is: 'reserved' }],
		['means nothing where there is no bound', knowing(null), { is: 'granted', size: 10 }],
	])('%s', (_says, budget, expected) => {
		expect(budget.permitBeside(owed, { ...demand, tool: reverseEmail })).toEqual(expected);
	});

	it('is not why others wait where nothing is owed', () => {
		expect(knowing(accountWith(0)).permitBeside([], demand)).toMatchObject({
			is: 'windowClosed',
			window: { reason: 'fair_use_records' },
		});
	});

	it('waits for what is under way before it is said to be all that is left', () => {
		const budget = knowing(accountWith(5));
		send(budget, reverseEmail);
		expect(budget.permitBeside(owed, { ...demand, tool: reverseEmail })).toEqual({ is: 'wait' });
	});
});
