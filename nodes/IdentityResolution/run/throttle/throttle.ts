import {
	countSent,
	resetAfterPause,
	newRateEstimate,
	onRefused,
	onLateRefusal,
	type RateEstimate,
} from './rateEstimate';

/**
 * Immutable state of how fast a run sends. Times are epoch ms. A refusal by a limit starts a new generation; late
 * refusals of requests from older generations report no new limit.
 */
export interface Throttle {
	readonly maxConcurrency: number;
	readonly concurrency: number;
	/** Below it, concurrency grows by one per answer; above it, by one per round of answers. */
	readonly slowStartThreshold: number;
	readonly rate: RateEstimate;
	/** ms; null before the first answer. */
	readonly minRoundTrip: number | null;
	/** Earliest time of the next request while no rate is learned. */
	readonly pacedUntil: number;
	readonly pausedUntil: number;
	/** ms of pauses since the last answer. */
	readonly waited: number;
	/** Generations since the last answer. */
	readonly refusals: number;
	/** Number of the current generation, and the limit that started it. */
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

export const onSent = (throttle: Throttle, now: number): Throttle => ({
	...throttle,
	rate: countSent(throttle.rate, now),
	pacedUntil: nextPacedTime(throttle, now),
});

/** Spreads requests over a round trip, because bursts of requests cause bursts of replies that delay each other. */
function nextPacedTime({ rate, minRoundTrip, concurrency, pacedUntil }: Throttle, now: number): number {
	// A learned rate already spreads the requests.
	if (minRoundTrip === null || rate.learnedRate !== null) return 0;
	const spacing = minRoundTrip / Math.floor(concurrency);
	return Math.max(pacedUntil, now - CATCH_UP * spacing) + spacing;
}

export const withRoundTrip = (throttle: Throttle, ms: number): Throttle => ({
	...throttle,
	minRoundTrip: Math.min(throttle.minRoundTrip ?? Infinity, ms),
});

/** An answer shows that the limit is open. Concurrency grows only after requests of the current generation. */
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

/** Extends the pause of all requests; an earlier time does not shorten it. */
export function withPause(throttle: Throttle, until: number, now: number): Throttle {
	const from = Math.max(now, throttle.pausedUntil);
	if (until <= from) return throttle;
	return { ...throttle, pausedUntil: until, waited: totalWait(throttle, until, now) };
}

/** Starts a generation with half the concurrency and a new rate estimate. */
export function onRateLimited(throttle: Throttle): Throttle {
	const half = Math.max(1, Math.floor(throttle.concurrency / 2));
	return {
		...nextGeneration(throttle, 'rateLimit'),
		concurrency: half,
		slowStartThreshold: half,
		rate: onRefused(throttle.rate),
	};
}

/** Corrects the rate estimate after a refusal of a request from an older generation. */
export const onLateRateLimit = (throttle: Throttle): Throttle => ({ ...throttle, rate: onLateRefusal(throttle.rate) });

/** Starts a generation in which concurrency grows from 1. */
export const onWindowClosed = (throttle: Throttle): Throttle => ({
	...nextGeneration(throttle, 'window'),
	concurrency: 1,
	slowStartThreshold: Math.max(throttle.concurrency, throttle.slowStartThreshold),
	rate: resetAfterPause(throttle.rate),
});

/** Returns the ms waited since the last answer, including a pause `until` then. An answer does not shorten a pause. */
export const totalWait = (throttle: Throttle, until: number, now: number) =>
	Math.max(throttle.waited + Math.max(0, until - Math.max(now, throttle.pausedUntil)), until - now);

const nextGeneration = (throttle: Throttle, limit: 'rateLimit' | 'window'): Throttle => ({
	...throttle,
	refusals: throttle.refusals + 1,
	generation: throttle.generation + 1,
	limit,
});
