import type { Lookup, LookupRecord } from '../lookup';
import type { Outcome } from '../outcome';

/** One distinct lookup and the rows that wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	subscribers: Subscriber[];
	outcome: Outcome | null;
	/** Whether the row that requested it first has had a hit. */
	priority: 'started' | 'fresh';
}

/** A row that requested a lookup. */
export interface Subscriber {
	readonly priority: Entry['priority'];
	/** Called once, when the lookup is settled. `first`: the subscriber whose row reports the charge. */
	onSettled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/** Called if the lookup was withdrawn before it was sent. The subscriber may load another one, or the same. */
	onReplan(): void;
}
