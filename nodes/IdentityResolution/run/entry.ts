import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { AttemptKind } from './circuitBreaker';
import type { Lookup, LookupRecord } from './lookup';
import type { Outcome } from './outcome';

/** A lookup and those who wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	waiting: Waiting[];
	outcome: Outcome | null;
	stage: Stage;
}

/** Whether anything was found yet for the row that asked a lookup first. */
export type Stage = 'begun' | 'fresh';

/** Who asked a lookup. */
export interface Waiting {
	readonly stage: Stage;
	/** Told once, when the lookup is settled. The first that asked it is the one its charge is counted on. */
	settled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/** Told where the lookup has not been sent and is taken back: it may ask for another one, or for the same. */
	reconsider(): void;
}

/** Lookups that travel in one request. */
export interface Ask {
	tool: Tool;
	phone: Phone;
	entries: Entry[];
	attempt: AttemptKind;
	errors: number;
	lost: number;
	/** Epoch ms before which it is not sent. */
	notBefore: number;
}
