import type { Account, FamilyWindows } from '../../../nodes/IdentityResolution/api/account/account';
import type { Usage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import type { RequestCost } from '../../../nodes/IdentityResolution/run/budget/requestCost';
import { Budget, type Permit } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Reservation, Demand } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { familyWindows } from './fairUses';
import { reservationOf } from './tracked';

const OPENS = Date.UTC(2030, 0, 1, 5);

/** A tool of another family than the tools of `lookups.ts`, and two tools of unknown family. */
export const searchTool: Tool = { ...customTool('some_search'), family: 'search' };
export const someTool = customTool('some_tool');
export const otherTool = customTool('other_tool');

const familyWith = (records: number, requests = 1_000): FamilyWindows =>
	familyWindows({
		records5h: { remaining: records, opensAt: OPENS },
		records1w: { remaining: 1_000, opensAt: OPENS },
		requests5h: { remaining: requests, opensAt: OPENS },
	});

/** An account with the given numbers of records and requests left in its 5 h windows. */
export const accountWith = (enrich: number, search = 1_000, requests = 1_000): Account => ({
	status: 'active',
	tokenBalance: 1_000,
	personalEmailAvailable: true,
	fairUse: { enrich: familyWith(enrich, requests), search: familyWith(search) },
});

/** A budget after an account check; null for a failed check. */
export function budgetAfterCheck(account: Account | null, { maxTokens = Infinity } = {}): Budget {
	const budget = new Budget(maxTokens);
	if (account === null) budget.ignoreAccount();
	else budget.updateFromAccount(account);
	return budget;
}

/** The permit for a request of at least one lookup, without a phone unless given. */
export const permitFor = (
	budget: Budget,
	tool: Tool,
	max: number,
	{ min = 1, phone = 'without' }: Partial<Demand> = {},
) => budget.permit({ tool, phone, max, min });

/** Sends a request. */
export function send(budget: Budget, tool: Tool, lookups = 1): Reservation {
	const reservation = reservationOf({ tool, phone: 'without', lookups });
	budget.reserve(reservation);
	return reservation;
}

/** Settles the reply to a request. @param remaining records that it reports for the 5 h window */
export function settle(
	budget: Budget,
	reservation: Reservation,
	hits: number,
	{ charged = null, remaining = null }: { charged?: number | null; remaining?: number | null } = {},
) {
	const cost: RequestCost = { hits, phones: 0, unconfirmed: 0, charged };
	const unreported = { remaining: null, resetsAt: null };
	const reported = remaining === null ? unreported : { remaining, resetsAt: OPENS };
	const usage: Usage = {
		tokensCharged: charged,
		records: { '5h': reported, '1w': unreported },
	};
	budget.settle(reservation, cost, usage);
}

/** Sends a request and settles its reply. */
export const sendAndSettle = (budget: Budget, tool: Tool, lookups: number, hits: number) =>
	settle(budget, send(budget, tool, lookups), hits);

export const granted = (size: number): Permit => ({ is: 'granted', size });
export const WAIT: Permit = { is: 'wait' };
export const CHECK_ACCOUNT: Permit = { is: 'checkAccount' };
export const EXHAUSTED: Permit = { is: 'exhausted' };
export const windowClosed = (
	reason: 'fair_use_records' | 'fair_use_requests',
	opensAt: number | null = OPENS,
): Permit => ({
	is: 'windowClosed',
	window: { reason, opensAt },
});
