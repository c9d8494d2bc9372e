import type { Prices } from '../service/budget';
import { newRecord } from '../service/lookup';
import { type Route, type Step } from './route';
import { isAnswered, type Outcome } from '../service/outcome';
import type { Entry, Subscriber } from '../service/request';
import type { LookupRegistry } from './loader';

export interface SettledRow {
	outcome: Outcome;
	steps: readonly Step[];
}

/** Whether the row was answered by earlier runs alone. */
export const isKnown = ({ outcome, steps }: SettledRow): boolean =>
	isAnswered(outcome) && steps.every(({ record }) => record.attempts === 0);

/**
 * Whether an earlier run wrote the answer of the row into its columns, so that it is not looked up.
 */
export const wasAnsweredBefore = ({ outcome }: Pick<SettledRow, 'outcome'>): boolean =>
	outcome.is === 'skipped' && outcome.by === 'answered_before';

const NO_STEPS: readonly Step[] = [];

/** A row, which `advance` starts. It is settled once, when its route returns an outcome. */
export class Row implements SettledRow, Subscriber {
	steps: readonly Step[] = NO_STEPS;
	/** Set when the row is settled. */
	outcome!: Outcome;

	/**
	 * One object that a settled row releases: a field for each part takes 15 MB more for 100,000
	 * rows (`growth`).
	 */
	private progress: { route: Route; registry: LookupRegistry; prices: Prices } | null;

	constructor(route: Route, registry: LookupRegistry, prices: Prices) {
		this.progress = { route, registry, prices };
	}

	advance(): void {
		if (this.progress === null) return;
		const { route, registry, prices } = this.progress;
		const next = route(this.steps, prices, registry.outcomeOfClosed);
		if ('lookup' in next) {
			const { lookup, outcome } = next;
			if (outcome === undefined) return registry.load(lookup, this);
			return this.addStep({
				lookup,
				outcome,
				record: { ...newRecord(0), rows: 1 },
				showsCharge: true,
			});
		}
		this.outcome = next.outcome;
		this.progress = null;
	}

	get priority(): Entry['priority'] {
		return this.steps.some(({ outcome }) => outcome.is === 'found') ? 'started' : 'fresh';
	}

	onSettled(outcome: Outcome, { lookup, record }: Entry, place: 'first' | 'later'): void {
		this.addStep({ lookup, outcome, record, showsCharge: place === 'first' });
	}

	private addStep(step: Step): void {
		// Unlike `push`, `concat` allocates no spare capacity.
		this.steps = this.steps.concat(step);
		this.advance();
	}
}
