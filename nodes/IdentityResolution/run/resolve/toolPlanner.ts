import type { PersonKind, Source } from '../../api/person/sources';
import { WANT_NAMES, type WantName } from '../../api/person/wants';
import type { Prices } from '../budget/prices';
import type { MaxCost } from '../outcome';

/**
 * The state of a source for one row: `open` and `for_phone` (only the phone) can be requested; `waiting` lacks an
 * identifier; `answered` and `closed` (failed, or not part of the account) are not requested again.
 */
const SOURCE_STATES = ['open', 'for_phone', 'waiting', 'answered', 'closed'] as const;

export type SourceState = (typeof SOURCE_STATES)[number];

interface PlanState {
	/** In the order of the sources. */
	states: readonly SourceState[];
	missing: readonly WantName[];
}

/** The hit rate of a source is unknown. The planner assumes that a hit provides everything that the source gives. */
const ASSUMED_HIT_RATE = 1 / 2;

/** Factor on the hit rate of other tools once the tool made for a want has answered without it: 1 in 10, not 1 in 2. */
const FALLBACK_FACTOR = 1 / 5;

/**
 * Chooses the next source of a row: the first one of the order with the lowest expected price for all missing data, and
 * of those with the fewest requests. Misses are free (contract: What the service does, rule 4), so that the order only
 * matters if a hit saves a lookup.
 */
export class ToolPlanner {
	private readonly choices = new Map<number, Choice>();
	private readonly maxCosts = new Map<number, MaxCost>();
	private version = 0;

	constructor(
		private readonly sources: readonly Source[],
		private readonly prices: Prices,
	) {
		for (const { tool, tokens } of sources) prices.assume(tool, tokens);
	}

	/** Returns the index of the next source; null if no source can provide missing data. */
	next(plan: PlanState): number | null {
		const useful = this.sources.flatMap((_, index) => (this.isWorthSending(index, plan) ? [index] : []));
		// If every order costs the same, prices do not matter.
		if (useful.length < 2 || this.areIndependent(useful, plan)) return useful[0] ?? null;
		this.invalidateChoices();
		return this.choose(plan).source;
	}

	/** The tokens of a row after a hit of a source, if every further lookup hits and has all that it is requested for. */
	followUp(index: number, plan: PlanState): number {
		const source = this.sources[index];
		const given = dataOf(source, plan.states[index], plan.missing).filter((want) =>
			requestedFor(source).includes(want),
		);
		const then: PlanState = {
			states: this.opened(withState(plan.states, index, 'answered'), source.reveals),
			missing: plan.missing.filter((want) => !given.includes(want)),
		};
		const next = then.missing.length === 0 ? null : this.next(then);
		if (next === null) return 0;
		const { tool, tokens, phoneTokens } = this.sources[next];
		const phone = dataOf(this.sources[next], then.states[next], then.missing).includes('mobilePhone')
			? phoneTokens
			: 0;
		// Not consulted, because another price does not change the choice of a tool here.
		return (this.prices.of(tool, 'without') ?? tokens) + phone + this.followUp(next, then);
	}

	/** Whether a hit of one source saves no lookup of another, and opens none. */
	private areIndependent(useful: readonly number[], { states, missing }: PlanState): boolean {
		const given = useful.flatMap((index) => dataOf(this.sources[index], states[index], missing));
		return (
			new Set(given).size === given.length && useful.every((index) => this.sources[index].reveals.length === 0)
		);
	}

	/** Learned prices invalidate earlier choices. */
	private invalidateChoices(): void {
		if (this.version === this.prices.version) return;
		this.choices.clear();
		this.maxCosts.clear();
		this.version = this.prices.version;
	}

	/** What a row costs at most: `next` chooses each lookup, every one is charged, and none has the wanted data. */
	maxCost(plan: PlanState): MaxCost {
		this.invalidateChoices();
		const { source } = this.choose(plan);
		if (source === null) return FREE;
		const key = keyOf(plan);
		const cost = this.maxCosts.get(key) ?? this.maxCostFrom(source, plan);
		this.maxCosts.set(key, cost);
		return cost;
	}

	private maxCostFrom(index: number, plan: PlanState): MaxCost {
		const source = this.sources[index];
		const phone = dataOf(source, plan.states[index], plan.missing).includes('mobilePhone') ? 'with' : 'without';
		const answered = withState(plan.states, index, 'answered');
		const hitWithoutData = this.maxCost({ ...plan, states: this.opened(answered, source.reveals) });
		const missed = this.maxCost({ ...plan, states: answered });
		const isListed = this.prices.listedPrice(source.tool, phone) !== null;
		return {
			tokens: Math.max(this.priceOf(source, phone) + (hitWithoutData.tokens ?? 0), missed.tokens ?? 0),
			prices: isListed && hitWithoutData.prices === 'listed' && missed.prices === 'listed' ? 'listed' : 'assumed',
		};
	}

	private choose(plan: PlanState): Choice {
		if (plan.missing.length === 0) return NOTHING;
		const key = keyOf(plan);
		const choice = this.choices.get(key) ?? this.compute(plan);
		this.choices.set(key, choice);
		return choice;
	}

	private compute(plan: PlanState): Choice {
		let best = NOTHING;
		// A lookup for the phone alone pays for known data again, so that it is the last of equals.
		for (const requestable of ['open', 'for_phone'] as const)
			this.sources.forEach((_, source) => {
				if (plan.states[source] !== requestable || !this.isWorthSending(source, plan)) return;
				const choice = this.evaluate(source, plan);
				if (best.source === null || isBetter(choice, best)) best = choice;
			});
		return best;
	}

	private isWorthSending(index: number, { states, missing }: PlanState): boolean {
		if (states[index] === 'for_phone') return missing.includes('mobilePhone');
		if (states[index] !== 'open') return false;
		const source = this.sources[index];
		if (requestedFor(source).some((want) => missing.includes(want))) return true;
		if (!mayReveal(source)) return false;
		// The source may reveal the identifier of another source that provides missing data.
		const opened = this.opened(withState(states, index, 'answered'), source.reveals);
		return opened.some(
			(state, other) => state !== states[other] && this.isWorthSending(other, { states: opened, missing }),
		);
	}

	/** The costs if this source is next, and the best choices follow. */
	private evaluate(index: number, plan: PlanState): Choice {
		const total = { source: index, tokens: 0, requests: requestsOf(this.sources[index]) };
		for (const { probability, tokens, then } of this.branches(index, plan)) {
			const next = this.choose(then);
			total.tokens += probability * (tokens + next.tokens);
			total.requests += probability * next.requests;
		}
		return total;
	}

	/** What a lookup may lead to: a hit with all data that the source gives, one without its unlikely data, a miss. */
	private branches(index: number, { states, missing }: PlanState): Branch[] {
		const unlikely = ASSUMED_HIT_RATE * FALLBACK_FACTOR;
		const source = this.sources[index];
		const given = dataOf(source, states[index], missing);
		const likely = given.filter((want) => !this.isUnlikely(source, want, states));
		const answered = withState(states, index, 'answered');
		const opened = this.opened(answered, source.reveals);
		const missingAfter = (data: readonly WantName[]) => missing.filter((want) => !data.includes(want));
		const hit = (probability: number, data: readonly WantName[]): Branch => ({
			probability,
			tokens: this.priceOf(source, data.includes('mobilePhone') ? 'with' : 'without'),
			then: { states: opened, missing: missingAfter(data) },
		});
		const miss = (probability: number): Branch => ({
			probability,
			tokens: 0,
			then: { states: answered, missing },
		});
		// A source without missing data is used for its LinkedIn profile.
		const isLikelyHit =
			likely.length > 0 || (given.length === 0 && !this.isUnlikely(source, 'linkedinProfile', states));
		if (!isLikelyHit) return [hit(unlikely, given), miss(1 - unlikely)];
		if (likely.length === given.length) return [hit(ASSUMED_HIT_RATE, given), miss(1 - ASSUMED_HIT_RATE)];
		return [hit(unlikely, given), hit(ASSUMED_HIT_RATE - unlikely, likely), miss(1 - ASSUMED_HIT_RATE)];
	}

	/** Whether a tool made for the want has answered without it, and this is another kind of tool. */
	private isUnlikely({ madeFor }: Source, want: WantName, states: readonly SourceState[]): boolean {
		if (madeFor.includes(want)) return false;
		return this.sources.some((source, index) => states[index] === 'answered' && source.madeFor.includes(want));
	}

	private opened(states: readonly SourceState[], reveals: readonly PersonKind[]): readonly SourceState[] {
		if (reveals.length === 0) return states;
		return states.map((state, index) =>
			state === 'waiting' && reveals.includes(this.sources[index].needs) ? 'open' : state,
		);
	}

	private priceOf({ tool, tokens, phoneTokens }: Source, phone: 'with' | 'without'): number {
		const plain = this.prices.consult(tool, 'without') ?? tokens;
		return phone === 'without' ? plain : (this.prices.consult(tool, 'with') ?? plain + phoneTokens);
	}
}

interface Choice {
	source: number | null;
	/** Expected total price. */
	tokens: number;
	/** Expected total number of requests. */
	requests: number;
}

const FREE: MaxCost = { tokens: 0, prices: 'listed' };
const NOTHING: Choice = { source: null, tokens: 0, requests: 0 };

interface Branch {
	probability: number;
	tokens: number;
	then: PlanState;
}

/** Sums of fractions are not exact. */
const TOLERANCE = 1e-9;

const isBetter = (one: Choice, other: Choice): boolean =>
	one.tokens < other.tokens - TOLERANCE ||
	(one.tokens < other.tokens + TOLERANCE && one.requests < other.requests - TOLERANCE);

/** A lookup's share of a request. */
const requestsOf = ({ tool: { batch } }: Source) => 1 / (batch?.max ?? 1);

/** A number, because a sheet of many rows computes a key per step. */
const keyOf = ({ states, missing }: PlanState): number => {
	const wants = missing.reduce((mask, want) => mask + 2 ** WANT_NAMES.indexOf(want), 0);
	return states.reduce((key, state) => key * SOURCE_STATES.length + SOURCE_STATES.indexOf(state), wants);
};

const withState = (states: readonly SourceState[], index: number, state: SourceState): SourceState[] =>
	states.map((other, place) => (place === index ? state : other));

/** The wants for which a source is requested. */
const requestedFor = ({ onlyFor, gives }: Source): readonly WantName[] => onlyFor ?? gives;

/** Whether a lookup of a source includes the phone. */
export const requestsPhone = (source: Source, missing: readonly WantName[]): boolean =>
	requestedFor(source).includes('mobilePhone') && missing.includes('mobilePhone');

/** Whether a source is requested for the identifiers that it reveals. */
const mayReveal = ({ onlyFor, reveals }: Source): boolean =>
	reveals.length > 0 && (onlyFor?.includes('linkedinProfile') ?? true);

/** The missing data that a hit provides. */
function dataOf(source: Source, state: SourceState, missing: readonly WantName[]): WantName[] {
	if (state === 'for_phone') return ['mobilePhone'];
	return missing.filter(
		(want) => source.gives.includes(want) && (want !== 'mobilePhone' || requestsPhone(source, missing)),
	);
}
