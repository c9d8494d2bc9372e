/**
 * The rate at which a burst guard lets requests through, as far as refusals have taught it. A value: rates are requests
 * per ms, times epoch ms.
 */
export interface RateEstimate {
	/** What the last refusal taught; null until one did: as fast as the width allows. */
	readonly learnedRate: number | null;
	/** The rate that was too much at the last refusal. */
	readonly ceiling: number;
	/** When the guard was last known to have nothing left; null where that tells nothing any more. */
	readonly bucketEmptyAt: number | null;
	/** The requests since the last refusal: when the first and the last of them were sent, and how many. */
	readonly firstSentAt: number;
	readonly lastSentAt: number;
	readonly sent: number;
	/** Nothing is sent before. */
	readonly nextAt: number;
	/** What the last refusal ended. */
	readonly lastSample: RateSample | null;
}

/** Requests up to a refusal. */
interface RateSample {
	/** How many of them the guard let through. */
	accepted: number;
	/** ms from the first to the last. */
	time: number;
	/** ms in which the guard gained what it let through. */
	refillTime: number;
	/** The rate before, and the one that was tried at the end. */
	previousRate: number | null;
	trialRate: number;
}

/** Senders that come a little late may catch up by so much, so that the timers' slack is not lost. */
const CATCH_UP = 100;
/** Most guards save up what they let through in a second: so much of the first requests is taken for savings. */
const SAVED_UP = 1_000;
/** ms in which the rate doubles while it is far from what was too much. */
const DOUBLING_TIME = 5_000;
/** ms without a refusal after which twice the settled rate is tried: slowly near it, and ever faster beyond. */
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

/** A request was sent. */
export function countSent(rate: RateEstimate, now: number): RateEstimate {
	const isFirst = rate.sent === 0;
	const firstSentAt = isFirst ? now : rate.firstSentAt;
	const counting: RateEstimate = { ...rate, firstSentAt, lastSentAt: now, sent: rate.sent + 1 };
	if (rate.learnedRate === null) return counting;
	const from = isFirst ? now : Math.max(rate.nextAt, now - CATCH_UP);
	return { ...counting, nextAt: from + 1 / trialRate(rate.learnedRate, rate.ceiling, now - firstSentAt) };
}

/** The guard refused one of the requests since the last refusal. */
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

/** The guard refused another one of those that the last refusal ended: fewer of them were let through. */
export function onLateRefusal(rate: RateEstimate): RateEstimate {
	if (rate.lastSample === null) return rate;
	const lastSample: RateSample = { ...rate.lastSample, accepted: rate.lastSample.accepted - 1 };
	return { ...rate, lastSample, ...estimate(lastSample) };
}

/** Sending rests for long: the guard is full again when it goes on. */
export const resetAfterPause = (rate: RateEstimate): RateEstimate => ({
	...rate,
	bucketEmptyAt: null,
	sent: 0,
	nextAt: 0,
	lastSample: null,
});

/**
 * What was let through since the guard was last empty can't be more than it gains in that time, and what was sent just
 * before the refusal was too much: the rate lies between the two, and their geometric mean is tried.
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
