import type { Account, AccountWindow, FamilyStanding } from '../../nodes/IdentityResolution/api/account';
import type { Usage } from '../../nodes/IdentityResolution/api/metadata';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { getAccount } from '../../nodes/IdentityResolution/api/tools/getAccount';
import type { Bill } from '../../nodes/IdentityResolution/run/bill';
import { Budget, NO_BOUNDS, type Allowance } from '../../nodes/IdentityResolution/run/budget';
import { businessProfile, personalEmail, reverseEmail } from '../support/lookups';
import type { Purchase, Wish } from '../../nodes/IdentityResolution/run/purchase';

const OPENS = Date.UTC(2030, 0, 1, 5);

const searchTool: Tool = { ...anyTool('some_search'), family: 'search' };
const customTool = anyTool('some_tool');
const otherTool = anyTool('other_tool');

const accountWindow = (remaining: number): AccountWindow => ({ limit: null, used: null, remaining, resetsAt: OPENS });

const familyWith = (records: number, requests = 1_000): FamilyStanding => ({
	records: { '5h': accountWindow(records), '1w': accountWindow(1_000) },
	requests: { '5h': accountWindow(requests) },
});

/** An account with so many records left in its 5 h windows. */
const accountWith = (enrich: number, search = 1_000, requests = 1_000): Account => ({
	status: 'active',
	plan: 'example',
	tokenBalance: 1_000,
	personalEmailAvailable: true,
	fairUse: { enrich: familyWith(enrich, requests), search: familyWith(search) },
});

/** A run that has asked the account before. */
function knowing(account: Account | null, bounds: Partial<typeof NO_BOUNDS> = {}): Budget {
	const budget = new Budget({ ...NO_BOUNDS, ...bounds });
	budget.look();
	if (account === null) budget.learnNothing('go_on');
	else budget.learn(account);
	return budget;
}

const allowance = (budget: Budget, tool: Tool, most: number, { least = 1, phone = 'without' }: Partial<Wish> = {}) =>
	budget.allowance({ tool, phone, most, least });

function send(budget: Budget, tool: Tool, lookups = 1): Purchase {
	const purchase: Purchase = { tool, phone: 'without', lookups };
	budget.begin(purchase);
	return purchase;
}

/** @param left what the reply tells of the 5 h window */
function receive(budget: Budget, purchase: Purchase, hits: number, { charged = null, left = null }: { charged?: number | null; left?: number | null } = {}) {
	const bill: Bill = { hits, phones: 0, doubtful: 0, charged };
	const untold = { remaining: null, resetsAt: null };
	const told = left === null ? untold : { remaining: left, resetsAt: OPENS };
	const usage: Usage = { tokensCharged: charged, tokensRemaining: null, records: { '5h': told, '1w': untold } };
	budget.end(purchase, bill, usage);
}

/** One request from its sending to its reply. */
const buy = (budget: Budget, tool: Tool, lookups: number, hits: number) => receive(budget, send(budget, tool, lookups), hits);

const upTo = (size: number): Allowance => ({ is: 'up_to', size });
const TO_COME: Allowance = { is: 'later' };
const TO_LOOK: Allowance = { is: 'look' };
const SPENT: Allowance = { is: 'spent' };
const closed = (reason: 'fair_use_records' | 'fair_use_requests' | 'reserve', opensAt: number | null = OPENS): Allowance => ({
	is: 'closed',
	closed: { reason, opensAt },
});

describe('without bounds, as long as nothing is told', () => {
	it.each([personalEmail, businessProfile, customTool, getAccount])('a whole request may go, whatever is under way ($name)', (tool) => {
		const budget = new Budget(NO_BOUNDS);
		buy(budget, tool, 100, 100);
		send(budget, tool, 100);
		expect(allowance(budget, tool, 100)).toEqual(upTo(100));
	});
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
		budget.forget(getAccount);
		expect([allowance(budget, getAccount, 1), allowance(budget, personalEmail, 1)]).toEqual([upTo(1), upTo(1)]);
	});
});

describe('where nothing is under way', () => {
	it.each<[number, number, Allowance]>([
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

	it.each<[string, number, number, Allowance]>([
		['goes where there is room for all of it', 50, 50, upTo(50)],
		['never goes where tokens are left for a part of it', 49, 50, SPENT],
		['never goes where records are left for a part of it', 50, 49, closed('fair_use_records')],
	])('a request that can\'t be parted %s', (_says, maxTokens, records, expected) => {
		expect(allowance(knowing(accountWith(records), { maxTokens }), personalEmail, 50, { least: 50 })).toEqual(expected);
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

describe('the account is asked', () => {
	it('where a window seems used up, and not again before something was sent', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_LOOK);
		budget.look();
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_COME);
		budget.learn(accountWith(0));
		expect(allowance(budget, personalEmail, 10)).toEqual(closed('fair_use_records'));
	});

	it('where a window seems used up, and may know that it rolled', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		budget.look();
		budget.learn(accountWith(7));
		expect(allowance(budget, personalEmail, 10)).toEqual(upTo(7));
	});

	it('where too few records seem left for a request that can\'t be parted', () => {
		const budget = knowing(accountWith(60));
		buy(budget, personalEmail, 20, 20);
		expect(allowance(budget, personalEmail, 50, { least: 50 })).toEqual(TO_LOOK);
	});

	it('where requests seem used up', () => {
		const budget = knowing(accountWith(100, 100, 1));
		buy(budget, personalEmail, 1, 0);
		expect(allowance(budget, personalEmail, 1)).toEqual(TO_LOOK);
	});

	it('where what is known is out of date', () => {
		const budget = knowing(accountWith(100));
		budget.forget(personalEmail);
		expect(allowance(budget, personalEmail, 10)).toEqual(TO_LOOK);
	});

	it('not where tokens are spent: it can\'t tell of those', () => {
		const budget = knowing(accountWith(10), { maxTokens: 10 });
		buy(budget, personalEmail, 10, 10);
		expect(allowance(budget, personalEmail, 10)).toEqual(SPENT);
	});

	it('once, and the windows are taken as counted where it says nothing', () => {
		const budget = knowing(accountWith(10));
		buy(budget, personalEmail, 10, 10);
		budget.look();
		budget.learnNothing('go_on');
		expect(allowance(budget, personalEmail, 10)).toEqual(closed('fair_use_records'));
	});

	it('once, and nothing is bounded where it says nothing of what is out of date', () => {
		const budget = knowing(accountWith(10));
		budget.forget(personalEmail);
		budget.look();
		budget.learnNothing('go_on');
		expect(allowance(budget, personalEmail, 100)).toEqual(upTo(100));
	});
});

describe('the windows of a family', () => {
	it('are shared by its tools', () => {
		const budget = knowing(accountWith(100));
		buy(budget, personalEmail, 40, 40);
		expect(allowance(budget, reverseEmail, 100)).toEqual(upTo(60));
	});

	it('are not those of another one', () => {
		const budget = knowing(accountWith(50, 20));
		buy(budget, personalEmail, 40, 40);
		expect([allowance(budget, searchTool, 100), allowance(budget, personalEmail, 100)]).toEqual([upTo(20), upTo(10)]);
		budget.forget(searchTool);
		expect([allowance(budget, searchTool, 100), allowance(budget, personalEmail, 100)]).toEqual([TO_LOOK, upTo(10)]);
	});

	it('are told by the account, whether the family was asked before or not', () => {
		const budget = new Budget(NO_BOUNDS);
		buy(budget, personalEmail, 1, 1);
		budget.look();
		budget.learn(accountWith(50, 20));
		expect([allowance(budget, personalEmail, 100), allowance(budget, searchTool, 100)]).toEqual([upTo(50), upTo(20)]);
	});

	it('keep the reserve in each 5 h window', () => {
		const budget = knowing(accountWith(50, 20), { reserve: 15 });
		expect([allowance(budget, personalEmail, 100), allowance(budget, searchTool, 100)]).toEqual([upTo(35), upTo(5)]);
		expect(allowance(knowing(accountWith(15), { reserve: 15 }), personalEmail, 1)).toEqual(closed('reserve'));
		expect(allowance(knowing(accountWith(50), { reserve: 15 }), personalEmail, 50, { least: 50 })).toEqual(closed('reserve'));
	});
});

describe('a tool of which no family is known', () => {
	it('is bounded by none of the account\'s windows', () => {
		expect(allowance(knowing(accountWith(0, 0, 0)), customTool, 50)).toEqual(upTo(50));
	});

	it('has windows of its own, as its replies tell them, and the account is not asked of them', () => {
		const budget = knowing(accountWith(100));
		receive(budget, send(budget, customTool), 1, { left: 0 });
		expect([customTool, otherTool, personalEmail].map((tool) => allowance(budget, tool, 50))).toEqual([
			closed('fair_use_records'),
			upTo(50),
			upTo(50),
		]);
	});

	describe.each(['search', 'enrich', 'unknown', 'free'])('though it is named like a family (%s)', (name) => {
		const namedAlike = anyTool(name);

		it('is bounded by none of the account\'s windows', () => {
			expect(allowance(knowing(accountWith(0, 0, 0)), namedAlike, 50)).toEqual(upTo(50));
		});

		it.each<[string, Tool, Tool]>([
			['does not close them', namedAlike, personalEmail],
			['does not close them', namedAlike, searchTool],
			['is not closed with them', personalEmail, namedAlike],
			['is not closed with them', searchTool, namedAlike],
			['has none in common with others like it', namedAlike, customTool],
		])('%s ($1.name, then $2.name)', (_says, first, second) => {
			const budget = knowing(accountWith(100, 100));
			receive(budget, send(budget, first), 1, { left: 0 });
			expect(allowance(budget, second, 50)).toEqual(upTo(50));
		});
	});

	it('is bounded by nothing once that is out of date', () => {
		const budget = knowing(accountWith(100));
		receive(budget, send(budget, customTool), 1, { left: 0 });
		budget.forget(customTool);
		expect(allowance(budget, customTool, 50)).toEqual(upTo(50));
	});

	describe('where records are to be left', () => {
		it('counts against those of enrichment, together with others like it', () => {
			const budget = knowing(accountWith(50, 10), { reserve: 15 });
			expect(allowance(budget, customTool, 100)).toEqual(upTo(35));
			buy(budget, customTool, 30, 30);
			expect(allowance(budget, otherTool, 100)).toEqual(upTo(5));
		});

		it('is asked about, and may not be asked where the account says nothing', () => {
			const budget = knowing(accountWith(50), { reserve: 15 });
			budget.forget(customTool);
			expect(allowance(budget, customTool, 1)).toEqual(TO_LOOK);
			budget.look();
			budget.learnNothing('go_on');
			expect(allowance(budget, customTool, 1)).toEqual(closed('reserve', null));
		});
	});
});

describe('an account that could not be asked', () => {
	const outdated = () => {
		const budget = knowing(accountWith(50));
		budget.forget(personalEmail);
		budget.look();
		return budget;
	};

	it('is asked again where it is worth another try', () => {
		const budget = outdated();
		budget.learnNothing('look_again');
		expect(allowance(budget, personalEmail, 1)).toEqual(TO_LOOK);
	});

	it('is not asked again where it is not: the rest is found out by asking', () => {
		const budget = outdated();
		budget.learnNothing('go_on');
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
		['it has not of a tool without a known family', unasked, customTool, 0, true],
		['it has of such a tool where records are to be left', unasked, customTool, 5, false],
		['it has not of such a tool once it told', asked(accountWith(10)), customTool, 5, true],
		['it has not of a free tool', unasked, getAccount, 5, true],
	])('%s', (_says, budget, tool, reserve, known) => {
		expect(budget(reserve).isKnown(tool)).toBe(known);
	});
});

describe('what is owed to rows that have begun', () => {
	const owed: Purchase[] = [{ tool: personalEmail, phone: 'without', lookups: 4 }];
	const wish: Wish = { tool: businessProfile, phone: 'without', most: 10, least: 1 };

	it.each<[string, Budget, Allowance | { is: 'owed' }]>([
		['leaves as much to others as there is beyond it', knowing(accountWith(7)), { is: 'up_to', size: 3 }],
		['leaves nothing to others where there is no more', knowing(accountWith(4)), { is: 'owed' }],
		['counts against Max Tokens, too', knowing(null, { maxTokens: 4 }), { is: 'owed' }],
		['means nothing where there is no bound', knowing(null), { is: 'up_to', size: 10 }],
	])('%s', (_says, budget, expected) => {
		expect(budget.allowanceBeside(owed, { ...wish, tool: reverseEmail })).toEqual(expected);
	});

	it('is not why others wait where nothing is owed', () => {
		expect(knowing(accountWith(0)).allowanceBeside([], wish)).toMatchObject({ is: 'closed', closed: { reason: 'fair_use_records' } });
	});

	it('waits for what is under way before it is said to be all that is left', () => {
		const budget = knowing(accountWith(5));
		send(budget, reverseEmail);
		expect(budget.allowanceBeside(owed, { ...wish, tool: reverseEmail })).toEqual({ is: 'later' });
	});
});
