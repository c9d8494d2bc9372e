/** Immutable state of how fast a run sends. Times are epoch ms. */
export interface Throttle {
	readonly maxConcurrency: number;
	/** Below the maximum after a window was closed; grows by one per answer. */
	readonly concurrency: number;
	readonly rateLimit: RateLimit;
	readonly pausedUntil: number;
	/** When a limit refused the first request since the last answer; null if none did. */
	readonly waitingSince: number | null;
	/** Refusals by a limit since the last answer, of requests that were sent one after the other. */
	readonly refusals: number;
	/** When the last one arrived. */
	readonly refusedAt: number;
}

export const newThrottle = (concurrency: number): Throttle => ({
	maxConcurrency: concurrency,
	concurrency,
	rateLimit: UNKNOWN_LIMIT,
	pausedUntil: 0,
	waitingSince: null,
	// A service that has not answered yet is given time at once.
	refusals: 1,
	refusedAt: 0,
});

/** Earliest time of the next request. */
export const opensAt = ({ pausedUntil, rateLimit }: Throttle, now: number): number =>
	Math.max(pausedUntil, acceptsAt(rateLimit, now));

export const canSend = (throttle: Throttle, inFlight: number, now: number): boolean =>
	inFlight < throttle.concurrency && opensAt(throttle, now) <= now;

export function onSent(throttle: Throttle, now: number): { throttle: Throttle; attempt: Attempt } {
	const { limit, attempt } = send(throttle.rateLimit, now);
	return { throttle: { ...throttle, rateLimit: limit }, attempt };
}

/** An answer shows that the limits are open. */
export const onAnswered = (throttle: Throttle, attempt: Attempt, now: number): Throttle => ({
	...throttle,
	concurrency: Math.min(
		throttle.maxConcurrency,
		throttle.concurrency + (attempt.sentAt < throttle.pausedUntil ? 0 : 1),
	),
	rateLimit: accept(throttle.rateLimit, attempt, now),
	waitingSince: null,
	refusals: 0,
});

/** Counts a refusal by a rate limit or a window. Requests that were in flight together are refused once. */
export function onRefused(throttle: Throttle, by: 'rateLimit' | 'window', attempt: Attempt, now: number): Throttle {
	const isNew = throttle.refusals === 0 || attempt.sentAt >= throttle.refusedAt;
	return {
		...throttle,
		rateLimit: by === 'window' ? throttle.rateLimit : refuse(throttle.rateLimit, attempt, now),
		waitingSince: throttle.waitingSince ?? now,
		refusals: throttle.refusals + (isNew ? 1 : 0),
		refusedAt: isNew ? now : throttle.refusedAt,
	};
}

/** Pauses all requests; an earlier time does not shorten a pause. After a window, concurrency grows from 1. */
export const paused = (throttle: Throttle, by: 'rateLimit' | 'window', until: number): Throttle => ({
	...throttle,
	concurrency: by === 'window' ? 1 : throttle.concurrency,
	rateLimit: pauseUntil(throttle.rateLimit, until),
	pausedUntil: Math.max(throttle.pausedUntil, until),
});

/** Bounds of the rate before anything is known, in requests per ms. */
const SLOWEST = 1 / 1_000;
const FASTEST = 300 / 1_000;
/** Share of a round trip by which the time from a request to the service may vary. */
const JITTER = 1 / 4;
/** ms after which a new count of accepted requests starts, because the limit may have changed. */
const LONGEST_COUNT = 20_000;
/** Accepted requests after which twice the upper bound is tried. */
const PROBING = 400;

/**
 * What replies have shown about a rate limit, which is a token bucket: a rate, and a capacity (contract: Errors). A
 * refused request finds the bucket empty, so that the requests accepted until the next refusal are what came in. Times are
 * epoch ms, rates are requests per ms.
 */
export interface RateLimit {
	readonly slowest: number;
	readonly fastest: number;
	/** Requests that a full bucket accepts; Infinity before the first refusal. */
	readonly capacity: number;
	/** Requests that the bucket is expected to accept at the time `at`. */
	readonly level: number;
	readonly at: number;
	/** When requests were first counted: at a refusal, or else with the first request. */
	readonly countedFrom: number;
	/** Requests accepted since; before the first refusal, all requests. */
	readonly counted: number;
	/** Whether the bucket may have been full since, so that more came in than was accepted. */
	readonly wasFull: boolean;
	/** Requests accepted since the last refusal. */
	readonly acceptedInRow: number;
}

/** A request that was sent, and the number of requests before it. */
export interface Attempt {
	readonly sentAt: number;
	readonly nth: number;
}

export const UNKNOWN_LIMIT: RateLimit = {
	slowest: SLOWEST,
	fastest: FASTEST,
	capacity: Infinity,
	level: Infinity,
	at: 0,
	countedFrom: 0,
	counted: 0,
	wasFull: true,
	acceptedInRow: 0,
};

const isKnown = ({ capacity }: RateLimit): boolean => capacity < Infinity;

/** The middle of the bounds. The upper bound grows slowly, and then faster, as in CUBIC. */
const expectedRate = ({ slowest, fastest, acceptedInRow }: RateLimit): number =>
	Math.sqrt(slowest * fastest * (1 + (acceptedInRow / PROBING) ** 3));

/** The earliest time at which another request is expected to be accepted. */
export function acceptsAt(limit: RateLimit, now: number): number {
	if (!isKnown(limit)) return now;
	const { level, at } = refilled(limit, now);
	return level >= 1 ? now : at + (1 - level) / expectedRate(limit);
}

/** Counts a request that is sent now. */
export function send(limit: RateLimit, now: number): { limit: RateLimit; attempt: Attempt } {
	const attempt = { sentAt: now, nth: limit.counted };
	if (isKnown(limit)) {
		const before = refilled(limit, now);
		return { attempt, limit: { ...before, level: Math.max(0, before.level - 1) } };
	}
	const countedFrom = limit.counted === 0 ? now : limit.countedFrom;
	return { attempt, limit: { ...limit, countedFrom, counted: limit.counted + 1 } };
}

/** Learns from a request that was accepted. @param now when its reply arrived */
export function accept(limit: RateLimit, { sentAt }: Attempt, now: number): RateLimit {
	if (!isKnown(limit) || sentAt < limit.countedFrom) return limit;
	const before = refilled(limit, now);
	const counted = limit.counted + 1;
	// One request may have come in before the count.
	const time = sentAt - limit.countedFrom + JITTER * (now - sentAt);
	const slowest = Math.max(limit.slowest, (counted - 1) / Math.max(1, time));
	const bounds = { slowest, fastest: Math.max(limit.fastest, slowest) };
	const after = { ...before, ...bounds, counted, acceptedInRow: limit.acceptedInRow + 1 };
	// At a higher rate, more has come in since the bucket was empty.
	const more = before.wasFull ? 0 : (expectedRate(after) - expectedRate(before)) * (now - limit.countedFrom);
	return { ...after, level: Math.min(limit.capacity, before.level + more) };
}

/** Learns from a request that the rate limit refused. @param now when its reply arrived */
export function refuse(limit: RateLimit, { sentAt, nth }: Attempt, now: number): RateLimit {
	const time = sentAt - limit.countedFrom;
	if (time < 0) return limit;
	const empty = { ...limit, level: 0, at: Math.min(limit.at, now), acceptedInRow: 0 };
	const newCount = { countedFrom: sentAt, counted: 0, wasFull: false };
	if (!isKnown(limit))
		return { ...empty, ...newCount, at: sentAt, capacity: Math.max(1, nth - expectedRate(limit) * time) };
	const jitter = JITTER * (now - sentAt);
	const isShort = time <= 2 * jitter;
	const atMost = limit.wasFull || isShort ? Infinity : (limit.counted + 1) / (time - jitter);
	const fastest = Math.min(limit.fastest, atMost);
	const bounds = { fastest, slowest: Math.min(limit.slowest, fastest) };
	return { ...empty, ...bounds, ...((limit.wasFull || time > LONGEST_COUNT) && newCount) };
}

/** Nothing is sent until a time, so that the bucket is refilled, at the highest rate that is possible. */
export const pauseUntil = (limit: RateLimit, time: number): RateLimit => refilled(limit, time, limit.fastest);

function refilled(limit: RateLimit, now: number, rate = expectedRate(limit)): RateLimit {
	if (!isKnown(limit) || now <= limit.at) return limit;
	const level = limit.level + rate * (now - limit.at);
	const wasFull = limit.wasFull || level > limit.capacity + 1 / 2;
	return { ...limit, level: Math.min(limit.capacity, level), at: now, wasFull };
}
