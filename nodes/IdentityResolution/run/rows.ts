import type { LookupRegistry } from './queue/registry';
import type { Entry, Subscriber } from './queue/entry';
import type { Lookup, LookupRecord, Route, Step } from './lookup';
import type { Outcome } from './outcome';
import { Prices } from './budget/prices';
import { outcomeForRow } from './phonePolicy';

/** A row at the end of its way. */
export interface SettledRow {
	outcome: Outcome;
	steps: readonly Step[];
}

/**
 * Sends every row on its way and keeps what becomes of it: the one place where rows are settled, each exactly once
 * and at its own place.
 * @param prices what the run learns of them while the rows are on their way
 * @returns the rows in the order of their routes; complete once the registry has no queued lookups
 */
export function startRows(routes: readonly Route[], registry: LookupRegistry, prices = new Prices()): SettledRow[] {
	const shared: RunState = { registry, prices };
	const rows = routes.map((route) => new Row(route, shared));
	for (const row of rows) row.advance();
	return rows;
}

/** The record of an answer that a row brought itself. */
const NOT_SENT: LookupRecord = Object.freeze({
	attempts: 0,
	charged: 0,
	rows: 1,
	withoutPhone: 0,
	forPhone: 0,
	lostCount: 0,
	recordsLeft: null,
});

const NO_STEPS: readonly Step[] = [];

/** What all rows of a run share. */
interface RunState {
	registry: LookupRegistry;
	prices: Prices;
}

/** What a row needs until its end. */
interface RowProgress {
	route: Route;
	shared: RunState;
	/** What it asked last. */
	lookup: Lookup | null;
}

/** A row on its way. There is one for each row of a sheet, so that what it no longer needs is let go. */
class Row implements SettledRow, Subscriber {
	steps: readonly Step[] = NO_STEPS;
	/** Set at the end of its way. */
	outcome!: Outcome;
	private progress: RowProgress | null;

	constructor(route: Route, shared: RunState) {
		this.progress = { route, shared, lookup: null };
	}

	advance(): void {
		if (this.progress === null) return;
		const { route, shared } = this.progress;
		const next = route(this.steps, shared.prices);
		if ('lookup' in next) {
			this.progress.lookup = next.lookup;
			shared.registry.load(next.lookup, this);
			return;
		}
		if ('cached' in next) {
			this.steps = this.steps.concat({
				lookup: next.cached,
				outcome: next.outcome,
				record: NOT_SENT,
				pays: true,
			});
			this.advance();
			return;
		}
		this.outcome = next.outcome;
		this.progress = null;
	}

	get priority(): Entry['priority'] {
		return this.steps.some(({ outcome }) => outcome.is === 'found') ? 'started' : 'fresh';
	}

	onReplan(): void {
		this.advance();
	}

	onSettled(outcome: Outcome, entry: Entry, turn: 'first' | 'later'): void {
		// Added to, an array takes room for many.
		this.steps = this.steps.concat(stepOf(this.progress?.lookup ?? entry.lookup, outcome, entry, turn));
		this.advance();
	}
}

function stepOf(lookup: Lookup, outcome: Outcome, { lookup: requested, record }: Entry, turn: 'first' | 'later'): Step {
	// Rows that asked the same share what was sent.
	const shared = lookup.phone === requested.phone ? requested : lookup;
	return { lookup: shared, outcome: outcomeForRow(outcome, lookup, requested), record, pays: turn === 'first' };
}
