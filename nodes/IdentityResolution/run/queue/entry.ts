import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { AttemptKind } from '../dispatch/circuitBreaker';
import type { Lookup, LookupRecord } from '../lookup';
import type { Outcome } from '../outcome';

/** A lookup and those who wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	subscribers: Subscriber[];
	outcome: Outcome | null;
	priority: Priority;
}

/** Whether anything was found yet for the row that asked a lookup first. */
export type Priority = 'started' | 'fresh';

/** Who asked a lookup. */
export interface Subscriber {
	readonly priority: Priority;
	/** Told once, when the lookup is settled. The first that asked it is the one its charge is counted on. */
	onSettled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/** Told where the lookup has not been sent and is taken back: it may ask for another one, or for the same. */
	onReplan(): void;
}

/** Lookups that travel in one request. */
export interface PendingRequest {
	tool: Tool;
	phone: Phone;
	entries: Entry[];
	attempt: AttemptKind;
	errorCount: number;
	lostCount: number;
	/** Epoch ms before which it is not sent. */
	notBefore: number;
}
