import { memoize } from '../../api/values/memoize';
import type { RequestableSource } from '../../api/person/sources';
import { WANT_NAMES, type WantName } from '../../api/person/wants';
import type { Phone } from '../../api/tool';
import type { Prices } from '../../service/budget';
import type { PossibleLookup } from '../cost';
import type { FollowUp } from '../../service/lookup';

/**
 * The state of a source for one row: `open` and `for_phone` (only the phone) can be requested;
 * `waiting` lacks an identifier; `missed` is requested again only for a further identifier; `done`
 * (answered, failed, or not part of the account) is not.
 */
const SOURCE_STATES = ['open', 'for_phone', 'waiting', 'missed', 'done'] as const;

export type SourceState = (typeof SOURCE_STATES)[number];

export interface Situation {
	/** In the order of the sources. */
	states: readonly SourceState[];
	missing: readonly WantName[];
}

/** Lookups that complete a row if each one hits and has all that its source gives. */
interface LookupPlan {
	/** Index of the source to request first; null if none can provide missing data. */
	first: number | null;
	lookups: readonly FollowUp[];
	tokens: number;
	requests: number;
}

const NOTHING: LookupPlan = { first: null, lookups: [], tokens: 0, requests: 0 };

/**
 * Chooses the next source of a row: the first one of the cheapest plan, and of equally cheap plans,
 * of the one with the fewest requests. A row is planned again after each answer, so that a miss
 * costs nothing but its request.
 */
export class ToolPlanner {
	constructor(
		readonly sources: readonly RequestableSource[],
		private readonly prices: Prices,
	) {}

	/** Returns the index of the next source; null if no source can provide missing data. */
	readonly next = bySituation((row): number | null => {
		const useful = this.usefulIn(row);
		return useful.length < 2 ? (useful[0] ?? null) : this.cheapest(row).first;
	});

	/** What a row needs after a hit that has only what the source is requested for. */
	followUp(index: number, row: Situation): readonly FollowUp[] {
		return this.cheapest(this.afterHit(index, row, this.sources[index].requestedFor)).lookups;
	}

	/**
	 * Every lookup that may be charged on some way of a row: hits may have none of the wanted data,
	 * misses are free, and any answer may reveal another LinkedIn profile.
	 */
	readonly possible = bySituation((row): readonly PossibleLookup[] => {
		const mayOpen = row.states.map((state, index) => {
			if (state === 'open' || state === 'for_phone') return true;
			return state !== 'done' && this.sources[index].needs === 'linkedin';
		});
		const isWanted = ({ requestedFor }: RequestableSource, index: number) =>
			mayOpen[index] && requestedFor.some((want) => row.missing.includes(want));
		const needsProfile = this.sources.some(
			(source, index) => row.states[index] === 'waiting' && isWanted(source, index),
		);
		return this.sources.flatMap((source, index): PossibleLookup[] => {
			const feeds =
				needsProfile && mayOpen[index] && source.requestedFor.includes('linkedinProfile');
			if (!feeds && !isWanted(source, index)) return [];
			return [{ tool: source.tool, phone: this.phoneFor(index, row), hits: 1 }];
		});
	});

	private readonly cheapest = bySituation((row): LookupPlan => {
		let best = NOTHING;
		for (const index of this.usefulIn(row)) {
			const rest = this.cheapest(this.afterHit(index, row, this.dataOf(index, row)));
			const { tool } = this.sources[index];
			const tokens = this.priceOf(index, row);
			const plan: LookupPlan = {
				first: index,
				lookups: [{ tool, phone: this.phoneFor(index, row), tokens }, ...rest.lookups],
				tokens: tokens + rest.tokens,
				// A lookup's share of a request.
				requests: 1 / (tool.batch?.max ?? 1) + rest.requests,
			};
			if (best.first === null || isCheaper(plan, best)) best = plan;
		}
		return best;
	});

	/** The sources that may provide missing data, or an identifier for one that may. */
	private usefulIn(row: Situation): number[] {
		const usefulIf = (wanted: SourceState) =>
			row.states.flatMap((state, index) =>
				state === wanted && this.isUseful(index, row) ? [index] : [],
			);
		// A lookup for the phone alone pays for known data again, so that it is the last of equals.
		return [...usefulIf('open'), ...usefulIf('for_phone')];
	}

	private isUseful(index: number, row: Situation): boolean {
		if (row.states[index] === 'for_phone') return row.missing.includes('mobilePhone');
		const { requestedFor, reveals } = this.sources[index];
		if (requestedFor.some((want) => row.missing.includes(want))) return true;
		if (reveals.length === 0 || !requestedFor.includes('linkedinProfile')) return false;
		const then = this.afterHit(index, row, []);
		return then.states.some(
			(state, other) =>
				state === 'open' && row.states[other] === 'waiting' && this.isUseful(other, then),
		);
	}

	private dataOf(index: number, { states, missing }: Situation): WantName[] {
		if (states[index] === 'for_phone') return ['mobilePhone'];
		const source = this.sources[index];
		return missing.filter(
			(want) =>
				source.gives.includes(want) &&
				(want !== 'mobilePhone' || requestsPhone(source, missing)),
		);
	}

	private afterHit(
		index: number,
		{ states, missing }: Situation,
		data: readonly WantName[],
	): Situation {
		const { reveals } = this.sources[index];
		const opens = (state: SourceState, other: number) =>
			state === 'waiting' && reveals.includes(this.sources[other].needs);
		return {
			states: withState(states, index, 'done').map((state, other) =>
				opens(state, other) ? 'open' : state,
			),
			missing: missing.filter((want) => !data.includes(want)),
		};
	}

	private phoneFor(index: number, row: Situation): Phone {
		return this.dataOf(index, row).includes('mobilePhone') ? 'with' : 'without';
	}

	private priceOf(index: number, row: Situation): number {
		const { tool, tokens, phoneTokens } = this.sources[index];
		const plain = this.prices.listedPrice(tool, 'without') ?? tokens;
		return this.phoneFor(index, row) === 'without' ? plain : plain + phoneTokens;
	}
}

/** Sums of fractions are not exact. */
const TOLERANCE = 1e-9;

const isCheaper = (one: LookupPlan, other: LookupPlan): boolean =>
	one.tokens < other.tokens - TOLERANCE ||
	(one.tokens < other.tokens + TOLERANCE && one.requests < other.requests - TOLERANCE);

/** A number, because a sheet of many rows computes a key per step. */
const keyOf = ({ states, missing }: Situation): number => {
	const wants = missing.reduce((mask, want) => mask + 2 ** WANT_NAMES.indexOf(want), 0);
	return states.reduce(
		(key, state) => key * SOURCE_STATES.length + SOURCE_STATES.indexOf(state),
		wants,
	);
};

/** Rows in the same situation share what is decided. */
const bySituation = <T>(decide: (row: Situation) => T) => memoize(decide, keyOf);

const withState = (
	states: readonly SourceState[],
	index: number,
	state: SourceState,
): SourceState[] => states.map((other, place) => (place === index ? state : other));

export const requestsPhone = (
	{ requestedFor }: RequestableSource,
	missing: readonly WantName[],
): boolean => requestedFor.includes('mobilePhone') && missing.includes('mobilePhone');
