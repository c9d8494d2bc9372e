import {
	countSent,
	newRateEstimate,
	onLateRefusal,
	onRefused,
	resetAfterPause,
	type RateEstimate,
} from '../../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const perSecond = (count: number) => count / SECOND;

/** An estimate of 10 per second, with nothing sent since the last refusal. */
const learned = (set: Partial<RateEstimate> = {}): RateEstimate => ({
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

/** Evenly spaced times from the first to just before the last. */
const evenly = (count: number, from: number, to: number) =>
	Array.from({ length: count }, (_, nth) => from + ((to - from) * nth) / count);

/** Sends evenly spaced requests for the given ms, and one more at the end. */
const sentOver = (rate: RateEstimate, count: number, ms: number): RateEstimate =>
	sentAt(rate, [...evenly(count, NOW, NOW + ms), NOW + ms]);

/** Late refusals of requests of the last sample. */
const withLateRefusals = (rate: RateEstimate, count: number): RateEstimate =>
	Array.from({ length: count }).reduce<RateEstimate>(onLateRefusal, rate);

describe('before the first refusal', () => {
	it('requests are not delayed, however many are sent at once', () => {
		const rate = sentAt(
			newRateEstimate(),
			Array.from({ length: 1_000 }, () => NOW),
		);
		expect(rate).toMatchObject({ learnedRate: null, nextAt: 0 });
	});

	it('requests are counted with the times of the first and the last', () => {
		expect(sentAt(newRateEstimate(), [NOW, NOW + 10, NOW + 30])).toMatchObject({
			firstSentAt: NOW,
			lastSentAt: NOW + 30,
			sent: 3,
		});
	});
});

describe('the first refusal', () => {
	it.each([
		['30 requests in 3 s', 30, 3 * SECOND, 7.5],
		['20 requests at once', 20, 0, 20],
		['one request 500 ms before', 1, 500, 2 / 3],
		['90 requests in 9 s', 90, 9 * SECOND, 9],
	])('after %s assumes that a full bucket contained 1 s of requests', (_case, count, ms, rate) => {
		expect(onRefused(sentOver(newRateEstimate(), count, ms)).learnedRate).toBeCloseTo(perSecond(rate), 9);
	});

	it('sets the ceiling to the rate of all requests sent', () => {
		expect(onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND)).ceiling).toBeCloseTo(perSecond(10), 9);
	});

	it('of the very first request reveals no rate', () => {
		const refused = onRefused(countSent(newRateEstimate(), NOW));
		expect(countSent(refused, NOW + SECOND)).toMatchObject({ learnedRate: null, nextAt: 0 });
	});
});

describe('a later refusal', () => {
	/** Refuses the last of the requests sent in the given ms. The bucket was empty 20 s before. */
	const refused = (count: number, ms: number, set: Partial<RateEstimate> = {}) =>
		onRefused(
			learned({
				bucketEmptyAt: NOW,
				firstSentAt: NOW + 20 * SECOND - ms,
				lastSentAt: NOW + 20 * SECOND,
				sent: count,
				...set,
			}),
		);

	it('sets a rate between the one accepted since the empty bucket and twice the one since the pause', () => {
		const rate = refused(21, 10 * SECOND);
		expect(rate.learnedRate).toBeCloseTo(perSecond(Math.sqrt(1 * 4)), 9);
		expect(rate.ceiling).toBeCloseTo(perSecond(4), 9);
	});

	it('limits the ceiling to the trial rate if more was sent', () => {
		const rate = refused(61, SECOND);
		expect(rate.learnedRate).toBeCloseTo(perSecond(Math.sqrt(3 * 10)), 5);
		expect(rate.ceiling).toBeCloseTo(perSecond(10), 5);
	});

	it('sets the ceiling to the trial rate at the end, not to the learned rate', () => {
		expect(refused(601, 10 * SECOND, { ceiling: Infinity }).ceiling).toBeCloseTo(perSecond(40), 1);
	});

	it('of the first request since the last refusal halves the rate and sets the ceiling to the trial rate', () => {
		expect(refused(1, 0)).toMatchObject({ learnedRate: perSecond(5), ceiling: perSecond(10) });
	});

	it.each([1, 21])('restarts the count at the time of the last of %i requests', (count) => {
		expect(refused(count, 10 * SECOND, { nextAt: NOW + MINUTE })).toMatchObject({
			bucketEmptyAt: NOW + 20 * SECOND,
			sent: 0,
			nextAt: 0,
		});
	});

	it('starts the next sample at the first request after the pause', () => {
		const rate = sentAt(refused(21, 10 * SECOND), [NOW + 25 * SECOND, NOW + 26 * SECOND]);
		expect(rate).toMatchObject({ firstSentAt: NOW + 25 * SECOND, lastSentAt: NOW + 26 * SECOND, sent: 2 });
	});
});

describe('a late refusal', () => {
	it.each([
		[0, 8, 10],
		[1, 7.8, 9.75],
		[10, 6, 7.5],
		[39, 0.2, 0.25],
	])('lowers the number of accepted requests by one (%i refusals)', (count, rate, ceiling) => {
		const estimate = withLateRefusals(onRefused(sentOver(newRateEstimate(), 40, 4 * SECOND)), count);
		expect(estimate.learnedRate).toBeCloseTo(perSecond(rate), 9);
		expect(estimate.ceiling).toBeCloseTo(perSecond(ceiling), 9);
	});

	it('starts from the rate before the first refusal of the sample', () => {
		const sample = learned({ firstSentAt: NOW + 10 * SECOND, lastSentAt: NOW + 20 * SECOND, sent: 21 });
		expect(withLateRefusals(onRefused(sample), 15).learnedRate).toBeCloseTo(perSecond(Math.sqrt(0.25 * 1)), 9);
	});

	it.each([20, 25])(
		'removes the rate if no request was accepted and no rate was known before (%i refusals)',
		(count) => {
			expect(withLateRefusals(onRefused(sentOver(newRateEstimate(), 20, SECOND)), count)).toMatchObject({
				learnedRate: null,
				ceiling: Infinity,
			});
		},
	);

	it.each([1, 2, 9])('halves the previous rate once if no request was accepted (%i refusals)', (count) => {
		const rate = withLateRefusals(onRefused(sentAt(learned(), [NOW, NOW + 100])), count);
		expect(rate).toMatchObject({ learnedRate: perSecond(5) });
		expect(rate.ceiling).toBeCloseTo(perSecond(10), 5);
	});

	it('does not change the count of requests sent since', () => {
		const rate = sentAt(
			onRefused(sentOver(learned(), 20, 2 * SECOND)),
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

	it('applies from the next request, even if others were sent since', () => {
		const start = NOW + 10 * SECOND;
		const since = countSent(onRefused(sentOver(newRateEstimate(), 40, 4 * SECOND)), start);
		expect(countSent(since, start).nextAt).toBeCloseTo(start + 125 + 125, 3);
		expect(countSent(withLateRefusals(since, 20), start).nextAt).toBeCloseTo(start + 125 + 250, 3);
	});

	it.each<[string, RateEstimate]>([
		['before the first refusal', sentAt(newRateEstimate(), [NOW, NOW])],
		['after a long pause', sentAt(resetAfterPause(onRefused(sentOver(learned(), 20, SECOND))), [NOW + MINUTE])],
	])('changes nothing %s', (_case, rate) => {
		expect(onLateRefusal(rate)).toBe(rate);
	});
});

describe('the gap between two requests', () => {
	/** ms between a request that is sent on time and the next one. */
	const gapAfter = (elapsed: number, ceiling: number) =>
		countSent(learned({ ceiling: perSecond(ceiling), sent: 9, firstSentAt: NOW - elapsed, nextAt: NOW }), NOW)
			.nextAt - NOW;

	it.each([
		[0, 100],
		[2.5, 70.7],
		[5, 50],
		[10, 25],
	])('is halved every 5 s far below the ceiling: after %d s without a refusal it is %d ms', (elapsed, gap) => {
		expect(gapAfter(elapsed * SECOND, Infinity)).toBeCloseTo(gap, 1);
	});

	it.each([
		[2.5, 70.7],
		[5, 50],
		[10, 50],
	])('is halved until the rate is half the ceiling: after %d s it is %d ms', (elapsed, gap) => {
		expect(gapAfter(elapsed * SECOND, 40)).toBeCloseTo(gap, 1);
	});

	it.each([
		[0, 100],
		[5, 99.99],
		[30, 98.46],
		[60, 88.89],
		[120, 50],
		[240, 11.11],
	])('shrinks slowly, then faster near the ceiling: after %d s without a refusal it is %d ms', (elapsed, gap) => {
		expect(gapAfter(elapsed * SECOND, 12)).toBeCloseTo(gap, 2);
	});
});

describe('a request that is sent late', () => {
	it.each([
		['0 ms', 0, 100],
		['less than the gap', 40, 100],
		['100 ms', 100, 100],
		['101 ms', 101, 101],
		['30 s', 30 * SECOND, 30 * SECOND],
	])('by %s lets the next one catch up by at most 100 ms', (_case, late, next) => {
		const rate = countSent(learned({ sent: 9, firstSentAt: NOW + late, nextAt: NOW }), NOW + late);
		expect(rate.nextAt).toBeCloseTo(NOW + next, 3);
	});

	it.each<[string, RateEstimate]>([
		['a refusal', onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND))],
		['a long pause', resetAfterPause(learned({ learnedRate: perSecond(7.5), nextAt: NOW }))],
	])('as the first one after %s does not let the next one catch up', (_case, rate) => {
		expect(countSent(rate, NOW + MINUTE).nextAt).toBeCloseTo(NOW + MINUTE + SECOND / 7.5, 3);
	});
});

describe('after a long pause', () => {
	it('the learned rate applies, and the first request is not delayed', () => {
		const rate = onRefused(sentOver(learned(), 40, 4 * SECOND));
		const since = sentAt(rate, [NOW + MINUTE]);
		expect(resetAfterPause(since)).toEqual({ ...since, bucketEmptyAt: null, sent: 0, nextAt: 0, lastSample: null });
	});

	it('the bucket is full, and the next refusal assumes 1 s of saved requests', () => {
		const { learnedRate } = onRefused(sentOver(resetAfterPause(learned()), 36, 3 * SECOND));
		expect(learnedRate).toBeCloseTo(perSecond(Math.sqrt(9 * 10)), 5);
	});
});
