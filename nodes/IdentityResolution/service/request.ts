import type { Refusal } from '../api/replies/envelope';
import type { Phone, Tool } from '../api/tool';
import type { Lookup, LookupRecord } from './lookup';
import type { Answered, Outcome } from './outcome';

/** A distinct lookup, and the rows that wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	subscribers: Subscriber[];
	/** Null until it is settled. */
	outcome: Outcome | null;
	/** `started` if the row that first requested the lookup already has a hit. */
	priority: 'started' | 'fresh';
}

export interface Subscriber {
	readonly priority: Entry['priority'];
	/**
	 * Called once, when the lookup is settled. `first`: the subscriber whose row reports the
	 * charge.
	 */
	onSettled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/**
	 * Called if the lookup is withdrawn before it is sent. The subscriber may load another one, or
	 * the same.
	 */
	advance(): void;
}

/** Lookups of one tool that are sent in one request. */
export interface Request {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly entries: readonly Entry[];
	/** `retry` once it was sent, or a larger request with its lookups. */
	readonly kind: 'first' | 'retry';
	/** Failed attempts that are known not to be charged. */
	readonly errorCount: number;
	/** When exactly these lookups failed first, epoch ms; null before. */
	readonly failingSince: number | null;
	/** Lost answers. Each may have been charged. */
	readonly lostCount: number;
	/** Earliest start, epoch ms. */
	readonly notBefore: number;
	/** Whether it keeps its place until then, because a limit has refused it. */
	readonly keepsPlace: boolean;
}

export interface AnsweredLookup {
	entry: Entry;
	outcome: Answered;
	/** Tokens; null if the reply did not report them. */
	charged: number | null;
	/** Records left in the 5 h window; null if the reply did not report them. */
	recordsLeft: number | null;
}

/** Lookups without an answer, and why. None if the refusal concerns the rest of the run alone. */
export interface Unanswered {
	readonly request: Request;
	readonly refusal: Refusal;
	/** The name of the tool that the request was sent to. */
	readonly sentTo: string;
	/** When it was sent, epoch ms. */
	readonly sentAt: number;
	/** One miss for a whole batch, which is in doubt (contract: Silent points, 3). */
	readonly misses?: readonly AnsweredLookup[];
}

/**
 * Sends a request, with all of its retries. Resolves when its lookups are settled, or left to a
 * later run.
 */
export type Ask = (request: Request) => Promise<void>;

/**
 * Gets an answer for lookups that have none, for one kind of reason; null if that is not possible.
 * A remedy knows nothing of the others: what it asks for again may meet any of them.
 */
export type Remedy = (one: Unanswered, ask: Ask) => Promise<unknown> | null;

/** A request for lookups that were sent before, so that it waits for room. */
export const retryOf = (request: Request, set: Partial<Request> = {}): Request => ({
	...request,
	keepsPlace: false,
	...set,
	kind: 'retry',
});

/** Splits a request after its first `size` lookups. The second part may be empty. */
export const splitAt = (request: Request, size: number): [Request, Request] => [
	partOf(request, 0, size),
	partOf(request, size),
];

/** A part has not failed by itself. */
function partOf(request: Request, from: number, to?: number): Request {
	const entries = request.entries.slice(from, to);
	const isWhole = entries.length === request.entries.length;
	return { ...request, entries, failingSince: isWhole ? request.failingSince : null };
}

export const halvesOf = (request: Request): [Request, Request] =>
	splitAt(request, Math.ceil(request.entries.length / 2));

export const singlesOf = (request: Request): Request[] =>
	request.entries.map((_, place) => partOf(request, place, place + 1));

export const failedAttempts = ({ errorCount, lostCount }: Request): number =>
	errorCount + lostCount;
