import type { AccountWindow, FamilyWindows } from '../../../nodes/IdentityResolution/api/account/account';
import type { Usage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { FairUse } from '../../../nodes/IdentityResolution/run/budget/fairUse';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { reservationOf, TrackedFairUse } from './tracked';
import { personalEmail } from './lookups';

/** The remaining amount of a window and the epoch ms at which it opens; null if unreported. */
export type WindowReport = number | null | { remaining: number | null; opensAt: number };

export interface Windows {
	records5h?: WindowReport;
	records1w?: WindowReport;
	requests5h?: WindowReport;
}

const remainingIn = (report: WindowReport) =>
	report !== null && typeof report === 'object' ? report.remaining : report;
const resetOf = (report: WindowReport) => (report !== null && typeof report === 'object' ? report.opensAt : null);
const accountWindow = (report: WindowReport = null): AccountWindow => ({
	limit: null,
	used: null,
	remaining: remainingIn(report),
	resetsAt: resetOf(report),
});

/** The windows of a family as the account reports them. */
export const familyWindows = ({ records5h, records1w, requests5h }: Windows): FamilyWindows => ({
	records: { '5h': accountWindow(records5h), '1w': accountWindow(records1w) },
	requests: { '5h': accountWindow(requests5h) },
});

const usage = ({ records5h = null, records1w = null }: Windows): Usage => ({
	tokensCharged: null,
	records: {
		'5h': { remaining: remainingIn(records5h), resetsAt: resetOf(records5h) },
		'1w': { remaining: remainingIn(records1w), resetsAt: resetOf(records1w) },
	},
});

/** Fair Use windows after an account check. */
export function fairUseWith(windows: Windows): FairUse {
	const fairUse = new TrackedFairUse();
	fairUse.update(familyWindows(windows));
	return fairUse;
}

/** Sends a request. */
export function send(fairUse: FairUse, lookups = 1): Reservation {
	const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups });
	fairUse.reserve(reservation);
	return reservation;
}

/** Settles the reply to a request and the windows that it reports. */
export const settle = (
	fairUse: FairUse,
	reservation: Reservation,
	hits: number,
	windows: Windows = {},
	unconfirmed = 0,
) => fairUse.settle(reservation, { hits, phones: 0, unconfirmed, charged: null }, usage(windows));

/** Sends a request and settles its reply. */
export const sendAndSettle = (fairUse: FairUse, lookups: number, hits: number, windows?: Windows) =>
	settle(fairUse, send(fairUse, lookups), hits, windows);
