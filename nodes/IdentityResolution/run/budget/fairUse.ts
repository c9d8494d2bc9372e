import type { FamilyWindows } from '../../api/account/account';
import type { Usage } from '../../api/replies/metadata';
import type { RequestCost } from './requestCost';
import type { Reservation } from './reservation';
import { Window } from './window';

/** Why nothing may be sent now. */
export interface ClosedWindow {
	reason: 'fair_use_records' | 'fair_use_requests' | 'reserve';
	/** Epoch ms; null if it is unknown, or never. */
	opensAt: number | null;
}

const UNKNOWN = { remaining: null, resetsAt: null };

/**
 * The Fair Use windows of one family, counted down from what the account and the replies tell (contract: Limits).
 * Lookups under way are counted as if each of them were a hit, so that a window is never asked for more than it has.
 */
export class FairUse {
	private readonly records5h: Window;
	private readonly records1w: Window;
	private readonly requests5h: Window;
	/** How the numbers came about: told by the account, counted down since, or out of date. */
	private source: 'reported' | 'estimated' | 'stale' = 'reported';

	/**
	 * @param reserve records of the 5 h window to leave untouched
	 * @param inFlight all requests in flight, those of other families included
	 */
	constructor(
		reserve: number,
		private readonly inFlight: ReadonlySet<Reservation>,
	) {
		this.records5h = new Window(reserve, inFlight);
		this.records1w = new Window(0, inFlight);
		this.requests5h = new Window(0, inFlight);
	}

	/** How many lookups may be sent now; 0 as long as it takes a look at the account to tell. */
	capacity(): number {
		if (this.source === 'stale' || this.requests5h.free < 1) return 0;
		return Math.min(this.records5h.free, this.records1w.free) - this.lookupsInFlight();
	}

	/** Whether the account may know of more than these numbers do. */
	isStale(): boolean {
		return this.source !== 'reported';
	}

	/** The window that has no room for a request with so many lookups; of several the one that opens last. */
	blockingWindow(lookups: number): ClosedWindow {
		const { records5h, records1w, requests5h } = this;
		const shut = [records5h, records1w]
			.filter(({ free }) => free < lookups)
			.concat(requests5h.free < 1 ? requests5h : []);
		const [last] = shut.sort((a, b) => (b.opensAt ?? Infinity) - (a.opensAt ?? Infinity));
		const reason =
			last === requests5h ? 'fair_use_requests' : last?.recordReserve > 0 ? 'reserve' : 'fair_use_records';
		return { reason, opensAt: last?.opensAt ?? null };
	}

	reserve(reservation: Reservation): void {
		this.records5h.reserve(reservation);
		this.records1w.reserve(reservation);
		if (this.source === 'reported') this.source = 'estimated';
		// Replies never tell of requests, and a refused one may count as well.
		this.requests5h.remaining -= 1;
	}

	settle(reservation: Reservation, { hits, unconfirmed }: RequestCost, { records }: Usage): void {
		this.records5h.settle(reservation, hits + unconfirmed, records['5h']);
		this.records1w.settle(reservation, hits + unconfirmed, records['1w']);
	}

	/** What the account said while nothing was under way; null where it said nothing. */
	update(standing: FamilyWindows | null): void {
		this.source = 'reported';
		if (standing === null) return;
		this.records5h.update(standing.records['5h']);
		this.records1w.update(standing.records['1w']);
		this.requests5h.update(standing.requests['5h']);
	}

	/** What was known is out of date, or nothing was: the account is to be asked before anything is sent. */
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
