import type { LookupRegistry } from './queue/registry';
import type { Entry, Subscriber } from './queue/queue';
import { newRecord, type ClosedTools, type LookupRecord, type Route, type Step } from './lookup';
import type { Outcome } from './outcome';
import { Prices } from './budget';

export interface SettledRow {
	outcome: Outcome;
	steps: readonly Step[];
}

/**
 * Starts all rows, and returns them in the order of their routes. A row is settled once, when its route returns an
 * outcome; all rows are settled when all lookups of the registry are.
 */
export function startRows(routes: readonly Route[], registry: LookupRegistry, prices = new Prices()): SettledRow[] {
	const context: RowContext = { registry, prices, closed: (tool) => registry.outcomeOfClosed(tool) };
	const rows = routes.map((route) => new Row(route, context));
	for (const row of rows) row.advance();
	return rows;
}

/** The record of a lookup that a closed tool makes useless. */
const NOT_SENT: LookupRecord = Object.freeze({ ...newRecord(0), rows: 1 });

const NO_STEPS: readonly Step[] = [];

interface RowContext {
	registry: LookupRegistry;
	prices: Prices;
	closed: ClosedTools;
}

interface RowProgress {
	route: Route;
	context: RowContext;
}

/** A settled row releases its route, because a sheet may have many rows. */
class Row implements SettledRow, Subscriber {
	steps: readonly Step[] = NO_STEPS;
	/** Set when the row is settled. */
	outcome!: Outcome;
	private progress: RowProgress | null;

	constructor(route: Route, context: RowContext) {
		this.progress = { route, context };
	}

	advance(): void {
		if (this.progress === null) return;
		const { route, context } = this.progress;
		const next = route(this.steps, context.prices, context.closed);
		if ('lookup' in next) {
			context.registry.load(next.lookup, this);
			return;
		}
		if ('unsent' in next) {
			this.steps = this.steps.concat({
				lookup: next.unsent,
				outcome: next.outcome,
				record: NOT_SENT,
				showsCharge: true,
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

	onSettled(outcome: Outcome, { lookup, record }: Entry, place: 'first' | 'later'): void {
		// Unlike `push`, `concat` allocates no spare capacity.
		this.steps = this.steps.concat({ lookup, outcome, record, showsCharge: place === 'first' });
		this.advance();
	}
}
