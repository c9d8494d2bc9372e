import type { Identifier } from '../api/identifiers/identifier';
import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Outcome } from './outcome';
import type { Prices } from './budget/prices';

/** One identifier for one tool. Rows whose lookups have the same key share one answer. */
export interface Lookup {
	readonly key: string;
	readonly tool: Tool;
	readonly identifier: Identifier;
	/** Not part of the key: if rows request a person with and without the phone, it is requested once, with it. */
	readonly phone: Phone;
	/** What makes the answer worth its price. A lookup for the phone alone is not sent without the phone. */
	readonly purpose: 'anything' | 'phone';
}

export const lookupOf = (tool: Tool, identifier: Identifier, phone: Phone): Lookup =>
	new BasicLookup(tool, identifier, phone);

/** A lookup for the phone alone. */
export const phoneOnlyLookup = (tool: Tool, identifier: Identifier): Lookup =>
	new PhoneOnlyLookup(tool, identifier, 'with');

class BasicLookup implements Lookup {
	constructor(
		readonly tool: Tool,
		readonly identifier: Identifier,
		readonly phone: Phone,
	) {}

	// Not stored: a sheet has one lookup per row.
	get key(): string {
		return `${this.tool.name} ${this.identifier.key}`;
	}

	get purpose(): Lookup['purpose'] {
		return 'anything';
	}
}

class PhoneOnlyLookup extends BasicLookup {
	override get purpose(): Lookup['purpose'] {
		return 'phone';
	}
}

/** Facts about a lookup, shared by all of its rows. */
export interface LookupRecord {
	/** Requests that contained it. */
	attempts: number;
	/** Tokens; 0 for a miss, null if the reply did not report them. */
	charged: number | null;
	/** Rows that share it. */
	rows: number;
	/** Rows that did not request the phone. */
	withoutPhone: number;
	/** Rows that requested nothing but the phone. */
	forPhone: number;
	/** Answers that were lost or could not be matched, each of which may have been charged. */
	lostCount: number;
	/** Fair Use records left in the 5 h window after it; null if the reply did not report them. */
	recordsLeft: number | null;
}

/** A lookup of a row, and its outcome. */
export interface Step {
	lookup: Lookup;
	outcome: Outcome;
	record: LookupRecord;
	/** Whether this row reports the charge, as the first of those that share the lookup. */
	pays: boolean;
}

/**
 * Returns the next lookup of a row, or its outcome, from its steps so far and the learned prices. `cached` is an answer
 * that the row brought, for this row alone. A route must end after finitely many lookups.
 */
export type Route = (
	known: readonly Step[],
	prices: Prices,
) => { lookup: Lookup } | { cached: Lookup; outcome: Outcome } | { outcome: Outcome };

/** A route with one lookup. */
export const singleLookup =
	(lookup: Lookup): Route =>
	([step]) =>
		step === undefined ? { lookup } : { outcome: step.outcome };

/** A route without lookups. */
export const doneRoute =
	(outcome: Outcome): Route =>
	() => ({ outcome });
