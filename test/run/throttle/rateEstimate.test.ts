import {
	countSent,
	resetAfterPause,
	newRateEstimate,
	onRefused,
	onLateRefusal,
	type RateEstimate,
} from '../../../nodes/IdentityResolution/run/throttle/rateEstimate';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const perSecond = (count: number) => count / SECOND;

/** A rate that refusals have settled at ten a second, with nothing sent since the last of them. */
const settled = (set: Partial<RateEstimate> = {}): RateEstimate => ({
	learnedRate: perSecond(10),
	ceiling: perSecond(12),
	bucketEmptyAt: NOW,
	firstSentAt: NOW,
	lastSentAt: NOW,
	sent: 0,
	nextAt: 0,
	lastSample: null,
	...set,
});

const sentAt = (rate: RateEstimate, times: readonly number[]): RateEstimate => times.reduce(countSent, rate);

/** So many times, evenly spread from one to just before another. */
const evenly = (count: number, from: number, to: number) =>
	Array.from({ length: count }, (_, nth) => from + ((to - from) * nth) / count);

/** So many requests from now on, evenly spread, and one more so many ms from now. */
const sentOver = (rate: RateEstimate, count: number, ms: number): RateEstimate =>
	sentAt(rate, [...evenly(count, NOW, NOW + ms), NOW + ms]);

/** So many further refusals of what the last one ended. */
const again = (rate: RateEstimate, count: number): RateEstimate =>
	Array.from({ length: count }).reduce<RateEstimate>(onLateRefusal, rate);

describe('before the first refusal', () => {
	it('nothing is held back, however much is sent at once', () => {
		const rate = sentAt(
			newRateEstimate(),
			Array.from({ length: 1_000 }, () => NOW),
		);
		expect(rate).toMatchObject({ learnedRate: null, nextAt: 0 });
	});

	it('the requests are counted, with the times of the first and the last', () => {
		expect(sentAt(newRateEstimate(), [NOW, NOW + 10, NOW + 30])).toMatchObject({
			firstSentAt: NOW,
			lastSentAt: NOW + 30,
			sent: 3,
		});
	});
});

describe('the first refusal', () => {
	it.each([
		['thirty in three seconds', 30, 3 * SECOND, 7.5],
		['twenty at once', 20, 0, 20],
		['one half a second before', 1, 500, 2 / 3],
		['ninety in nine seconds', 90, 9 * SECOND, 9],
	])("after %s besides the refused one takes a second's worth of them for savings", (_says, count, ms, rate) => {
		expect(onRefused(sentOver(newRateEstimate(), count, ms)).learnedRate).toBeCloseTo(perSecond(rate), 9);
	});

	it('takes all that was sent, savings or not, for too much', () => {
		expect(onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND)).ceiling).toBeCloseTo(perSecond(10), 9);
	});

	it('of the very first request teaches no rate', () => {
		const refused = onRefused(countSent(newRateEstimate(), NOW));
		expect(countSent(refused, NOW + SECOND)).toMatchObject({ learnedRate: null, nextAt: 0 });
	});
});

describe('a later refusal', () => {
	/** Refuses the last of so many requests, sent within so many ms; twenty seconds before, the guard was empty. */
	const refused = (count: number, ms: number, set: Partial<RateEstimate> = {}) =>
		onRefused(
			settled({
				bucketEmptyAt: NOW,
				firstSentAt: NOW + 20 * SECOND - ms,
				lastSentAt: NOW + 20 * SECOND,
				sent: count,
				...set,
			}),
		);

	it('settles between what the guard let through since it was empty, and what was sent since the pause', () => {
		const rate = refused(21, 10 * SECOND);
		expect(rate.learnedRate).toBeCloseTo(perSecond(Math.sqrt(1 * 4)), 9);
		expect(rate.ceiling).toBeCloseTo(perSecond(4), 9);
	});

	it('takes what was tried for too much where more than that was sent', () => {
		const rate = refused(61, SECOND);
		expect(rate.learnedRate).toBeCloseTo(perSecond(Math.sqrt(3 * 10)), 5);
		expect(rate.ceiling).toBeCloseTo(perSecond(10), 5);
	});

	it('takes what was tried at the end, not what was settled before', () => {
		expect(refused(601, 10 * SECOND, { ceiling: Infinity }).ceiling).toBeCloseTo(perSecond(40), 1);
	});

	it('of the first request after the last one halves the rate: what was tried is too much', () => {
		expect(refused(1, 0)).toMatchObject({ learnedRate: perSecond(5), ceiling: perSecond(10) });
	});

	it.each([1, 21])('begins to count anew, from when the last of %i requests was sent', (count) => {
		expect(refused(count, 10 * SECOND, { nextAt: NOW + MINUTE })).toMatchObject({
			bucketEmptyAt: NOW + 20 * SECOND,
			sent: 0,
			nextAt: 0,
		});
	});

	it('is reckoned from the first request after the pause, not from the pause', () => {
		const rate = sentAt(refused(21, 10 * SECOND), [NOW + 25 * SECOND, NOW + 26 * SECOND]);
		expect(rate).toMatchObject({ firstSentAt: NOW + 25 * SECOND, lastSentAt: NOW + 26 * SECOND, sent: 2 });
	});
});

describe('each further refusal of requests that the last one ended', () => {
	it.each([
		[0, 8, 10],
		[1, 7.8, 9.75],
		[10, 6, 7.5],
		[39, 0.2, 0.25],
	])('takes one more off what was let through (%i of them)', (count, rate, ceiling) => {
		const learnt = again(onRefused(sentOver(newRateEstimate(), 40, 4 * SECOND)), count);
		expect(learnt.learnedRate).toBeCloseTo(perSecond(rate), 9);
		expect(learnt.ceiling).toBeCloseTo(perSecond(ceiling), 9);
	});

	it('learns from the rate before the first of them, not from what that taught', () => {
		const stretch = settled({ firstSentAt: NOW + 10 * SECOND, lastSentAt: NOW + 20 * SECOND, sent: 21 });
		expect(again(onRefused(stretch), 15).learnedRate).toBeCloseTo(perSecond(Math.sqrt(0.25 * 1)), 9);
	});

	it.each([20, 25])('leaves no rate where none was let through, and none was known before (%i of them)', (count) => {
		expect(again(onRefused(sentOver(newRateEstimate(), 20, SECOND)), count)).toMatchObject({
			learnedRate: null,
			ceiling: Infinity,
		});
	});

	it.each([1, 2, 9])('halves the rate before, once, where none was let through (%i of them)', (count) => {
		const rate = again(onRefused(sentAt(settled(), [NOW, NOW + 100])), count);
		expect(rate).toMatchObject({ learnedRate: perSecond(5) });
		expect(rate.ceiling).toBeCloseTo(perSecond(10), 5);
	});

	it('leaves alone what was sent since', () => {
		const rate = sentAt(
			onRefused(sentOver(settled(), 20, 2 * SECOND)),
			evenly(3, NOW + 5 * SECOND, NOW + 6 * SECOND),
		);
		const { firstSentAt, lastSentAt, sent, nextAt, bucketEmptyAt } = rate;
		expect(onLateRefusal(rate)).toMatchObject({
			firstSentAt,
			lastSentAt,
			sent,
			nextAt,
			bucketEmptyAt,
		});
		expect({ firstSentAt, sent, bucketEmptyAt }).toEqual({
			firstSentAt: NOW + 5 * SECOND,
			sent: 3,
			bucketEmptyAt: NOW + 2 * SECOND,
		});
	});

	it('holds from the next request on, also where others were sent since', () => {
		const start = NOW + 10 * SECOND;
		const since = countSent(onRefused(sentOver(newRateEstimate(), 40, 4 * SECOND)), start);
		expect(countSent(since, start).nextAt).toBeCloseTo(start + 125 + 125, 3);
		expect(countSent(again(since, 20), start).nextAt).toBeCloseTo(start + 125 + 250, 3);
	});

	it.each<[string, RateEstimate]>([
		['before the first of all', sentAt(newRateEstimate(), [NOW, NOW])],
		['after a long rest', sentAt(resetAfterPause(onRefused(sentOver(settled(), 20, SECOND))), [NOW + MINUTE])],
	])('teaches nothing %s', (_says, rate) => {
		expect(onLateRefusal(rate)).toBe(rate);
	});
});

describe('the gap between two requests', () => {
	/** ms from a request that is sent just in time to the next one. */
	const gapAfter = (quiet: number, ceiling: number) =>
		countSent(settled({ ceiling: perSecond(ceiling), sent: 9, firstSentAt: NOW - quiet, nextAt: NOW }), NOW)
			.nextAt - NOW;

	it.each([
		[0, 100],
		[2.5, 70.7],
		[5, 50],
		[10, 25],
	])('far from too much is halved every five seconds: after %d s without a refusal %d ms', (quiet, gap) => {
		expect(gapAfter(quiet * SECOND, Infinity)).toBeCloseTo(gap, 1);
	});

	it.each([
		[2.5, 70.7],
		[5, 50],
		[10, 50],
	])('is halved no further than to half of what was too much: after %d s %d ms', (quiet, gap) => {
		expect(gapAfter(quiet * SECOND, 40)).toBeCloseTo(gap, 1);
	});

	it.each([
		[0, 100],
		[5, 99.99],
		[30, 98.46],
		[60, 88.89],
		[120, 50],
		[240, 11.11],
	])('near what was too much shrinks slowly, then faster: after %d s without a refusal %d ms', (quiet, gap) => {
		expect(gapAfter(quiet * SECOND, 12)).toBeCloseTo(gap, 2);
	});
});

describe('a request that is sent late', () => {
	it.each([
		['just in time', 0, 100],
		['by less than the gap', 40, 100],
		['by a tenth of a second', 100, 100],
		['by more than that', 101, 101],
		['by half a minute', 30 * SECOND, 30 * SECOND],
	])('(%s) lets the next one catch up by a tenth of a second at most', (_says, late, next) => {
		const rate = countSent(settled({ sent: 9, firstSentAt: NOW + late, nextAt: NOW }), NOW + late);
		expect(rate.nextAt).toBeCloseTo(NOW + next, 3);
	});

	it.each<[string, RateEstimate]>([
		['a refusal', onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND))],
		['a long rest', resetAfterPause(settled({ learnedRate: perSecond(7.5), nextAt: NOW }))],
	])('(the first one after %s) lets the next one catch up by nothing', (_says, rate) => {
		expect(countSent(rate, NOW + MINUTE).nextAt).toBeCloseTo(NOW + MINUTE + SECOND / 7.5, 3);
	});
});

describe('after a long rest', () => {
	it('the settled rate holds, and begins with no gap', () => {
		const rate = onRefused(sentOver(settled(), 40, 4 * SECOND));
		const since = sentAt(rate, [NOW + MINUTE]);
		expect(resetAfterPause(since)).toEqual({ ...since, bucketEmptyAt: null, sent: 0, nextAt: 0, lastSample: null });
	});

	it("the guard is full again: the next refusal takes a second's worth for savings", () => {
		const { learnedRate: learnt } = onRefused(sentOver(resetAfterPause(settled()), 36, 3 * SECOND));
		expect(learnt).toBeCloseTo(perSecond(Math.sqrt(9 * 10)), 5);
	});
});
