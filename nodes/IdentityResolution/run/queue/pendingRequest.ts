import type { Phone, Tool } from '../../api/tool';
import type { Answered, Outcome } from '../outcome';
import type { Lookup, LookupRecord } from '../lookup';

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

/** Lookups of one tool that are sent in one request. */
export interface PendingRequest {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly entries: readonly Entry[];
	readonly kind: 'first' | 'retry';
	/** Failed attempts that are known not to be charged. */
	readonly errorCount: number;
	/** Lost answers. Each may have been charged. */
	readonly lostCount: number;
	/** Earliest start, epoch ms. */
	readonly notBefore: number;
	/** Lookups that are settled first: the other half of a refused batch, or the probes of a missed one. */
	readonly after?: readonly Entry[];
	/** The misses of a whole batch, which the lookups in `after` confirm or refute. */
	readonly misses?: readonly AnsweredLookup[];
}

/** A lookup with its answer. */
export interface AnsweredLookup {
	entry: Entry;
	outcome: Answered;
	/** Tokens; null if the reply did not report them. */
	charged: number | null;
	/** Records left in the 5 h window; null if the reply did not report them. */
	recordsLeft: number | null;
}

/** Whether a request waits for other lookups. */
export const isWaiting = ({ after = [] }: PendingRequest): boolean => after.some(({ outcome }) => outcome === null);

export const firstAttempt = (tool: Tool, phone: Phone, entries: readonly Entry[]): PendingRequest => ({
	tool,
	phone,
	entries,
	kind: 'first',
	errorCount: 0,
	lostCount: 0,
	notBefore: 0,
});

/** Splits a request after its first `size` lookups. The second part may be empty. */
export const splitAt = (request: PendingRequest, size: number): [PendingRequest, PendingRequest] => [
	{ ...request, entries: request.entries.slice(0, size) },
	{ ...request, entries: request.entries.slice(size) },
];

export const halvesOf = (request: PendingRequest): PendingRequest[] =>
	splitAt(request, Math.ceil(request.entries.length / 2));

/** Splits a refused request into halves. The second one follows the first, whose reply may show why. */
export function halvesInTurn(request: PendingRequest): PendingRequest[] {
	const [first, second] = halvesOf(request);
	return [first, { ...second, after: first.entries }];
}

export const singlesOf = (request: PendingRequest): PendingRequest[] =>
	request.entries.map((entry) => ({ ...request, entries: [entry] }));

export const failedAttempts = ({ errorCount, lostCount }: PendingRequest): number => errorCount + lostCount;
