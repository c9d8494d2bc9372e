import type { PersonKind, Source } from '../../api/person/sources';
import type { WantName } from '../../api/person/wants';
import type { Prices } from '../budget/prices';

/**
 * How a source stands for one row: it can be asked, it can be asked for the phone alone, it could be asked if its
 * identifier were known, or it has nothing more to say.
 */
type SourceState = 'open' | 'for_phone' | 'waiting' | 'closed';

/** What decides which source a row asks next. */
interface PlanState {
	/** By source, in their order. */
	states: readonly SourceState[];
	missing: readonly WantName[];
}

/**
 * How often a source is taken to hit: nothing is known of it, so it is an even chance, and a hit brings all that it
 * gives.
 */
const HIT_PROBABILITY = 1 / 2;

/**
 * Finds the source to ask next so that a row gets all that can be got for the fewest tokens that are to be expected, by
 * trying every order. Misses are free (contract: What the service does, rule 4), so that the order matters only where a
 * hit makes others needless.
 */
export class ToolPlanner {
	private readonly choices = new Map<string, Choice>();
	private version = 0;

	constructor(
		private readonly sources: readonly Source[],
		private readonly prices: Prices,
	) {}

	/** The place of the source to ask next; null where none has anything to give. */
	next(position: PlanState): number | null {
		// What replies told of prices since then makes everything worked out before out of date.
		if (this.version !== this.prices.version) this.choices.clear();
		this.version = this.prices.version;
		return this.choose(position).source;
	}

	private choose(position: PlanState): Choice {
		const name = `${position.states.join()} ${position.missing.join()}`;
		const choice = this.choices.get(name) ?? this.compute(position);
		this.choices.set(name, choice);
		return choice;
	}

	private compute(position: PlanState): Choice {
		let best: Choice = { source: null, tokens: 0 };
		this.sources.forEach((_, source) => {
			if (!this.isWorthSending(source, position)) return;
			const tokens = this.expected(source, position);
			if (best.source === null || tokens < best.tokens) best = { source, tokens };
		});
		return best;
	}

	private isWorthSending(place: number, { states, missing }: PlanState): boolean {
		if (states[place] === 'for_phone') return missing.includes('mobilePhone');
		if (states[place] !== 'open') return false;
		const { gives, reveals } = this.sources[place];
		if (gives.some((want) => missing.includes(want))) return true;
		// It gives nothing itself, but what it makes known may open a source that does.
		const opened = this.opened(closed(states, place), reveals);
		return opened.some(
			(standing, other) => standing !== states[other] && this.isWorthSending(other, { states: opened, missing }),
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

	private opened(states: readonly SourceState[], feeds: readonly PersonKind[]): SourceState[] {
		return states.map((standing, place) =>
			standing === 'waiting' && feeds.includes(this.sources[place].needs) ? 'open' : standing,
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
	/** To be expected until the end. */
	tokens: number;
}

const closed = (states: readonly SourceState[], place: number): SourceState[] =>
	states.map((standing, other) => (other === place ? 'closed' : standing));

/** Whether a source that gives this is asked for the phone, where that is missing. */
export const requestsPhone = (gives: readonly WantName[], missing: readonly WantName[]) =>
	gives.includes('mobilePhone') && missing.includes('mobilePhone');
