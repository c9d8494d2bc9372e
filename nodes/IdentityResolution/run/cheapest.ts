import type { PersonKind, Source } from '../api/sources';
import type { WantName } from '../api/wants';
import type { Prices } from './prices';

/**
 * How a source stands for one row: it can be asked, it can be asked for the phone alone, it could be asked if its identifier were
 * known, or it has nothing more to say.
 */
export type Standing = 'open' | 'for_phone' | 'waiting' | 'closed';

/** What decides which source a row asks next. */
export interface Position {
	/** By source, in their order. */
	standings: readonly Standing[];
	missing: readonly WantName[];
}

/** How often a source is taken to hit: nothing is known of it, so it is an even chance, and a hit brings all that it gives. */
const CHANCE = 1 / 2;

/**
 * Finds the source to ask next so that a row gets all that can be got for the fewest tokens that are to be expected, by
 * trying every order. Misses are free (contract: What the service does, rule 4), so that the order matters only where a hit makes others needless.
 */
export class Cheapest {
	private readonly known = new Map<string, Choice>();
	private version = 0;

	constructor(
		private readonly sources: readonly Source[],
		private readonly prices: Prices,
	) {}

	/** The place of the source to ask next; null where none has anything to give. */
	next(position: Position): number | null {
		// What replies told of prices since then makes everything worked out before out of date.
		if (this.version !== this.prices.version) this.known.clear();
		this.version = this.prices.version;
		return this.choose(position).source;
	}

	private choose(position: Position): Choice {
		const name = `${position.standings.join()} ${position.missing.join()}`;
		const choice = this.known.get(name) ?? this.workOut(position);
		this.known.set(name, choice);
		return choice;
	}

	private workOut(position: Position): Choice {
		let best: Choice = { source: null, tokens: 0 };
		this.sources.forEach((_, source) => {
			if (!this.isWorthAsking(source, position)) return;
			const tokens = this.expected(source, position);
			if (best.source === null || tokens < best.tokens) best = { source, tokens };
		});
		return best;
	}

	private isWorthAsking(place: number, { standings, missing }: Position): boolean {
		if (standings[place] === 'for_phone') return missing.includes('mobilePhone');
		if (standings[place] !== 'open') return false;
		const { gives, feeds } = this.sources[place];
		if (gives.some((want) => missing.includes(want))) return true;
		// It gives nothing itself, but what it makes known may open a source that does.
		const opened = this.opened(closed(standings, place), feeds);
		return opened.some(
			(standing, other) =>
				standing !== standings[other] && this.isWorthAsking(other, { standings: opened, missing }),
		);
	}

	private expected(place: number, { standings, missing }: Position): number {
		const { feeds } = this.sources[place];
		const gives: readonly WantName[] =
			standings[place] === 'for_phone' ? ['mobilePhone'] : this.sources[place].gives;
		const after = closed(standings, place);
		const hit: Position = {
			standings: this.opened(after, feeds),
			missing: missing.filter((want) => !gives.includes(want)),
		};
		const price = this.priceOf(place, missing);
		return (
			CHANCE * (price + this.choose(hit).tokens) +
			(1 - CHANCE) * this.choose({ standings: after, missing }).tokens
		);
	}

	private opened(standings: readonly Standing[], feeds: readonly PersonKind[]): Standing[] {
		return standings.map((standing, place) =>
			standing === 'waiting' && feeds.includes(this.sources[place].needs) ? 'open' : standing,
		);
	}

	private priceOf(place: number, missing: readonly WantName[]): number {
		const { tool, gives, tokens, phoneTokens } = this.sources[place];
		const plain = this.prices.consult(tool, 'without') ?? tokens;
		if (!asksPhone(gives, missing)) return plain;
		return this.prices.consult(tool, 'with') ?? plain + phoneTokens;
	}
}

interface Choice {
	source: number | null;
	/** To be expected until the end. */
	tokens: number;
}

const closed = (standings: readonly Standing[], place: number): Standing[] =>
	standings.map((standing, other) => (other === place ? 'closed' : standing));

/** Whether a source that gives this is asked for the phone, where that is missing. */
export const asksPhone = (gives: readonly WantName[], missing: readonly WantName[]) =>
	gives.includes('mobilePhone') && missing.includes('mobilePhone');
