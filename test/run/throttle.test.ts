import fc from 'fast-check';
import {
	canSend,
	countSent,
	newRateEstimate,
	newThrottle,
	onAnswered,
	onLateRateLimit,
	onLateRefusal,
	onRateLimited,
	onRefused,
	onSent,
	onWindowClosed,
	opensAt,
	paused,
	resetAfterPause,
	totalWait,
	withPause,
	withRoundTrip,
	type Pause,
	type RateEstimate,
	type Throttle,
} from '../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const perSecond = (count: number) => count / SECOND;

describe('the rate estimate', () => {
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

	/** Sends evenly spaced requests for the given ms, and one more at the end. */
	const sentOver = (rate: RateEstimate, count: number, ms: number): RateEstimate =>
		sentAt(rate, [...Array.from({ length: count }, (_, nth) => NOW + (ms * nth) / count), NOW + ms]);

	/** Late refusals of requests of the last sample. */
	const withLateRefusals = (rate: RateEstimate, count: number): RateEstimate =>
		Array.from({ length: count }).reduce<RateEstimate>(onLateRefusal, rate);

	it('delays no request before the first refusal, and counts them', () => {
		expect(sentAt(newRateEstimate(), [NOW, NOW, NOW + 30])).toMatchObject({
			learnedRate: null,
			nextAt: 0,
			firstSentAt: NOW,
			lastSentAt: NOW + 30,
			sent: 3,
		});
	});

	describe('after the first refusal', () => {
		it.each([
			['30 requests in 3 s', 30, 3 * SECOND, 7.5],
			['20 requests at once', 20, 0, 20],
			['one request 500 ms before', 1, 500, 2 / 3],
		])('assumes that a full bucket contained 1 s of requests (%s)', (_case, count, ms, rate) => {
			expect(onRefused(sentOver(newRateEstimate(), count, ms)).learnedRate).toBeCloseTo(perSecond(rate), 9);
		});

		it('has the rate of all requests sent as its ceiling', () => {
			expect(onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND)).ceiling).toBeCloseTo(perSecond(10), 9);
		});

		it('knows no rate if that was the very first request', () => {
			const refused = onRefused(countSent(newRateEstimate(), NOW));
			expect(countSent(refused, NOW + SECOND)).toMatchObject({ learnedRate: null, nextAt: 0 });
		});
	});

	describe('after a later refusal', () => {
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

		it.each<[string, number, number, number, number]>([
			['the one accepted since the empty bucket and twice the one since the pause', 21, 10 * SECOND, 1 * 4, 4],
			['the accepted one and the trial rate, if more was sent', 61, SECOND, 3 * 10, 10],
		])('learns a rate between %s', (_says, count, ms, square, ceiling) => {
			const rate = refused(count, ms);
			expect(rate.learnedRate).toBeCloseTo(perSecond(Math.sqrt(square)), 5);
			expect(rate.ceiling).toBeCloseTo(perSecond(ceiling), 5);
		});

		it('has the trial rate at the end as its ceiling, not the learned rate', () => {
			expect(refused(601, 10 * SECOND, { ceiling: Infinity }).ceiling).toBeCloseTo(perSecond(40), 1);
		});

		it('is halved if that was the first request since the last refusal', () => {
			expect(refused(1, 0)).toMatchObject({ learnedRate: perSecond(5), ceiling: perSecond(10) });
		});

		it('counts again from the time of the last request', () => {
			const rate = refused(21, 10 * SECOND, { nextAt: NOW + MINUTE });
			expect(rate).toMatchObject({ bucketEmptyAt: NOW + 20 * SECOND, sent: 0, nextAt: 0 });
			const since = sentAt(rate, [NOW + 25 * SECOND, NOW + 26 * SECOND]);
			expect(since).toMatchObject({ firstSentAt: NOW + 25 * SECOND, lastSentAt: NOW + 26 * SECOND, sent: 2 });
		});
	});

	describe('after a late refusal', () => {
		it.each([
			[0, 8, 10],
			[1, 7.8, 9.75],
			[39, 0.2, 0.25],
		])('counts one accepted request less (%i refusals)', (count, rate, ceiling) => {
			const estimate = withLateRefusals(onRefused(sentOver(newRateEstimate(), 40, 4 * SECOND)), count);
			expect(estimate.learnedRate).toBeCloseTo(perSecond(rate), 9);
			expect(estimate.ceiling).toBeCloseTo(perSecond(ceiling), 9);
		});

		it('starts from the rate before the first refusal of the sample', () => {
			const sample = learned({ firstSentAt: NOW + 10 * SECOND, lastSentAt: NOW + 20 * SECOND, sent: 21 });
			expect(withLateRefusals(onRefused(sample), 15).learnedRate).toBeCloseTo(perSecond(Math.sqrt(0.25 * 1)), 9);
		});

		it.each([20, 25])('knows no rate if no request was accepted and none was known (%i refusals)', (count) => {
			const rate = withLateRefusals(onRefused(sentOver(newRateEstimate(), 20, SECOND)), count);
			expect(rate).toMatchObject({ learnedRate: null, ceiling: Infinity });
		});

		it.each([1, 9])('is half the previous rate if no request was accepted (%i refusals)', (count) => {
			const rate = withLateRefusals(onRefused(sentAt(learned(), [NOW, NOW + 100])), count);
			expect(rate).toMatchObject({ learnedRate: perSecond(5) });
			expect(rate.ceiling).toBeCloseTo(perSecond(10), 5);
		});

		it('keeps the count of requests sent since', () => {
			const rate = sentAt(onRefused(sentOver(learned(), 20, 2 * SECOND)), [NOW + 5 * SECOND, NOW + 6 * SECOND]);
			const { firstSentAt, lastSentAt, sent, nextAt, bucketEmptyAt } = rate;
			const counts = { firstSentAt, lastSentAt, sent, nextAt, bucketEmptyAt };
			expect(onLateRefusal(rate)).toMatchObject(counts);
			expect(counts).toMatchObject({ firstSentAt: NOW + 5 * SECOND, sent: 2, bucketEmptyAt: NOW + 2 * SECOND });
		});

		it.each<[string, RateEstimate]>([
			['before the first refusal', sentAt(newRateEstimate(), [NOW, NOW])],
			['after a long pause', resetAfterPause(onRefused(sentOver(learned(), 20, SECOND)))],
		])('is the same %s', (_case, rate) => {
			expect(onLateRefusal(rate)).toBe(rate);
		});
	});

	it.each([
		['halves the gap every 5 s far below the ceiling', Infinity, 0, 100],
		['halves the gap every 5 s far below the ceiling', Infinity, 2.5, 70.71],
		['halves the gap every 5 s far below the ceiling', Infinity, 10, 25],
		['halves the gap until the rate is half the ceiling', 40, 5, 50],
		['halves the gap until the rate is half the ceiling', 40, 10, 49.97],
		['shrinks the gap slowly, then faster near the ceiling', 12, 30, 98.46],
		['shrinks the gap slowly, then faster near the ceiling', 12, 120, 50],
		['shrinks the gap slowly, then faster near the ceiling', 12, 240, 11.11],
	])('%s (%d/s): after %d s without a refusal it is %d ms', (_says, ceiling, elapsed, gap) => {
		const firstSentAt = NOW - elapsed * SECOND;
		const rate = learned({ ceiling: perSecond(ceiling), sent: 9, firstSentAt, nextAt: NOW });
		expect(countSent(rate, NOW).nextAt - NOW).toBeCloseTo(gap, 1);
	});

	it.each([
		['0 ms', 0, 100],
		['less than the gap', 40, 100],
		['101 ms', 101, 101],
		['30 s', 30 * SECOND, 30 * SECOND],
	])('lets a request that is sent late by %s catch up by at most 100 ms', (_case, late, next) => {
		const rate = countSent(learned({ sent: 9, firstSentAt: NOW + late, nextAt: NOW }), NOW + late);
		expect(rate.nextAt).toBeCloseTo(NOW + next, 3);
	});

	it.each<[string, RateEstimate]>([
		['a refusal', onRefused(sentOver(newRateEstimate(), 30, 3 * SECOND))],
		['a long pause', resetAfterPause(learned({ learnedRate: perSecond(7.5), nextAt: NOW }))],
	])('lets no request catch up after %s', (_case, rate) => {
		expect(countSent(rate, NOW + MINUTE).nextAt).toBeCloseTo(NOW + MINUTE + SECOND / 7.5, 3);
	});

	it('assumes after a long pause that the bucket is full, and keeps the learned rate', () => {
		const since = sentAt(onRefused(sentOver(learned(), 40, 4 * SECOND)), [NOW + MINUTE]);
		expect(resetAfterPause(since)).toEqual({ ...since, bucketEmptyAt: null, sent: 0, nextAt: 0, lastSample: null });
		const { learnedRate } = onRefused(sentOver(resetAfterPause(learned()), 36, 3 * SECOND));
		expect(learnedRate).toBeCloseTo(perSecond(Math.sqrt(9 * 10)), 5);
	});

	it('is positive and finite after any refusals, and never raised by a late one if a request was accepted', () => {
		const sample = fc.record({
			sent: fc.nat(50),
			gap: fc.nat(2 * SECOND),
			lateRefusals: fc.nat(60),
			pause: fc.integer({ min: SECOND, max: 10 * MINUTE }),
			resets: fc.boolean(),
		});
		const isRate = ({ learnedRate: rate, ceiling }: RateEstimate) =>
			(rate === null || (rate > 0 && rate < Infinity)) && ceiling > 0;
		fc.assert(
			fc.property(fc.array(sample, { maxLength: 30 }), (samples) => {
				let rate = newRateEstimate();
				let now = NOW;
				for (const { sent, gap, lateRefusals, pause, resets } of samples) {
					for (let nth = 0; nth < sent; nth++, now += gap) rate = countSent(rate, now);
					const rates = [onRefused(countSent(rate, now))];
					for (let nth = 0; nth < lateRefusals; nth++) rates.push(onLateRefusal(rates[nth]));
					expect(rates.filter((one) => !isRate(one))).toEqual([]);
					const learnedRates = rates.slice(0, sent).map(({ learnedRate }) => learnedRate ?? 0);
					expect(learnedRates).toEqual([...learnedRates].sort((a, b) => b - a));
					rate = resets ? resetAfterPause(rates[lateRefusals]) : rates[lateRefusals];
					now += pause;
				}
			}),
			{ seed: 211, numRuns: 500 },
		);
	});
});

/** An answer to a request of the current generation. */
const answer = (throttle: Throttle): Throttle => onAnswered(throttle, throttle.generation);

const repeat = (count: number, step: (throttle: Throttle) => Throttle, throttle: Throttle): Throttle =>
	Array.from({ length: count }).reduce<Throttle>(step, throttle);

/** The concurrency after each answer. */
const concurrencyAfter = (count: number, throttle: Throttle) =>
	Array.from({ length: count }, (_, nth) => Math.floor(repeat(nth + 1, answer, throttle).concurrency));

/** Sends evenly spaced requests. */
const sendMany = (start: Throttle, count: number, gap: number): Throttle =>
	Array.from({ length: count }, (_, nth) => NOW + nth * gap).reduce(onSent, start);

describe('the concurrency', () => {
	it('remains at the maximum without refusals', () => {
		expect(repeat(1_000, answer, newThrottle(20)).concurrency).toBe(20);
	});

	it.each([
		[20, 10],
		[5, 2],
		[1, 1],
		[2.9, 1],
	])('is halved by a rate limit, from %d to %i', (concurrency, halved) => {
		expect(onRateLimited({ ...newThrottle(20), concurrency }).concurrency).toBe(halved);
	});

	it('grows after a rate limit by one per round of answers, up to the maximum', () => {
		const slow = repeat(2, onRateLimited, newThrottle(20));
		expect(concurrencyAfter(6, slow)).toEqual([5, 5, 5, 5, 5, 6]);
		expect(repeat(1_000, answer, slow).concurrency).toBe(20);
		expect(answer(onRateLimited(newThrottle(1))).concurrency).toBe(1);
	});

	it.each<[string, Throttle, number[]]>([
		['up to its previous value', newThrottle(5), [2, 3, 4, 5, 5]],
		['then per round of answers', repeat(2, onRateLimited, newThrottle(20)), [2, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6]],
		['also after several windows', repeat(3, (one) => onWindowClosed(answer(one)), newThrottle(5)), [2, 3, 4, 5]],
	])('is 1 after a closed window, and grows by one per answer %s', (_says, throttle, after) => {
		expect(onWindowClosed(throttle).concurrency).toBe(1);
		expect(concurrencyAfter(after.length, onWindowClosed(throttle))).toEqual(after);
	});

	it('grows after a closed window to exactly its previous value, and then by one per round of answers', () => {
		const grown = repeat(12, answer, repeat(2, onRateLimited, newThrottle(20)));
		const [seventh, eighth] = [7, 8].map((count) => repeat(count, answer, onWindowClosed(grown)));
		expect(grown.concurrency % 1).toBeGreaterThan(0);
		expect(seventh.concurrency).toBe(grown.concurrency);
		expect(eighth.concurrency).toBe(grown.concurrency + 1 / grown.concurrency);
	});

	it('grows by one per round of answers after a rate limit that follows a closed window', () => {
		const growing = repeat(7, answer, onWindowClosed(newThrottle(20)));
		expect(concurrencyAfter(5, onRateLimited(growing))).toEqual([4, 4, 4, 4, 5]);
	});
});

describe('a generation', () => {
	it.each([
		['rate limit', 'rateLimit', onRateLimited],
		['closed window', 'window', onWindowClosed],
	])('starts with a %s; answers to older requests only reset the refusals', (_says, limit, refuse) => {
		const started = refuse(sendMany(newThrottle(20), 3, 10));
		expect(started).toMatchObject({ generation: 1, refusals: 1, limit });
		expect(onAnswered(started, 0)).toEqual({ ...started, refusals: 0 });
		const since = onSent(started, NOW + SECOND);
		expect(since.rate).toMatchObject({ firstSentAt: NOW + SECOND, lastSentAt: NOW + SECOND, sent: 1 });
	});

	it('counts refusals until an answer', () => {
		const throttle = onWindowClosed(onRateLimited(newThrottle(20)));
		expect(throttle).toMatchObject({ refusals: 2, generation: 2 });
		expect(answer(throttle)).toMatchObject({ refusals: 0, generation: 2 });
	});

	it('is not started by a request or a late refusal', () => {
		const throttle = onRateLimited(sendMany(newThrottle(20), 3, 10));
		const { concurrency, slowStartThreshold, refusals, generation } = throttle;
		const after = onLateRateLimit(onSent(throttle, NOW + SECOND));
		expect(after).toMatchObject({ concurrency, slowStartThreshold, refusals, generation });
	});
});

describe('the spacing of requests', () => {
	/** ms until the next request may be sent, after each of several that are sent as early as possible. */
	const gaps = (throttle: Throttle, count: number): number[] => {
		let [next, now] = [throttle, NOW];
		return Array.from({ length: count }, () => {
			next = onSent(next, now);
			now = Math.max(now, opensAt(next));
			return now - NOW;
		});
	};

	it.each<[string, Throttle, number[]]>([
		['is 0 before the first answer', newThrottle(20), [0, 0, 0, 0, 0]],
		['spreads 20 requests over 100 ms', withRoundTrip(newThrottle(20), 100), [0, 0, 5, 10, 15]],
		['spreads 10 requests over 300 ms', withRoundTrip(newThrottle(10), 300), [0, 0, 30, 60, 90]],
		[
			'lets a late timer catch up with at most two requests',
			onSent(withRoundTrip(newThrottle(20), 100), NOW - 50),
			[0, 0, 5, 10],
		],
		['follows the shortest round trip', [300, 100, 900].reduce(withRoundTrip, newThrottle(20)), [0, 0, 5, 10]],
	])('%s', (_says, throttle, expected) => {
		expect(gaps(throttle, expected.length)).toEqual(expected);
	});

	it('follows a learned rate, not the round trip, and increases with late refusals', () => {
		const limited = onRateLimited(sendMany(withRoundTrip(newThrottle(20), 10_000), 31, 100));
		expect(onSent(limited, NOW).pacedUntil).toBe(0);
		const gapAfter = (throttle: Throttle) => opensAt(sendMany(throttle, 6, 0)) - opensAt(sendMany(throttle, 5, 0));
		expect(gapAfter(limited)).toBeCloseTo(SECOND / 7.5, 3);
		expect(gapAfter(repeat(10, onLateRateLimit, limited))).toBeCloseTo(SECOND / 5, 3);
	});
});

describe('the next request', () => {
	const pausing = withPause(newThrottle(2), NOW + 5 * SECOND, NOW);
	const limited: Throttle = { ...newThrottle(2), rate: { ...newThrottle(2).rate, nextAt: NOW + 300 } };

	it.each([
		['at once without a pause or a rate', newThrottle(2), 0],
		['after a pause that is longer than the spacing', { ...pausing, rate: limited.rate }, NOW + 5 * SECOND],
		['once the rate allows it after a short pause', { ...limited, pausedUntil: NOW + 100 }, NOW + 300],
	])('may be sent %s', (_case, throttle, time) => {
		expect(opensAt(throttle)).toBe(time);
	});

	it.each<[string, Throttle, number, number, boolean]>([
		['is sent below the maximum concurrency', newThrottle(2), 1, NOW, true],
		['waits at the maximum concurrency', newThrottle(2), 2, NOW, false],
		['waits if the concurrency leaves only a fraction', { ...newThrottle(20), concurrency: 2.9 }, 2, NOW, false],
		['waits during a pause', pausing, 0, NOW + 5 * SECOND - 1, false],
		['is sent at the end of a pause', pausing, 0, NOW + 5 * SECOND, true],
	])('%s', (_case, throttle, inFlight, now, allowed) => {
		expect(canSend(throttle, inFlight, now)).toBe(allowed);
	});
});

describe('a pause', () => {
	const first = withPause(newThrottle(20), NOW + 5_000, NOW);

	it.each<[string, number, number, number]>([
		['is extended by a later time, and only the extension is counted', NOW + 8_000, NOW + 1_000, 8_000],
		['after another one counts from its own start', NOW + 12_000, NOW + 10_000, 7_000],
	])('%s', (_says, until, now, waited) => {
		expect(withPause(first, until, now)).toMatchObject({ pausedUntil: until, waited });
		expect(totalWait(first, until, now)).toBe(waited);
	});

	it.each([
		['an earlier time', NOW + 4_000],
		['the same time', NOW + 5_000],
		['a time that has passed', NOW - 1],
	])('is not shortened by %s', (_case, until) => {
		expect(withPause(first, until, NOW)).toBe(first);
		expect(totalWait(first, until, NOW)).toBe(5_000);
	});

	it('is not ended by an answer, which only resets the counted wait', () => {
		const throttle = answer(first);
		expect(throttle).toMatchObject({ pausedUntil: NOW + 5_000, waited: 0 });
		expect(totalWait(throttle, NOW + 12_000, NOW + 1_000)).toBe(11_000);
		expect(withPause(throttle, NOW + 12_000, NOW + 1_000).waited).toBe(11_000);
	});

	const busy = sendMany(newThrottle(8), 100, 70);
	const until = NOW + 30_000;
	const pausedBy = (kind: Pause['kind'], throttle = busy) => paused(throttle, { until, kind }, NOW);

	it.each<[Pause['kind'], Partial<Throttle>]>([
		['rateLimit', { concurrency: 4, slowStartThreshold: 4, refusals: 1, generation: 1 }],
		['window', { concurrency: 1, slowStartThreshold: 8, refusals: 1, generation: 1 }],
		['repeat', busy],
	])('slows down later requests by its kind (%s)', (kind, expected) => {
		expect(pausedBy(kind)).toMatchObject({ ...expected, pausedUntil: until, waited: 30_000 });
		const shorter = paused(pausedBy(kind), { until: until - 10_000, kind: 'repeat' }, NOW);
		expect(shorter).toMatchObject({ pausedUntil: until, waited: 30_000 });
	});

	it('for a rate limit learns the rate of accepted requests, and a late one lowers only that', () => {
		const before = pausedBy('rateLimit');
		expect(before.rate.learnedRate).toBeCloseTo(99 / (99 * 70 + 1_000), 9);
		expect(pausedBy('window').rate.learnedRate).toBeNull();
		const after = pausedBy('lateRateLimit', before);
		expect(after.rate.learnedRate).toBeLessThan(before.rate.learnedRate ?? 0);
		expect({ ...after, rate: before.rate }).toEqual(before);
	});
});
