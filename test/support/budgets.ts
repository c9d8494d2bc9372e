import type { Account, FamilyStanding } from '../../nodes/IdentityResolution/api/account';
import type { Usage } from '../../nodes/IdentityResolution/api/metadata';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import type { Bill } from '../../nodes/IdentityResolution/run/bill';
import { Budget, NO_BOUNDS, type Allowance } from '../../nodes/IdentityResolution/run/budget';
import type { Purchase, Wish } from '../../nodes/IdentityResolution/run/purchase';
import { standing } from './fairUses';

const OPENS = Date.UTC(2030, 0, 1, 5);

/** A tool of another family than the lookups, and two of which only the name is known. */
export const searchTool: Tool = { ...anyTool('some_search'), family: 'search' };
export const customTool = anyTool('some_tool');
export const otherTool = anyTool('other_tool');

const familyWith = (records: number, requests = 1_000): FamilyStanding =>
	standing({
		records5h: { left: records, opensAt: OPENS },
		records1w: { left: 1_000, opensAt: OPENS },
		requests5h: { left: requests, opensAt: OPENS },
	});

/** An account with so many records left in its 5 h windows. */
export const accountWith = (enrich: number, search = 1_000, requests = 1_000): Account => ({
	status: 'active',
	plan: 'example',
	tokenBalance: 1_000,
	personalEmailAvailable: true,
	fairUse: { enrich: familyWith(enrich, requests), search: familyWith(search) },
});

/** A run that has asked the account before. */
export function knowing(account: Account | null, bounds: Partial<typeof NO_BOUNDS> = {}): Budget {
	const budget = new Budget({ ...NO_BOUNDS, ...bounds });
	budget.look();
	if (account === null) budget.learnNothing('go_on');
	else budget.learn(account);
	return budget;
}

/** What a budget says to a request of one lookup at least, without the phone unless given. */
export const allowance = (
	budget: Budget,
	tool: Tool,
	most: number,
	{ least = 1, phone = 'without' }: Partial<Wish> = {},
) => budget.allowance({ tool, phone, most, least });

/** A request that is under way. */
export function send(budget: Budget, tool: Tool, lookups = 1): Purchase {
	const purchase: Purchase = { tool, phone: 'without', lookups };
	budget.begin(purchase);
	return purchase;
}

/**
 * The reply to a request.
 * @param left what it tells of the 5 h window
 */
export function receive(
	budget: Budget,
	purchase: Purchase,
	hits: number,
	{ charged = null, left = null }: { charged?: number | null; left?: number | null } = {},
) {
	const bill: Bill = { hits, phones: 0, doubtful: 0, charged };
	const untold = { remaining: null, resetsAt: null };
	const told = left === null ? untold : { remaining: left, resetsAt: OPENS };
	const usage: Usage = { tokensCharged: charged, tokensRemaining: null, records: { '5h': told, '1w': untold } };
	budget.end(purchase, bill, usage);
}

/** One request from its sending to its reply. */
export const buy = (budget: Budget, tool: Tool, lookups: number, hits: number) =>
	receive(budget, send(budget, tool, lookups), hits);

export const upTo = (size: number): Allowance => ({ is: 'up_to', size });
export const TO_COME: Allowance = { is: 'later' };
export const TO_LOOK: Allowance = { is: 'look' };
export const SPENT: Allowance = { is: 'spent' };
export const closed = (
	reason: 'fair_use_records' | 'fair_use_requests' | 'reserve',
	opensAt: number | null = OPENS,
): Allowance => ({
	is: 'closed',
	closed: { reason, opensAt },
});
