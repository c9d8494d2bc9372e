import type { FamilyWindows } from '../../api/account/account';
import type { Usage } from '../../api/replies/metadata';
import type { RequestCost } from './requestCost';
import type { Reservation } from './reservation';
import { Window } from './window';

/** The window that blocks a request. */
export interface ClosedWindow {
	reason: 'fair_use_records' | 'fair_use_requests';
	/** Epoch ms; null if unknown or never. */
	opensAt: number | null;
}

const UNKNOWN = { remaining: null, resetsAt: null };

/**
 * Counts down the Fair Use windows of one family from the reports of account and replies (contract: Limits).
 * Lookups in flight count as hits, so that requests never exceed a window.
 */
export class FairUse {
	private readonly records5h: Window;
	private readonly records1w: Window;
	private readonly requests5h: Window;
	/** `reported` by the account, `estimated` from the requests since, or `stale`. */
	private source: 'reported' | 'estimated' | 'stale' = 'reported';

	/** @param inFlight requests of all families */
	constructor(private readonly inFlight: ReadonlySet<Reservation>) {
		this.records5h = new Window(inFlight);
		this.records1w = new Window(inFlight);
		this.requests5h = new Window(inFlight);
	}

	/** Returns how many lookups may be sent now; 0 while the windows are stale. */
	capacity(): number {
		if (this.source === 'stale' || this.requests5h.remaining < 1) return 0;
		return Math.min(this.records5h.remaining, this.records1w.remaining) - this.lookupsInFlight();
	}

	/** Whether an account check may report newer amounts. */
	isStale(): boolean {
		return this.source !== 'reported';
	}

	/** Returns the window that blocks a request; of several, the one that opens last. */
	blockingWindow(lookups: number): ClosedWindow {
		const { records5h, records1w, requests5h } = this;
		const closed = [records5h, records1w]
			.filter(({ remaining }) => remaining < lookups)
			.concat(requests5h.remaining < 1 ? requests5h : []);
		const [last] = closed.sort((a, b) => (b.opensAt ?? Infinity) - (a.opensAt ?? Infinity));
		return {
			reason: last === requests5h ? 'fair_use_requests' : 'fair_use_records',
			opensAt: last?.opensAt ?? null,
		};
	}

	reserve(reservation: Reservation): void {
		this.records5h.reserve(reservation);
		this.records1w.reserve(reservation);
		if (this.source === 'reported') this.source = 'estimated';
		// Replies do not report the request window, and refused requests may count against it.
		this.requests5h.remaining -= 1;
	}

	settle(reservation: Reservation, { hits, unconfirmed }: RequestCost, { records }: Usage): void {
		this.records5h.settle(reservation, hits + unconfirmed, records['5h']);
		this.records1w.settle(reservation, hits + unconfirmed, records['1w']);
	}

	/** Applies the windows that the account reported while no request was in flight; null if it reported none. */
	update(reported: FamilyWindows | null): void {
		this.source = 'reported';
		if (reported === null) return;
		this.records5h.update(reported.records['5h']);
		this.records1w.update(reported.records['1w']);
		this.requests5h.update(reported.requests['5h']);
	}

	/** Marks the windows as stale, so that an account check precedes the next request. */
	invalidate(): void {
		for (const window of [this.records5h, this.records1w, this.requests5h]) window.update(UNKNOWN);
		this.source = 'stale';
	}

	private lookupsInFlight(): number {
		let lookups = 0;
		for (const request of this.inFlight) if (this.records5h.isReservedBy(request)) lookups += request.lookups;
		return lookups;
	}
}
