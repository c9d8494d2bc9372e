import type { Identifier } from '../api/identifiers/identifier';
import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Outcome } from './outcome';
import type { Prices } from './budget/prices';

/** One distinct question. Rows whose lookups have the same key share one answer. */
export interface Lookup {
	readonly key: string;
	readonly tool: Tool;
	readonly identifier: Identifier;
	/** Not part of the key: a person asked with and without the phone is asked once, with it. */
	readonly phone: Phone;
	/** What makes the answer worth asking for. Without the phone, one that seeks the phone alone is not. */
	readonly purpose: 'anything' | 'phone';
}

export const lookupOf = (tool: Tool, identifier: Identifier, phone: Phone): Lookup =>
	new BasicLookup(tool, identifier, phone);

/** A lookup whose answer is worth nothing without the phone. */
export const phoneOnlyLookup = (tool: Tool, identifier: Identifier): Lookup =>
	new PhoneOnlyLookup(tool, identifier, 'with');

class BasicLookup implements Lookup {
	constructor(
		readonly tool: Tool,
		readonly identifier: Identifier,
		readonly phone: Phone,
	) {}

	// Made when it is asked for: a sheet has one for each row.
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

/** What is known of a lookup once it is settled; shared by all rows that asked it. */
export interface LookupRecord {
	/** Requests that carried it. */
	attempts: number;
	/** Tokens, as the reply reported them; 0 for a miss, null where the reply did not say. */
	charged: number | null;
	/** How many rows share it. */
	rows: number;
	/** How many of them did not ask for the phone. */
	withoutPhone: number;
	/** How many of them asked for nothing but the phone. */
	forPhone: number;
	/** Answers that never came or could not be matched, each of which may have been charged. */
	lostCount: number;
	/** Fair Use records left in the 5 h window after it, where the reply said so. */
	recordsLeft: number | null;
}

/** One step of a row's way: what was asked for it and what became of that. */
export interface Step {
	lookup: Lookup;
	outcome: Outcome;
	record: LookupRecord;
	/** Whether this row is the first of those that share the lookup: the one its charge is counted on. */
	pays: boolean;
}

/**
 * What a row asks next, given what it knows so far and what tools cost as far as the run has learnt it. Must come to an
 * end: a way of finitely many lookups.
 */
export type Route = (
	known: readonly Step[],
	prices: Prices,
) =>
	| { lookup: Lookup }
	| /** An answer from the row itself, only for this row. */ { cached: Lookup; outcome: Outcome }
	| { outcome: Outcome };

/** The way of a row that asks one thing and takes whatever comes. */
export const singleLookup =
	(lookup: Lookup): Route =>
	([step]) =>
		step === undefined ? { lookup } : { outcome: step.outcome };

/** The way of a row that asks nothing. */
export const doneRoute =
	(outcome: Outcome): Route =>
	() => ({ outcome });
