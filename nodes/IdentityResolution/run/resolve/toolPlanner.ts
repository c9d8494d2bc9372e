import type { PersonKind, Source } from '../../api/person/sources';
import type { WantName } from '../../api/person/wants';
import type { Prices } from '../budget/prices';

/**
 * The state of a source for one row: `open` and `for_phone` (for the phone alone) can be requested, `waiting` lacks an
 * identifier, `closed` has nothing more to give.
 */
type SourceState = 'open' | 'for_phone' | 'waiting' | 'closed';

/** What the next source of a row depends on. */
interface PlanState {
	/** By source, in their order. */
	states: readonly SourceState[];
	missing: readonly WantName[];
}

/** Nothing is known about the hit rate of a source. A hit is assumed to provide everything that the source can give. */
const HIT_PROBABILITY = 1 / 2;

/**
 * Chooses the next source of a row by the lowest expected price of everything that is missing, over all orders. Misses
 * are free (contract: What the service does, rule 4), so that the order only matters if a hit makes others unnecessary.
 */
export class ToolPlanner {
	private readonly choices = new Map<string, Choice>();
	private version = 0;

	constructor(
		private readonly sources: readonly Source[],
		private readonly prices: Prices,
	) {}

	/** Returns the index of the next source; null if none can provide anything. */
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

	private isWorthSending(place: number, { states, missing }: PlanState): boolean {
		if (states[place] === 'for_phone') return missing.includes('mobilePhone');
		if (states[place] !== 'open') return false;
		const { gives, reveals } = this.sources[place];
		if (gives.some((want) => missing.includes(want))) return true;
		// It provides nothing itself, but it may reveal the identifier of a source that does.
		const opened = this.opened(closed(states, place), reveals);
		return opened.some(
			(state, other) => state !== states[other] && this.isWorthSending(other, { states: opened, missing }),
		);
	}

	private expected(place: number, { states, missing }: PlanState): number {
		const { reveals } = this.sources[place];
		const gives: readonly WantName[] = states[place] === 'for_phone' ? ['mobilePhone'] : this.sources[place].gives;
		const after = closed(states, place);
		const hit: PlanState = {
			states: this.opened(after, reveals),
			missing: missing.filter((want) => !gives.includes(want)),
		};
		const price = this.priceOf(place, missing);
		return (
			HIT_PROBABILITY * (price + this.choose(hit).tokens) +
			(1 - HIT_PROBABILITY) * this.choose({ states: after, missing }).tokens
		);
	}

	private opened(states: readonly SourceState[], reveals: readonly PersonKind[]): SourceState[] {
		return states.map((state, place) =>
			state === 'waiting' && reveals.includes(this.sources[place].needs) ? 'open' : state,
		);
	}

	private priceOf(place: number, missing: readonly WantName[]): number {
		const { tool, gives, tokens, phoneTokens } = this.sources[place];
		const plain = this.prices.consult(tool, 'without') ?? tokens;
		if (!requestsPhone(gives, missing)) return plain;
		return this.prices.consult(tool, 'with') ?? plain + phoneTokens;
	}
}

interface Choice {
	source: number | null;
	/** Expected total. */
	tokens: number;
}

const closed = (states: readonly SourceState[], place: number): SourceState[] =>
	states.map((state, other) => (other === place ? 'closed' : state));

/** Whether a source is requested with the phone. */
export const requestsPhone = (gives: readonly WantName[], missing: readonly WantName[]) =>
	gives.includes('mobilePhone') && missing.includes('mobilePhone');
