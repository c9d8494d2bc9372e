import { readBody } from '../api/identifiers/body';
import type { Cells } from '../api/person/columns';
import { addressBook, addressesIn, hasHashes } from '../api/person/emails';
import { cellsOf, NO_CELLS } from '../api/replies/reading';
import type { JsonObject } from '../api/values/json';
import type { Tool } from '../api/tool';
import type { Prices } from '../service/budget';
import { isAnswered, lacksPhoneTokens, type Outcome } from '../service/outcome';
import { Lookup, lookupOf, LookupRecord } from '../service/lookup';

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
 * The next lookup of a row, or its outcome. A lookup with an outcome is not sent: a closed tool
 * makes it useless.
 */
export type NextStep = { lookup: Lookup; outcome?: Outcome } | { outcome: Outcome };

/**
 * Returns what a row needs next, from its steps so far, the prices and closed tools. A route must
 * end after finitely many lookups.
 */
export type Route = (steps: readonly Step[], prices: Prices, closed?: ClosedTools) => NextStep;

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
