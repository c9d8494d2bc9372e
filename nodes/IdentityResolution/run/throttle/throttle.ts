import {
	countSent,
	resetAfterPause,
	newRateEstimate,
	onRefused,
	onLateRefusal,
	type RateEstimate,
} from './rateEstimate';

/**
 * How fast a run may send, as a value. Widths are requests in flight, times epoch ms.
 * A refusal by a limit begins an episode: requests that were sent before it tell nothing new when they are refused too.
 */
export interface Throttle {
	readonly maxConcurrency: number;
	readonly concurrency: number;
	/** Below it the width grows by one with every answer, from there on with every round of answers. */
	readonly slowStartThreshold: number;
	readonly rate: RateEstimate;
	/** The shortest time in ms that an answer took; null before the first one. */
	readonly minRoundTrip: number | null;
	/** As long as no rate was learnt, nothing is sent before. */
	readonly pacedUntil: number;
	readonly pausedUntil: number;
	/** ms waited for limits since the last answer. */
	readonly waited: number;
	/** Episodes since the last answer. */
	readonly refusals: number;
	/** All episodes so far, and what began the last one. */
	readonly generation: number;
	readonly limit: 'rateLimit' | 'window' | null;
}

/** So many of those that came too late are sent at once, as timers are never exact. */
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

/** When the next request may be sent, as far as the pace has a say in it. */
export const opensAt = ({ pausedUntil, rate, pacedUntil }: Throttle) => Math.max(pausedUntil, rate.nextAt, pacedUntil);

export const canSend = (throttle: Throttle, inFlight: number, now: number) =>
	inFlight < Math.floor(throttle.concurrency) && opensAt(throttle) <= now;

/** A request is sent. */
export const onSent = (throttle: Throttle, now: number): Throttle => ({
	...throttle,
	rate: countSent(throttle.rate, now),
	pacedUntil: nextPacedTime(throttle, now),
});

/**
 * As many requests as may be in flight are spread evenly over a round trip. What is sent in waves is answered in waves, in which
 * each waits for all others to be read before the next one is sent.
 */
function nextPacedTime({ rate, minRoundTrip, concurrency, pacedUntil }: Throttle, now: number): number {
	// The rate of a burst guard spreads them further.
	if (minRoundTrip === null || rate.learnedRate !== null) return 0;
	const spacing = minRoundTrip / Math.floor(concurrency);
	return Math.max(pacedUntil, now - CATCH_UP * spacing) + spacing;
}

/** An answer took so many ms. */
export const withRoundTrip = (throttle: Throttle, ms: number): Throttle => ({
	...throttle,
	minRoundTrip: Math.min(throttle.minRoundTrip ?? Infinity, ms),
});

/**
 * An answer came to a request that was sent in an episode: the limit is open, and the width grows back. What was sent before
 * the last refusal tells nothing of how it is now.
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

/** Nobody sends before `until`. */
export function withPause(throttle: Throttle, until: number, now: number): Throttle {
	const from = Math.max(now, throttle.pausedUntil);
	if (until <= from) return throttle;
	return { ...throttle, pausedUntil: until, waited: totalWait(throttle, until, now) };
}

/** The burst guard refused a request: a new episode, with half the width and a rate learnt from it. */
export function onRateLimited(throttle: Throttle): Throttle {
	const half = Math.max(1, Math.floor(throttle.concurrency / 2));
	return {
		...nextGeneration(throttle, 'rateLimit'),
		concurrency: half,
		slowStartThreshold: half,
		rate: onRefused(throttle.rate),
	};
}

/** The burst guard refused another request of the episode that has just ended. */
export const onLateRateLimit = (throttle: Throttle): Throttle => ({ ...throttle, rate: onLateRefusal(throttle.rate) });

/** A window is closed: a new episode, after which one sender goes first and the others follow one by one. */
export const onWindowClosed = (throttle: Throttle): Throttle => ({
	...nextGeneration(throttle, 'window'),
	concurrency: 1,
	slowStartThreshold: Math.max(throttle.concurrency, throttle.slowStartThreshold),
	rate: resetAfterPause(throttle.rate),
});

/**
 * How long the waits since the last answer would sum up to with one more until `until`. An answer that came in the middle of
 * a pause does not make what is left of it any shorter.
 */
export const totalWait = (throttle: Throttle, until: number, now: number) =>
	Math.max(throttle.waited + Math.max(0, until - Math.max(now, throttle.pausedUntil)), until - now);

const nextGeneration = (throttle: Throttle, limit: 'rateLimit' | 'window'): Throttle => ({
	...throttle,
	refusals: throttle.refusals + 1,
	generation: throttle.generation + 1,
	limit,
});
