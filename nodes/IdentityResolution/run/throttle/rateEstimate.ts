/** The rate that a rate limit accepts, estimated from refusals. Rates are requests per ms, times epoch ms. */
export interface RateEstimate {
	/** Null before the first refusal: only concurrency limits the rate. */
	readonly learnedRate: number | null;
	/** The rate that was too high at the last refusal. */
	readonly ceiling: number;
	/** When the token bucket of the rate limit was last empty; null if that is unknown. */
	readonly bucketEmptyAt: number | null;
	/** Requests since the last refusal: times of the first and the last one, and their number. */
	readonly firstSentAt: number;
	readonly lastSentAt: number;
	readonly sent: number;
	/** Earliest time of the next request. */
	readonly nextAt: number;
	/** The requests before the last refusal. */
	readonly lastSample: RateSample | null;
}

/** Requests up to a refusal. */
interface RateSample {
	/** Accepted requests. */
	accepted: number;
	/** ms from the first to the last one. */
	time: number;
	/** ms in which the bucket refilled for them. */
	refillTime: number;
	/** The learned rate before, and the rate at the end. */
	previousRate: number | null;
	trialRate: number;
}

/** ms of delay that may be caught up, because timers fire late. */
const CATCH_UP = 100;
/** ms of requests that a full bucket is assumed to contain. */
const SAVED_UP = 1_000;
/** ms in which the rate doubles while it is far below the ceiling. */
const DOUBLING_TIME = 5_000;
/** ms without a refusal after which twice the learned rate is tried. It grows slowly at first, as in CUBIC. */
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

/** Counts a request that is being sent. */
export function countSent(rate: RateEstimate, now: number): RateEstimate {
	const isFirst = rate.sent === 0;
	const firstSentAt = isFirst ? now : rate.firstSentAt;
	const counting: RateEstimate = { ...rate, firstSentAt, lastSentAt: now, sent: rate.sent + 1 };
	if (rate.learnedRate === null) return counting;
	const from = isFirst ? now : Math.max(rate.nextAt, now - CATCH_UP);
	return { ...counting, nextAt: from + 1 / trialRate(rate.learnedRate, rate.ceiling, now - firstSentAt) };
}

/** Learns from a refusal of a request since the last one. */
export function onRefused(rate: RateEstimate): RateEstimate {
	const { learnedRate, ceiling, bucketEmptyAt, firstSentAt, lastSentAt, sent } = rate;
	const time = lastSentAt - firstSentAt;
	const lastSample: RateSample = {
		accepted: sent - 1,
		time,
		refillTime: bucketEmptyAt === null ? time + SAVED_UP : lastSentAt - bucketEmptyAt,
		previousRate: learnedRate,
		trialRate: learnedRate === null ? Infinity : trialRate(learnedRate, ceiling, time),
	};
	return { ...rate, bucketEmptyAt: lastSentAt, sent: 0, nextAt: 0, lastSample, ...estimate(lastSample) };
}

/** Learns from another refusal of the same requests: fewer of them were accepted. */
export function onLateRefusal(rate: RateEstimate): RateEstimate {
	if (rate.lastSample === null) return rate;
	const lastSample: RateSample = { ...rate.lastSample, accepted: rate.lastSample.accepted - 1 };
	return { ...rate, lastSample, ...estimate(lastSample) };
}

/** A long pause: the bucket is full after it. */
export const resetAfterPause = (rate: RateEstimate): RateEstimate => ({
	...rate,
	bucketEmptyAt: null,
	sent: 0,
	nextAt: 0,
	lastSample: null,
});

/**
 * The requests accepted since the bucket was empty give a lower bound of the rate, those just before the refusal an
 * upper bound. Their geometric mean is tried.
 */
function estimate({
	accepted,
	time,
	refillTime,
	previousRate,
	trialRate: last,
}: RateSample): Pick<RateEstimate, 'learnedRate' | 'ceiling'> {
	if (accepted <= 0) return { learnedRate: previousRate === null ? null : previousRate / 2, ceiling: last };
	const enough = accepted / refillTime;
	if (previousRate === null) return { learnedRate: enough, ceiling: accepted / time };
	const ceiling = Math.min(last, (2 * accepted) / time);
	return { learnedRate: Math.sqrt(enough * ceiling), ceiling };
}

/** @param quiet ms without a refusal */
function trialRate(learnedRate: number, ceiling: number, quiet: number): number {
	const searching = Math.min(learnedRate * 2 ** (quiet / DOUBLING_TIME), Math.max(learnedRate, ceiling / 2));
	return searching * (1 + (quiet / PROBING_TIME) ** 3);
}
