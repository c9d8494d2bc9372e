import type { FamilyStanding } from '../api/account';
import type { Usage } from '../api/metadata';
import type { Bill } from './bill';
import type { Purchase } from './purchase';
import { Window } from './window';

/** Why nothing may be sent for now. `opensAt` is epoch ms; null where it is not known or never. */
export interface Closed {
	reason: 'fair_use_records' | 'fair_use_requests' | 'reserve';
	opensAt: number | null;
}

const UNKNOWN = { remaining: null, resetsAt: null };

/**
 * The Fair Use windows of one family, counted down from what the account and the replies tell (contract: Limits).
 * Lookups under way are counted as if each of them were a hit, so that a window is never asked for more than it has.
 */
export class FairUse {
	private readonly records5h: Window;
	private readonly records1w = new Window(0);
	private readonly requests5h = new Window(0);
	private lookupsUnderWay = 0;
	/** How the numbers came about: told by the account, counted down since, or out of date. */
	private numbers: 'told' | 'counted' | 'outdated' = 'told';

	/** @param reserve records of the 5 h window to leave untouched */
	constructor(reserve: number) {
		this.records5h = new Window(reserve);
	}

	/** How many lookups may be sent now; 0 as long as it takes a look at the account to tell. */
	room(): number {
		if (this.numbers === 'outdated' || this.requests5h.free < 1) return 0;
		return Math.min(this.records5h.free, this.records1w.free) - this.lookupsUnderWay;
	}

	/** Whether the account may know of more than these numbers do. */
	needsLook(): boolean {
		return this.numbers !== 'told';
	}

	/** The window that has no room for a request with so many lookups; of several the one that opens last. */
	closed(lookups: number): Closed {
		const { records5h, records1w, requests5h } = this;
		const shut = [records5h, records1w]
			.filter(({ free }) => free < lookups)
			.concat(requests5h.free < 1 ? requests5h : []);
		const [last] = shut.sort((a, b) => (b.opensAt ?? Infinity) - (a.opensAt ?? Infinity));
		const reason = last === requests5h ? 'fair_use_requests' : last?.reserve > 0 ? 'reserve' : 'fair_use_records';
		return { reason, opensAt: last?.opensAt ?? null };
	}

	begin(purchase: Purchase): void {
		this.records5h.begin(purchase);
		this.records1w.begin(purchase);
		this.lookupsUnderWay += purchase.lookups;
		if (this.numbers === 'told') this.numbers = 'counted';
		// Replies never tell of requests, and a refused one may count as well.
		this.requests5h.left -= 1;
	}

	end(purchase: Purchase, { hits, doubtful }: Bill, { records }: Usage): void {
		this.lookupsUnderWay -= purchase.lookups;
		this.records5h.end(purchase, hits + doubtful, records['5h']);
		this.records1w.end(purchase, hits + doubtful, records['1w']);
	}

	/** What the account said while nothing was under way; null where it said nothing. */
	learn(standing: FamilyStanding | null): void {
		this.numbers = 'told';
		if (standing === null) return;
		this.records5h.learn(standing.records['5h']);
		this.records1w.learn(standing.records['1w']);
		this.requests5h.learn(standing.requests['5h']);
	}

	/** What was known is out of date, or nothing was: the account is to be asked before anything is sent. */
	forget(): void {
		for (const window of [this.records5h, this.records1w, this.requests5h]) window.learn(UNKNOWN);
		this.numbers = 'outdated';
	}
}
