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

/** The requests between two refusals. */
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
const CATCH_UP = 100;
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
	const from = isFirst ? now : Math.max(rate.nextAt, now - CATCH_UP);
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
