import type { Identifier } from '../api/identifiers/identifier';
import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Outcome } from './outcome';
import type { Prices } from './budget/prices';
import { NO_ANSWERS, type AnswerCache } from './answerCache';

/** One identifier for one tool. Rows with an equal lookup share one answer. */
export interface Lookup {
	readonly key: string;
	readonly tool: Tool;
	readonly identifier: Identifier;
	/** Not part of the key: if rows request a person with and without the phone, one lookup with the phone is sent. */
	readonly phone: Phone;
	/** Tokens that the row needs after a hit to be finished, if every further lookup hits, too. */
	readonly followUp: number;
	/** Why the row pays for the answer. A lookup for the phone alone is not sent without the phone. */
	readonly purpose: 'anything' | 'phone';
}

export const lookupOf = (tool: Tool, identifier: Identifier, phone: Phone, followUp = 0): Lookup =>
	followUp === 0 ? new BasicLookup(tool, identifier, phone) : new FirstLookup(tool, identifier, phone, followUp);

export const phoneOnlyLookup = (tool: Tool, identifier: Identifier): Lookup =>
	new PhoneOnlyLookup(tool, identifier, 'with');

class BasicLookup implements Lookup {
	constructor(
		readonly tool: Tool,
		readonly identifier: Identifier,
		readonly phone: Phone,
	) {}

	// Computed, not stored: a sheet has one lookup per row, and the keys would use memory.
	get key(): string {
		return `${this.tool.name} ${this.identifier.key}`;
	}

	get purpose(): Lookup['purpose'] {
		return 'anything';
	}

	get followUp(): number {
		return 0;
	}
}

/** A lookup of a row that needs others afterwards. */
class FirstLookup extends BasicLookup {
	constructor(
		tool: Tool,
		identifier: Identifier,
		phone: Phone,
		private readonly tokens: number,
	) {
		super(tool, identifier, phone);
	}

	override get followUp(): number {
		return this.tokens;
	}
}

class PhoneOnlyLookup extends BasicLookup {
	override get purpose(): Lookup['purpose'] {
		return 'phone';
	}
}

/** Facts about a lookup that all of its rows share. */
export interface LookupRecord {
	attempts: number;
	/** When it was last sent, epoch ms; null if it was not. */
	sentAt: number | null;
	/** Tokens; 0 for a miss; null if the reply did not report them. */
	charged: number | null;
	rows: number;
	/** Rows that requested only the phone. */
	forPhone: number;
	/** Lost or unmatched answers. Each may have been charged. */
	lostCount: number;
	/** Fair Use records left in the 5 h window after the lookup; null if the reply did not report them. */
	recordsLeft: number | null;
}

/** @param charged 0 for a lookup that is not sent */
export const newRecord = (charged: 0 | null): LookupRecord => ({
	attempts: 0,
	sentAt: null,
	charged,
	rows: 0,
	forPhone: 0,
	lostCount: 0,
	recordsLeft: null,
});

/** A lookup of a row and its outcome. */
export interface Step {
	lookup: Lookup;
	outcome: Outcome;
	record: LookupRecord;
	/** Whether this row reports the charge. Only the first row of a shared lookup does. */
	pays: boolean;
}

/** The identifiers of steps, as they were looked up. */
export const valuesOf = (steps: readonly Step[]): string[] =>
	steps.map(({ lookup }) => String(lookup.identifier.value));

/** Returns why no lookups of a tool are sent; undefined if they are. */
export type ClosedTools = (tool: Tool) => Outcome | undefined;

/**
 * Returns the next lookup of a row, or its outcome, from its steps so far, the learned prices and closed tools.
 * `cached` is an answer from the row's own input, for this row only. A route must end after finitely many lookups.
 */
export type Route = (
	steps: readonly Step[],
	prices: Prices,
	closed?: ClosedTools,
) => { lookup: Lookup } | { cached: Lookup; outcome: Outcome } | { outcome: Outcome };

export const singleLookup =
	(lookup: Lookup): Route =>
	([step]) =>
		step === undefined ? { lookup } : { outcome: step.outcome };

/** Answers the lookups of a row from a cache of its own. */
export const withRowCache = (route: Route, cache: AnswerCache): Route =>
	cache === NO_ANSWERS
		? route
		: (steps, prices, closed) => {
				const next = route(steps, prices, closed);
				const outcome = 'lookup' in next ? cache(next.lookup) : undefined;
				return 'lookup' in next && outcome !== undefined ? { cached: next.lookup, outcome } : next;
			};

export const doneRoute =
	(outcome: Outcome): Route =>
	() => ({ outcome });
