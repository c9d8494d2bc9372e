import {
	countSent,
	resetAfterPause,
	newRateEstimate,
	onRefused,
	onLateRefusal,
	type RateEstimate,
} from './rateEstimate';

/**
 * How fast a run may send, as a value. Concurrency is requests in flight, times are epoch ms.
 * A refusal by a limit starts a new generation. If requests of an older generation are refused too, that is no new
 * limit.
 */
export interface Throttle {
	readonly maxConcurrency: number;
	readonly concurrency: number;
	/** Below it, concurrency grows by one per answer; above it, by one per round of answers. */
	readonly slowStartThreshold: number;
	readonly rate: RateEstimate;
	/** The shortest time of an answer in ms; null before the first one. */
	readonly minRoundTrip: number | null;
	/** Earliest time of the next request while no rate is learned. */
	readonly pacedUntil: number;
	readonly pausedUntil: number;
	/** ms waited for limits since the last answer. */
	readonly waited: number;
	/** Generations since the last answer. */
	readonly refusals: number;
	/** Number of refusals that started a generation, and the limit behind the last one. */
	readonly generation: number;
	readonly limit: 'rateLimit' | 'window' | null;
}

/** Requests that may be sent at once if a timer fires late. */
const CATCH_UP = 2;

export const newThrottle = (concurrency: number): Throttle => ({
	maxConcurrency: concurrency,
	concurrency,
	slowStartThreshold: concurrency,
	rate: newRateEstimate(),
	minRoundTrip: null,
	pacedUntil: 0,
	pausedUntil: 0,
	waited: 0,
	refusals: 0,
	generation: 0,
	limit: null,
});

/** Earliest time of the next request. */
export const opensAt = ({ pausedUntil, rate, pacedUntil }: Throttle) => Math.max(pausedUntil, rate.nextAt, pacedUntil);

export const canSend = (throttle: Throttle, inFlight: number, now: number) =>
	inFlight < Math.floor(throttle.concurrency) && opensAt(throttle) <= now;

/** Counts a request that is being sent. */
export const onSent = (throttle: Throttle, now: number): Throttle => ({
	...throttle,
	rate: countSent(throttle.rate, now),
	pacedUntil: nextPacedTime(throttle, now),
});

/**
 * Spreads requests evenly over a round trip. Bursts of requests cause bursts of replies, and each reply then waits
 * until the others are read.
 */
function nextPacedTime({ rate, minRoundTrip, concurrency, pacedUntil }: Throttle, now: number): number {
	// A learned rate spreads requests further.
	if (minRoundTrip === null || rate.learnedRate !== null) return 0;
	const spacing = minRoundTrip / Math.floor(concurrency);
	return Math.max(pacedUntil, now - CATCH_UP * spacing) + spacing;
}

/** Records the time of an answer, in ms. */
export const withRoundTrip = (throttle: Throttle, ms: number): Throttle => ({
	...throttle,
	minRoundTrip: Math.min(throttle.minRoundTrip ?? Infinity, ms),
});

/**
 * Records an answer: the limit is open. Concurrency grows only if the request was sent in the current generation.
 */
export const onAnswered = (throttle: Throttle, generation: number): Throttle => ({
	...throttle,
	concurrency: generation === throttle.generation ? grown(throttle) : throttle.concurrency,
	waited: 0,
	refusals: 0,
});

const grown = ({ concurrency, slowStartThreshold, maxConcurrency }: Throttle) =>
	concurrency < slowStartThreshold
		? Math.min(slowStartThreshold, concurrency + 1)
		: Math.min(maxConcurrency, concurrency + 1 / concurrency);

/** Pauses all requests until the given time. */
export function withPause(throttle: Throttle, until: number, now: number): Throttle {
	const from = Math.max(now, throttle.pausedUntil);
	if (until <= from) return throttle;
	return { ...throttle, pausedUntil: until, waited: totalWait(throttle, until, now) };
}

/** A rate limit refused a request: starts a generation with half the concurrency and a rate estimate. */
export function onRateLimited(throttle: Throttle): Throttle {
	const half = Math.max(1, Math.floor(throttle.concurrency / 2));
	return {
		...nextGeneration(throttle, 'rateLimit'),
		concurrency: half,
		slowStartThreshold: half,
		rate: onRefused(throttle.rate),
	};
}

/** A rate limit refused another request of the generation before. */
export const onLateRateLimit = (throttle: Throttle): Throttle => ({ ...throttle, rate: onLateRefusal(throttle.rate) });

/** A Fair Use window is closed: starts a generation in which concurrency grows from one. */
export const onWindowClosed = (throttle: Throttle): Throttle => ({
	...nextGeneration(throttle, 'window'),
	concurrency: 1,
	slowStartThreshold: Math.max(throttle.concurrency, throttle.slowStartThreshold),
	rate: resetAfterPause(throttle.rate),
});

/**
 * Returns the total wait in ms since the last answer, if sending pauses until the given time. An answer during a pause
 * does not shorten the rest of it.
 */
export const totalWait = (throttle: Throttle, until: number, now: number) =>
	Math.max(throttle.waited + Math.max(0, until - Math.max(now, throttle.pausedUntil)), until - now);

const nextGeneration = (throttle: Throttle, limit: 'rateLimit' | 'window'): Throttle => ({
	...throttle,
	refusals: throttle.refusals + 1,
	generation: throttle.generation + 1,
	limit,
});
