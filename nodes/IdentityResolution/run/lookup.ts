import { readBody } from '../api/identifiers/body';
import type { Identifier } from '../api/identifiers/identifier';
import type { Cells } from '../api/person/columns';
import { addressBook, addressesIn, hasHashes } from '../api/person/emails';
import { cellsOf, NO_CELLS } from '../api/replies/reading';
import type { JsonObject } from '../api/values/json';
import type { Phone, Tool } from '../api/tool';
import type { Prices } from './budget';
import { isAnswered, lacksPhoneTokens, type Outcome } from './outcome';

/**
 * A lookup that a row may need after another one. Rows in the same situation share the list of
 * theirs.
 */
export interface FollowUp {
	readonly tool: Tool;
	readonly phone: Phone;
	/** Price of a hit before the run. Replies may report a higher one. */
	readonly tokens: number;
}

const NOTHING_MORE: readonly FollowUp[] = [];

/** One identifier for one tool. Rows with an equal lookup share one answer. */
export class Lookup {
	/**
	 * @param phone not part of the key: if rows request a person with and without it, one lookup
	 * with the phone is sent
	 * @param followUp what the row needs after a hit to be finished, if every further lookup hits,
	 * too
	 */
	constructor(
		readonly tool: Tool,
		readonly identifier: Identifier,
		readonly phone: Phone,
		readonly followUp: readonly FollowUp[] = NOTHING_MORE,
	) {}

	// Computed, not stored: a sheet has one lookup per row, and the keys would use memory.
	get key(): string {
		return `${this.tool.name} ${this.identifier.key}`;
	}
}

export const lookupOf = (...parts: ConstructorParameters<typeof Lookup>): Lookup =>
	new Lookup(...parts);

/** Facts about a lookup that all of its rows share. */
export interface LookupRecord {
	attempts: number;
	/** When it was last sent, epoch ms; null if it was not. */
	sentAt: number | null;
	/** Tokens; 0 for a miss; null if the reply did not report them. */
	charged: number | null;
	rows: number;
	/** Lost or unmatched answers. Each may have been charged. */
	lostCount: number;
	/**
	 * Fair Use records left in the 5 h window after the lookup; null if the reply did not report
	 * them.
	 */
	recordsLeft: number | null;
}

/** @param charged 0 for a lookup that is not sent */
export const newRecord = (charged: 0 | null): LookupRecord => ({
	attempts: 0,
	sentAt: null,
	charged,
	rows: 0,
	lostCount: 0,
	recordsLeft: null,
});

/** A lookup of a row, as it was sent for all of its rows, and its outcome. */
export interface Step {
	lookup: Lookup;
	outcome: Outcome;
	record: LookupRecord;
	/** Whether this row reports the charge. Only the first row of a shared lookup does. */
	showsCharge: boolean;
}

/** The identifiers of steps, as they were looked up. */
export const valuesOf = (steps: readonly Step[]): string[] =>
	steps.map(({ lookup }) => String(lookup.identifier.value));

/**
 * Returns the columns of a hit, with addresses in place of their hashes; none for any other step.
 * @param addresses known ones, besides those in the columns themselves
 */
export function cellsIn({ lookup, outcome }: Step, addresses: () => readonly string[]): Cells {
	if (outcome.is !== 'found') return NO_CELLS;
	const cells = cellsOf(lookup.tool, outcome.answer);
	if (!hasHashes(cells)) return cells;
	const book = addressBook(() => [...addresses(), ...addressesIn(cells)]);
	return lookup.tool.columns.read(outcome.answer.results, book);
}

/** Returns why no lookups of a tool are sent; undefined if they are. */
export type ClosedTools = (tool: Tool) => Outcome | undefined;

/**
 * Returns the next lookup of a row, or its outcome, from its steps so far, the prices and closed
 * tools. A lookup with an outcome is not sent: a closed tool makes it useless. A route must end
 * after finitely many lookups.
 */
export type Route = (
	steps: readonly Step[],
	prices: Prices,
	closed?: ClosedTools,
) => { lookup: Lookup; outcome?: Outcome } | { outcome: Outcome };

/**
 * Whether a lookup has no answer only because its phone can't be paid for: it may be sent without
 * the phone.
 */
export const isWithoutPhoneTokens = ({ lookup, outcome }: Step): boolean =>
	lookup.phone === 'with' && lookup.tool.onlyPhone === undefined && lacksPhoneTokens(outcome);

/**
 * Looks up a row. Without phone tokens, a row that wants more than the phone is looked up without
 * it.
 */
export const singleLookup =
	(lookup: Lookup): Route =>
	(steps) => {
		const last = steps.at(-1);
		if (last === undefined) return { lookup };
		if (isWithoutPhoneTokens(last))
			return { lookup: lookupOf(lookup.tool, lookup.identifier, 'without') };
		const { outcome } = last;
		if (!isAnswered(outcome) || lookup.phone === last.lookup.phone) return { outcome };
		// Other rows decided whether the phone was requested.
		return {
			outcome: { ...outcome, phone: lookup.phone === 'with' ? 'omitted' : 'as_requested' },
		};
	};

export const routeByBody = (tool: Tool, body: JsonObject = {}): Route =>
	singleLookup(lookupOf(tool, readBody(body), 'without'));

export const doneRoute =
	(outcome: Outcome): Route =>
	() => ({ outcome });
