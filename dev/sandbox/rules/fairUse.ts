import type { FamilyName, SandboxSettings } from '../settings';
import { FIVE_HOURS, ONE_WEEK, RollingWindow } from './rollingWindow';

type Limits = SandboxSettings['limits'];
type Spent = SandboxSettings['spent'];

const SPANS = ['5h', '1w'] as const;

interface Windows {
	records: Record<(typeof SPANS)[number], RollingWindow>;
	requests: RollingWindow;
	/** Used before the first request; enters the windows at the first request, because its time is unknown before. */
	pending: Spent[FamilyName] | null;
}

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

	restart(family: FamilyName, spent: Spent[FamilyName]): void {
		this.families[family] = createWindows(spent);
	}

	count(family: FamilyName, uses: { records: number; requests: number }, now: number): void {
		const { records, requests } = this.windows(family, now);
		for (const span of SPANS) records[span].add(uses.records, now);
		requests.add(uses.requests, now);
	}

	recordsLeft(family: FamilyName, limits: Limits, now: number): number {
		const { records } = this.windows(family, now);
		return Math.min(...SPANS.map((span) => left(records[span], limits[family].records[span], now)));
	}

	/** The closed window that opens last; null if all are open. */
	closed(family: FamilyName, limits: Limits, now: number): ClosedWindow | null {
		const { requests } = this.windows(family, now);
		const closed = closedWindow('fair_use_requests_exceeded', requests, limits[family].requests['5h'], now);
		return later(closed, this.closedRecords(family, limits, now));
	}

	/** The closed record window that opens last; null if both are open. */
	closedRecords(family: FamilyName, limits: Limits, now: number): ClosedWindow | null {
		const { records } = this.windows(family, now);
		const limit = limits[family].records;
		return SPANS.map((span) => closedWindow('fair_use_limit_exceeded', records[span], limit[span], now)).reduce(
			later,
		);
	}

	/**
	 * The Fair Use shape of `metadata` (contract: Common response envelope). A reset is always a time there: that of an
	 * unused window is when a record used now would leave it.
	 */
	metadata(family: FamilyName, limits: Limits, now: number) {
		const { records } = this.windows(family, now);
		const limit = limits[family].records;
		return {
			records_remaining_5h: left(records['5h'], limit['5h'], now),
			records_reset_5h: new Date(records['5h'].resetsAt(now) ?? now + FIVE_HOURS).toISOString(),
			records_remaining_1w: left(records['1w'], limit['1w'], now),
			records_reset_1w: new Date(records['1w'].resetsAt(now) ?? now + ONE_WEEK).toISOString(),
		};
	}

	/** `fair_use` of the account record (contract: Account record). */
	accountWindows(limits: Limits, now: number) {
		const family = (name: FamilyName) => {
			const { records, requests } = this.windows(name, now);
			const limit = limits[name];
			return {
				records: {
					'5h': accountWindow(records['5h'], limit.records['5h'], now),
					'1w': accountWindow(records['1w'], limit.records['1w'], now),
				},
				requests: { '5h': accountWindow(requests, limit.requests['5h'], now) },
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
	records: { '5h': new RollingWindow(FIVE_HOURS), '1w': new RollingWindow(ONE_WEEK) },
	requests: new RollingWindow(FIVE_HOURS),
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

const left = (window: RollingWindow, limit: number, now: number) => Math.max(0, limit - window.used(now));

function accountWindow(window: RollingWindow, limit: number, now: number) {
	const resets = window.resetsAt(now);
	return {
		limit,
		used: window.used(now),
		remaining: left(window, limit, now),
		resets_at: resets === null ? null : new Date(resets).toISOString(),
	};
}
