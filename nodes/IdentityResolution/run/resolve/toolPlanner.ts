import type { PersonKind, Source } from '../../api/person/sources';
import type { WantName } from '../../api/person/wants';
import type { Prices } from '../budget/prices';

/**
 * The state of a source for one row: `open` and `for_phone` (only the phone) can be requested; `waiting` lacks an
 * identifier; `closed` is not requested again.
 */
type SourceState = 'open' | 'for_phone' | 'waiting' | 'closed';

interface PlanState {
	/** In the order of the sources. */
	states: readonly SourceState[];
	missing: readonly WantName[];
}

/** The hit rate of a source is unknown. The planner assumes that a hit provides everything that the source offers. */
const HIT_PROBABILITY = 1 / 2;

/**
 * Chooses the next source of a row: the first one of the order with the lowest expected price for all missing data.
 * Misses are free (contract: What the service does, rule 4), so that the order only matters if a hit saves a lookup.
 */
export class ToolPlanner {
	private readonly choices = new Map<string, Choice>();
	private version = 0;

	constructor(
		private readonly sources: readonly Source[],
		private readonly prices: Prices,
	) {}

	/** Returns the index of the next source; null if no source can provide missing data. */
	next(plan: PlanState): number | null {
		// Learned prices invalidate earlier choices.
		if (this.version !== this.prices.version) this.choices.clear();
		this.version = this.prices.version;
		return this.choose(plan).source;
	}

	private choose(plan: PlanState): Choice {
		const name = `${plan.states.join()} ${plan.missing.join()}`;
		const choice = this.choices.get(name) ?? this.compute(plan);
		this.choices.set(name, choice);
		return choice;
	}

	private compute(plan: PlanState): Choice {
		let best: Choice = { source: null, tokens: 0 };
		this.sources.forEach((_, source) => {
			if (!this.isWorthSending(source, plan)) return;
			const tokens = this.expected(source, plan);
			if (best.source === null || tokens < best.tokens) best = { source, tokens };
		});
		return best;
	}

	private isWorthSending(index: number, { states, missing }: PlanState): boolean {
		if (states[index] === 'for_phone') return missing.includes('mobilePhone');
		if (states[index] !== 'open') return false;
		const { gives, reveals } = this.sources[index];
		if (gives.some((want) => missing.includes(want))) return true;
		// The source may reveal the identifier of another source that provides missing data.
		const opened = this.opened(closed(states, index), reveals);
		return opened.some(
			(state, other) => state !== states[other] && this.isWorthSending(other, { states: opened, missing }),
		);
	}

	private expected(index: number, { states, missing }: PlanState): number {
		const { reveals } = this.sources[index];
		const gives: readonly WantName[] = states[index] === 'for_phone' ? ['mobilePhone'] : this.sources[index].gives;
		const after = closed(states, index);
		const hit: PlanState = {
			states: this.opened(after, reveals),
			missing: missing.filter((want) => !gives.includes(want)),
		};
		const price = this.priceOf(index, missing);
		return (
			HIT_PROBABILITY * (price + this.choose(hit).tokens) +
			(1 - HIT_PROBABILITY) * this.choose({ states: after, missing }).tokens
		);
	}

	private opened(states: readonly SourceState[], reveals: readonly PersonKind[]): SourceState[] {
		return states.map((state, index) =>
			state === 'waiting' && reveals.includes(this.sources[index].needs) ? 'open' : state,
		);
	}

	private priceOf(index: number, missing: readonly WantName[]): number {
		const { tool, gives, tokens, phoneTokens } = this.sources[index];
		const plain = this.prices.consult(tool, 'without') ?? tokens;
		if (!requestsPhone(gives, missing)) return plain;
		return this.prices.consult(tool, 'with') ?? plain + phoneTokens;
	}
}

interface Choice {
	source: number | null;
	/** Expected total price. */
	tokens: number;
}

const closed = (states: readonly SourceState[], index: number): SourceState[] =>
	states.map((state, other) => (other === index ? 'closed' : state));

/** Whether a lookup of a source includes the phone. */
export const requestsPhone = (gives: readonly WantName[], missing: readonly WantName[]) =>
	gives.includes('mobilePhone') && missing.includes('mobilePhone');
