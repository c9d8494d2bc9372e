import type { Account, FamilyWindows } from '../../nodes/IdentityResolution/api/account/account';
import type { Usage } from '../../nodes/IdentityResolution/api/replies/metadata';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import type { RequestCost } from '../../nodes/IdentityResolution/run/budget/requestCost';
import { Budget, NO_BOUNDS, type Permit } from '../../nodes/IdentityResolution/run/budget/budget';
import type { Reservation, Demand } from '../../nodes/IdentityResolution/run/budget/reservation';
import { standing } from './fairUses';
import { reservationOf } from './tracked';

const OPENS = Date.UTC(2030, 0, 1, 5);

/** A tool of another family than the lookups, and two of which only the name is known. */
export const searchTool: Tool = { ...customTool('some_search'), family: 'search' };
export const someTool = customTool('some_tool');
export const otherTool = customTool('other_tool');

const familyWith = (records: number, requests = 1_000): FamilyWindows =>
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
	if (account === null) budget.ignoreAccount();
	else budget.updateFromAccount(account);
	return budget;
}

/** What a budget says to a request of one lookup at least, without the phone unless given. */
export const allowance = (
	budget: Budget,
	tool: Tool,
	most: number,
	{ min = 1, phone = 'without' }: Partial<Demand> = {},
) => budget.permit({ tool, phone, max: most, min });

/** A request that is under way. */
export function send(budget: Budget, tool: Tool, lookups = 1): Reservation {
	const reservation = reservationOf({ tool, phone: 'without', lookups });
	budget.reserve(reservation);
	return reservation;
}

/**
 * The reply to a request.
 * @param left what it tells of the 5 h window
 */
export function receive(
	budget: Budget,
	reservation: Reservation,
	hits: number,
	{ charged = null, left = null }: { charged?: number | null; left?: number | null } = {},
) {
	const cost: RequestCost = { hits, phones: 0, unconfirmed: 0, charged };
	const untold = { remaining: null, resetsAt: null };
	const told = left === null ? untold : { remaining: left, resetsAt: OPENS };
	const usage: Usage = { tokensCharged: charged, tokensRemaining: null, records: { '5h': told, '1w': untold } };
	budget.settle(reservation, cost, usage);
}

/** One request from its sending to its reply. */
export const buy = (budget: Budget, tool: Tool, lookups: number, hits: number) =>
	receive(budget, send(budget, tool, lookups), hits);

export const upTo = (size: number): Permit => ({ is: 'granted', size });
export const TO_COME: Permit = { is: 'wait' };
export const TO_LOOK: Permit = { is: 'checkAccount' };
export const SPENT: Permit = { is: 'exhausted' };
export const closed = (
	reason: 'fair_use_records' | 'fair_use_requests' | 'reserve',
	opensAt: number | null = OPENS,
): Permit => ({
	is: 'windowClosed',
	window: { reason, opensAt },
});
