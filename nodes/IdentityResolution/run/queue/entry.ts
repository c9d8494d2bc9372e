import type { Lookup, LookupRecord } from '../lookup';
import type { Outcome } from '../outcome';

/** A distinct lookup and the rows that wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	subscribers: Subscriber[];
	outcome: Outcome | null;
	/** `started` if the row that first requested the lookup already has a hit. */
	priority: 'started' | 'fresh';
}

export interface Subscriber {
	readonly priority: Entry['priority'];
	/** Called once, when the lookup is settled. `first`: the subscriber whose row reports the charge. */
	onSettled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/** Called if the lookup is withdrawn before it is sent. The subscriber may load another one, or the same. */
	onReplan(): void;
}
