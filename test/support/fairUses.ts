import type { AccountWindow, FamilyWindows } from '../../nodes/IdentityResolution/api/account/account';
import type { Usage } from '../../nodes/IdentityResolution/api/replies/metadata';
import type { FairUse } from '../../nodes/IdentityResolution/run/budget/fairUse';
import type { Reservation } from '../../nodes/IdentityResolution/run/budget/reservation';
import { reservationOf, TrackedFairUse } from './tracked';
import { personalEmail } from './lookups';

/** What is left in a window, and when it opens; null where that is not told. */
export type Left = number | null | { left: number | null; opensAt: number };

export interface Windows {
	records5h?: Left;
	records1w?: Left;
	requests5h?: Left;
}

const remainingIn = (left: Left) => (left !== null && typeof left === 'object' ? left.left : left);
const resetOf = (left: Left) => (left !== null && typeof left === 'object' ? left.opensAt : null);
const accountWindow = (left: Left = null): AccountWindow => ({
	limit: null,
	used: null,
	remaining: remainingIn(left),
	resetsAt: resetOf(left),
});

/** What the account says of a family's windows. */
export const standing = ({ records5h, records1w, requests5h }: Windows): FamilyWindows => ({
	records: { '5h': accountWindow(records5h), '1w': accountWindow(records1w) },
	requests: { '5h': accountWindow(requests5h) },
});

const usage = ({ records5h = null, records1w = null }: Windows): Usage => ({
	tokensCharged: null,
	tokensRemaining: null,
	records: {
		'5h': { remaining: remainingIn(records5h), resetsAt: resetOf(records5h) },
		'1w': { remaining: remainingIn(records1w), resetsAt: resetOf(records1w) },
	},
});

/** Windows as the account told them. */
export function told(windows: Windows, reserve = 0): FairUse {
	const fairUse = new TrackedFairUse(reserve);
	fairUse.update(standing(windows));
	return fairUse;
}

/** A request that is under way. */
export function send(fairUse: FairUse, lookups = 1): Reservation {
	const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups });
	fairUse.reserve(reservation);
	return reservation;
}

/** The reply to it, and what that tells of the windows. */
export const receive = (
	fairUse: FairUse,
	reservation: Reservation,
	hits: number,
	windows: Windows = {},
	doubtful = 0,
) => fairUse.settle(reservation, { hits, phones: 0, unconfirmed: doubtful, charged: null }, usage(windows));

/** One request from its sending to its reply. */
export const buy = (fairUse: FairUse, lookups: number, hits: number, windows?: Windows) =>
	receive(fairUse, send(fairUse, lookups), hits, windows);
