/** The rate that a rate limit accepts, estimated from refusals. Rates are requests per ms, times epoch ms. */
export interface RateEstimate {
	/** Null before the first refusal: only concurrency limits the rate. */
	readonly learnedRate: number | null;
	/** The rate that was too high at the last refusal. */
	readonly ceiling: number;
	/** When the token bucket of the rate limit was last empty; null if unknown. */
	readonly bucketEmptyAt: number | null;
	/** Times and number of the requests since the last refusal. */
	readonly firstSentAt: number;
	readonly lastSentAt: number;
	readonly sent: number;
	/** Earliest time of the next request. */
	readonly nextAt: number;
	readonly lastSample: RateSample | null;
}

interface RateSample {
	accepted: number;
	/** ms from the first to the last request. */
	time: number;
	/** ms in which the bucket refilled. */
	refillTime: number;
	/** The learned rate before the sample, and the rate at its end. */
	previousRate: number | null;
	trialRate: number;
}

/** ms of delay that later requests may catch up, because timers fire late. */
const CATCH_UP_TIME = 100;
/** ms of refill that a full bucket is assumed to contain. */
const ASSUMED_CAPACITY = 1_000;
/** ms in which the rate doubles while it is far below the ceiling. */
const DOUBLING_TIME = 5_000;
/** ms without a refusal after which twice the learned rate is tried. The rate grows slowly at first, as in CUBIC. */
const PROBING_TIME = 120_000;

export const newRateEstimate = (): RateEstimate => ({
	learnedRate: null,
	ceiling: Infinity,
	bucketEmptyAt: null,
	firstSentAt: 0,
	lastSentAt: 0,
	sent: 0,
	nextAt: 0,
	lastSample: null,
});

export function countSent(rate: RateEstimate, now: number): RateEstimate {
	const isFirst = rate.sent === 0;
	const firstSentAt = isFirst ? now : rate.firstSentAt;
	const counted: RateEstimate = { ...rate, firstSentAt, lastSentAt: now, sent: rate.sent + 1 };
	if (rate.learnedRate === null) return counted;
	const from = isFirst ? now : Math.max(rate.nextAt, now - CATCH_UP_TIME);
	return { ...counted, nextAt: from + 1 / trialRate(rate.learnedRate, rate.ceiling, now - firstSentAt) };
}

/** Updates the estimate when a request sent since the last refusal is refused. */
export function onRefused(rate: RateEstimate): RateEstimate {
	const { learnedRate, ceiling, bucketEmptyAt, firstSentAt, lastSentAt, sent } = rate;
	const time = lastSentAt - firstSentAt;
	const lastSample: RateSample = {
		accepted: sent - 1,
		time,
		refillTime: bucketEmptyAt === null ? time + ASSUMED_CAPACITY : lastSentAt - bucketEmptyAt,
		previousRate: learnedRate,
		trialRate: learnedRate === null ? Infinity : trialRate(learnedRate, ceiling, time),
	};
	return { ...rate, bucketEmptyAt: lastSentAt, sent: 0, nextAt: 0, lastSample, ...estimate(lastSample) };
}

/** Corrects the last sample when another of its requests is refused: fewer were accepted. */
export function onLateRefusal(rate: RateEstimate): RateEstimate {
	if (rate.lastSample === null) return rate;
	const lastSample: RateSample = { ...rate.lastSample, accepted: rate.lastSample.accepted - 1 };
	return { ...rate, lastSample, ...estimate(lastSample) };
}

/** The bucket is full after a long pause. */
export const resetAfterPause = (rate: RateEstimate): RateEstimate => ({
	...rate,
	bucketEmptyAt: null,
	sent: 0,
	nextAt: 0,
	lastSample: null,
});

/** Learns the geometric mean of the rate accepted since the bucket was empty and the ceiling. */
function estimate({
	accepted,
	time,
	refillTime,
	previousRate,
	trialRate: trial,
}: RateSample): Pick<RateEstimate, 'learnedRate' | 'ceiling'> {
	if (accepted <= 0) return { learnedRate: previousRate === null ? null : previousRate / 2, ceiling: trial };
	const lowerBound = accepted / refillTime;
	if (previousRate === null) return { learnedRate: lowerBound, ceiling: accepted / time };
	const ceiling = Math.min(trial, (2 * accepted) / time);
	return { learnedRate: Math.sqrt(lowerBound * ceiling), ceiling };
}

/** @param elapsed ms without a refusal */
function trialRate(learnedRate: number, ceiling: number, elapsed: number): number {
	const base = Math.min(learnedRate * 2 ** (elapsed / DOUBLING_TIME), Math.max(learnedRate, ceiling / 2));
	return base * (1 + (elapsed / PROBING_TIME) ** 3);
}

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

/**
 * No requests until a time (epoch ms). `kind` defines how they slow down afterwards. `lateRateLimit`: another refusal
 * by the last rate limit. `repeat`: no slowdown, because the run already waits for the limit.
 */
export interface Pause {
	until: number;
	kind: 'rateLimit' | 'lateRateLimit' | 'window' | 'repeat';
}

/** Pauses all requests, and slows down later ones. `now` is epoch ms. */
export const paused = (throttle: Throttle, { until, kind }: Pause, now: number): Throttle =>
	withPause(SLOW_DOWN[kind](throttle), until, now);

const SLOW_DOWN: Readonly<Record<Pause['kind'], (throttle: Throttle) => Throttle>> = {
	rateLimit: onRateLimited,
	lateRateLimit: onLateRateLimit,
	window: onWindowClosed,
	repeat: (throttle) => throttle,
};
