import type { Identifier } from '../api/identifiers/identifier';
import type { Phone, Tool } from '../api/tool';

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
