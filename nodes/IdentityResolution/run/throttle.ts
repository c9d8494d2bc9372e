import { accept, acceptsAt, pauseUntil, refuse, send, UNKNOWN_LIMIT, type Attempt, type RateLimit } from './rateLimit';

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
