import type { FamilyName, SandboxSettings } from '../settings';
import { FIVE_HOURS, ONE_WEEK, RollingWindow } from './rollingWindow';

type Limits = SandboxSettings['limits'];
type Spent = SandboxSettings['spent'];

interface Windows {
	records5h: RollingWindow;
	records1w: RollingWindow;
	requests5h: RollingWindow;
	/** Used before the first request; enters the windows at the first request, because its time is unknown before. */
	pending: Spent[FamilyName] | null;
}

/** A closed window. */
export interface ClosedWindow {
	code: 'fair_use_limit_exceeded' | 'fair_use_requests_exceeded';
	/** Epoch ms; null if waiting never opens it. */
	unlocksAt: number | null;
}

/** The Fair Use windows of both families (contract: Limits). Limits are arguments, so that they can change. */
export class FairUse {
	private readonly families: Record<FamilyName, Windows>;

	constructor(spent: Spent) {
		this.families = { enrich: createWindows(spent.enrich), search: createWindows(spent.search) };
	}

	/** Replaces a family's windows by new ones with an initial usage. */
	restart(family: FamilyName, spent: Spent[FamilyName]): void {
		this.families[family] = createWindows(spent);
	}

	/** Counts records and requests of a family. */
	count(family: FamilyName, uses: { records: number; requests: number }, now: number): void {
		const { records5h, records1w, requests5h } = this.windows(family, now);
		records5h.add(uses.records, now);
		records1w.add(uses.records, now);
		requests5h.add(uses.requests, now);
	}

	recordsLeft(family: FamilyName, limits: Limits, now: number): number {
		const { records5h, records1w } = this.windows(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		return Math.max(0, Math.min(in5h - records5h.used(now), in1w - records1w.used(now)));
	}

	/** The closed window that opens last; null if all are open. */
	closed(family: FamilyName, limits: Limits, now: number): ClosedWindow | null {
		const { requests5h } = this.windows(family, now);
		const requests = closedWindow('fair_use_requests_exceeded', requests5h, limits[family].requests['5h'], now);
		return later(requests, this.closedRecords(family, limits, now));
	}

	/** The closed record window that opens last; null if both are open. */
	closedRecords(family: FamilyName, limits: Limits, now: number): ClosedWindow | null {
		const { records5h, records1w } = this.windows(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		return later(
			closedWindow('fair_use_limit_exceeded', records5h, in5h, now),
			closedWindow('fair_use_limit_exceeded', records1w, in1w, now),
		);
	}

	/**
	 * The Fair Use shape of `metadata` (contract: Common response envelope). A reset is always a time there: that of an
	 * unused window is when a record used now would leave it.
	 */
	metadata(family: FamilyName, limits: Limits, now: number) {
		const { records5h, records1w } = this.windows(family, now);
		const { '5h': in5h, '1w': in1w } = limits[family].records;
		return {
			records_remaining_5h: Math.max(0, in5h - records5h.used(now)),
			records_reset_5h: new Date(records5h.resetsAt(now) ?? now + FIVE_HOURS).toISOString(),
			records_remaining_1w: Math.max(0, in1w - records1w.used(now)),
			records_reset_1w: new Date(records1w.resetsAt(now) ?? now + ONE_WEEK).toISOString(),
		};
	}

	/** `fair_use` of the account record (contract: Account record). */
	accountWindows(limits: Limits, now: number) {
		const family = (name: FamilyName) => {
			const { records5h, records1w, requests5h } = this.windows(name, now);
			const { records, requests } = limits[name];
			return {
				records: {
					'5h': accountWindow(records5h, records['5h'], now),
					'1w': accountWindow(records1w, records['1w'], now),
				},
				requests: { '5h': accountWindow(requests5h, requests['5h'], now) },
			};
		};
		return { enrich: family('enrich'), search: family('search') };
	}

	private windows(family: FamilyName, now: number): Windows {
		const windows = this.families[family];
		const { pending } = windows;
		windows.pending = null;
		if (pending) this.count(family, pending, now);
		return windows;
	}
}

const createWindows = (spent: Spent[FamilyName]): Windows => ({
	records5h: new RollingWindow(FIVE_HOURS),
	records1w: new RollingWindow(ONE_WEEK),
	requests5h: new RollingWindow(FIVE_HOURS),
	pending: spent,
});

const closedWindow = (
	code: ClosedWindow['code'],
	window: RollingWindow,
	limit: number,
	now: number,
): ClosedWindow | null => (window.used(now) < limit ? null : { code, unlocksAt: window.unlocksAt(limit, now) });

function later(a: ClosedWindow | null, b: ClosedWindow | null): ClosedWindow | null {
	if (a === null || b === null) return a ?? b;
	return (b.unlocksAt ?? Infinity) > (a.unlocksAt ?? Infinity) ? b : a;
}

function accountWindow(window: RollingWindow, limit: number, now: number) {
	const used = window.used(now);
	const resets = window.resetsAt(now);
	return {
		limit,
		used,
		remaining: Math.max(0, limit - used),
		resets_at: resets === null ? null : new Date(resets).toISOString(),
	};
}
