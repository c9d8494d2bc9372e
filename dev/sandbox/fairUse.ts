import type { FamilyName, SandboxSettings } from './settings';
import { FIVE_HOURS, ONE_WEEK, RollingWindow } from './windows';

type Limits = SandboxSettings['limits'];
type Spent = SandboxSettings['spent'];

interface Windows {
	records5h: RollingWindow;
	records1w: RollingWindow;
	requests5h: RollingWindow;
	/** Used before the first request: it enters the windows when the first request tells the time. */
	pending: Spent[FamilyName] | null;
}

/** A closed window. `unlocksAt` is epoch ms, or null where waiting never opens it. */
export interface Closed {
	code: 'fair_use_limit_exceeded' | 'fair_use_requests_exceeded';
	unlocksAt: number | null;
}

/** The Fair Use windows of both families (contract: Limits). Limits are read at every call, so they may change. */
export class FairUse {
	private readonly families: Record<FamilyName, Windows>;

	constructor(spent: Spent) {
		this.families = { enrich: fresh(spent.enrich), search: fresh(spent.search) };
	}

	/** Starts a family's windows anew, with so much used already. */
	restart(family: FamilyName, spent: Spent[FamilyName]): void {
		this.families[family] = fresh(spent);
	}

	/** One request, and one record for each hit in it. */
	count(family: FamilyName, uses: { records: number; requests: number }, now: number): void {
		const windows = this.at(family, now);
		windows.records5h.add(uses.records, now);
		windows.records1w.add(uses.records, now);
		windows.requests5h.add(uses.requests, now);
	}

	recordsLeft(family: FamilyName, limits: Limits, now: number): number {
		const { records5h, records1w } = this.at(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		return Math.max(0, Math.min(in5h - records5h.used(now), in1w - records1w.used(now)));
	}

	/** The window that binds: of several closed ones the one that opens last. Null where all are open. */
	closed(family: FamilyName, limits: Limits, now: number): Closed | null {
		const { requests5h } = this.at(family, now);
		const requestsLimit = limits[family].requests['5h'];
		const records = this.recordsClosed(family, limits, now);
		if (requests5h.used(now) < requestsLimit) return records;
		const requests: Closed = {
			code: 'fair_use_requests_exceeded',
			unlocksAt: requests5h.unlocksAt(requestsLimit, now),
		};
		return records === null ? requests : later(requests, records);
	}

	/** The record window that binds; null where both are open. */
	recordsClosed(family: FamilyName, limits: Limits, now: number): Closed | null {
		const { records5h, records1w } = this.at(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		const closed = [
			{ window: records5h, limit: in5h },
			{ window: records1w, limit: in1w },
		]
			.filter(({ window, limit }) => window.used(now) >= limit)
			.map(({ window, limit }): Closed => ({
				code: 'fair_use_limit_exceeded',
				unlocksAt: window.unlocksAt(limit, now),
			}));
		return closed.length > 0 ? closed.reduce(later) : null;
	}

	/**
	 * The Fair Use shape of `metadata` (contract: Common response envelope). There a reset is always a time: an unused
	 * window shows when a record used now would leave it.
	 */
	metadata(family: FamilyName, limits: Limits, now: number) {
		const { records5h, records1w } = this.at(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		return {
			records_remaining_5h: Math.max(0, in5h - records5h.used(now)),
			records_reset_5h: new Date(records5h.resetsAt(now) ?? now + FIVE_HOURS).toISOString(),
			records_remaining_1w: Math.max(0, in1w - records1w.used(now)),
			records_reset_1w: new Date(records1w.resetsAt(now) ?? now + ONE_WEEK).toISOString(),
		};
	}

	/** `fair_use` of the account record (contract: Account record). */
	standing(limits: Limits, now: number) {
		const family = (name: FamilyName) => {
			const { records5h, records1w, requests5h } = this.at(name, now);
			const { records, requests } = limits[name];
			return {
				records: {
					'5h': standingOf(records5h, records['5h'], now),
					'1w': standingOf(records1w, records['1w'], now),
				},
				requests: { '5h': standingOf(requests5h, requests['5h'], now) },
			};
		};
		return { enrich: family('enrich'), search: family('search') };
	}

	private at(family: FamilyName, now: number): Windows {
		const windows = this.families[family];
		if (windows.pending) {
			const { records, requests } = windows.pending;
			windows.pending = null;
			this.count(family, { records, requests }, now);
		}
		return windows;
	}
}

const fresh = (spent: Spent[FamilyName]): Windows => ({
	records5h: new RollingWindow(FIVE_HOURS),
	records1w: new RollingWindow(ONE_WEEK),
	requests5h: new RollingWindow(FIVE_HOURS),
	pending: spent,
});

function later(a: Closed, b: Closed): Closed {
	return (b.unlocksAt ?? Infinity) > (a.unlocksAt ?? Infinity) ? b : a;
}

function standingOf(window: RollingWindow, limit: number, now: number) {
	const used = window.used(now);
	const resets = window.resetsAt(now);
	return {
		limit,
		used,
		remaining: Math.max(0, limit - used),
		resets_at: resets === null ? null : new Date(resets).toISOString(),
	};
}
