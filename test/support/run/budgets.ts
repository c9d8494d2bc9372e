import type { Usage } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';
import { reservationOf } from './tracked';

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
): void {
	const usage: Usage = {
		tokensCharged: charged,
		records: { '5h': { remaining, resetsAt: null }, '1w': { remaining: null, resetsAt: null } },
	};
	budget.release(reservation, { hits, phones: 0, unconfirmed: 0, charged }, usage);
}
