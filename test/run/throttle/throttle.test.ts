import {
	onAnswered,
	opensAt,
	onSent,
	onRateLimited,
	onLateRateLimit,
	newThrottle,
	withRoundTrip,
	onWindowClosed,
	type Throttle,
} from '../../../nodes/IdentityResolution/run/throttle';

/** An answer to a request of the current generation. */
const answer = (throttle: Throttle): Throttle => onAnswered(throttle, throttle.generation);

const NOW = 1_000_000;
const SECOND = 1_000;

const repeat = (count: number, step: (throttle: Throttle) => Throttle, throttle: Throttle): Throttle =>
	Array.from({ length: count }).reduce<Throttle>(step, throttle);

/** The concurrency after each answer. */
const concurrencyAfter = (count: number, throttle: Throttle) =>
	Array.from({ length: count }, (_, nth) => Math.floor(repeat(nth + 1, answer, throttle).concurrency));

/** Sends evenly spaced requests. */
const sendMany = (start: Throttle, count: number, gap: number): Throttle =>
	Array.from({ length: count }, (_, nth) => NOW + nth * gap).reduce(onSent, start);

describe('the concurrency', () => {
	it('starts at the maximum', () => {
		expect(newThrottle(20).concurrency).toBe(20);
	});

	it('remains at the maximum without refusals', () => {
		expect(repeat(1_000, answer, newThrottle(20)).concurrency).toBe(20);
	});

	describe('after a rate limit', () => {
		it.each([
			[20, 10],
			[10, 5],
			[5, 2],
			[2, 1],
			[1, 1],
			[2.9, 1],
		])('is halved, from %d to %i', (concurrency, halved) => {
			expect(onRateLimited({ ...newThrottle(20), concurrency }).concurrency).toBe(halved);
		});

		it('grows by one per round of answers, not per answer', () => {
			const slow = repeat(2, onRateLimited, newThrottle(20));
			expect(slow.concurrency).toBe(5);
			expect(Math.floor(answer(slow).concurrency)).toBe(5);
			const round = repeat(6, answer, slow).concurrency;
			expect(round).toBeGreaterThan(6);
			expect(round).toBeLessThan(7);
		});

		it('never exceeds the maximum', () => {
			expect(repeat(1_000, answer, onRateLimited(newThrottle(20))).concurrency).toBe(20);
			expect(answer(onRateLimited(newThrottle(1))).concurrency).toBe(1);
		});
	});

	describe('after a closed window', () => {
		it('is 1 until the first answer', () => {
			expect(onWindowClosed(newThrottle(20)).concurrency).toBe(1);
		});

		it('grows by one per answer up to its previous value', () => {
			expect(concurrencyAfter(21, onWindowClosed(newThrottle(20)))).toEqual([
				...Array.from({ length: 19 }, (_, nth) => nth + 2),
				20,
				20,
			]);
		});

		it('grows by one per round of answers above its previous value', () => {
			expect(concurrencyAfter(11, onWindowClosed(onRateLimited(onRateLimited(newThrottle(20)))))).toEqual([
				2, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6,
			]);
		});

		it('grows by one per answer up to the value that it reached after a rate limit', () => {
			const grown = repeat(12, answer, onRateLimited(onRateLimited(newThrottle(20))));
			expect(Math.floor(grown.concurrency)).toBe(7);
			expect(concurrencyAfter(6, onWindowClosed(grown))).toEqual([2, 3, 4, 5, 6, 7]);
		});

		it('grows to exactly its previous value, and then by one per round of answers', () => {
			const grown = repeat(12, answer, onRateLimited(onRateLimited(newThrottle(20))));
			const [seventh, eighth] = [7, 8].map((count) => repeat(count, answer, onWindowClosed(grown)));
			expect(grown.concurrency % 1).toBeGreaterThan(0);
			expect(seventh.concurrency).toBe(grown.concurrency);
			expect(eighth.concurrency).toBe(grown.concurrency + 1 / grown.concurrency);
		});

		it('grows to its original value after several closed windows', () => {
			const closed = repeat(3, (throttle) => onWindowClosed(answer(throttle)), newThrottle(20));
			expect(concurrencyAfter(19, closed).at(-1)).toBe(20);
		});

		it('grows by one per round of answers after a rate limit in between', () => {
			const growing = repeat(7, answer, onWindowClosed(newThrottle(20)));
			expect(concurrencyAfter(5, onRateLimited(growing))).toEqual([4, 4, 4, 4, 5]);
		});
	});
});

describe('a generation', () => {
	it.each([
		['rate limit', onRateLimited],
		['closed window', onWindowClosed],
	])(
		'started by a %s does not grow after answers to older requests, which only reset the refusals',
		(_limit, refuse) => {
			const throttle = onAnswered(refuse(newThrottle(20)), 0);
			expect(throttle.concurrency).toBe(refuse(newThrottle(20)).concurrency);
			expect(throttle.refusals).toBe(0);
		},
	);

	it('contains the limit that started it', () => {
		expect(
			[newThrottle(20), onRateLimited(newThrottle(20)), onWindowClosed(newThrottle(20))].map(
				({ limit }) => limit,
			),
		).toEqual([null, 'rateLimit', 'window']);
	});

	it('starts with each refusal by a limit, and refusals are counted until an answer', () => {
		const throttle = onWindowClosed(onRateLimited(newThrottle(20)));
		expect(throttle).toMatchObject({ refusals: 2, generation: 2 });
		expect(answer(throttle)).toMatchObject({ refusals: 0, generation: 2 });
	});

	it('is not started by a request or a late refusal', () => {
		const throttle = onRateLimited(sendMany(newThrottle(20), 3, 10));
		const { concurrency, slowStartThreshold, refusals, generation } = throttle;
		expect(onLateRateLimit(onSent(throttle, NOW + SECOND))).toMatchObject({
			concurrency,
			slowStartThreshold,
			refusals,
			generation,
		});
	});
});

describe('requests', () => {
	it('are counted with the times of the first and the last', () => {
		expect(sendMany(newThrottle(20), 3, 10).rate).toMatchObject({
			firstSentAt: NOW,
			lastSentAt: NOW + 20,
			sent: 3,
		});
	});

	it.each([
		['a rate limit', onRateLimited],
		['a window', onWindowClosed],
	])('are counted from 0 after a refusal by %s', (_case, refuse) => {
		const throttle = onSent(refuse(sendMany(newThrottle(20), 3, 10)), NOW + SECOND);
		expect(throttle.rate).toMatchObject({ firstSentAt: NOW + SECOND, lastSentAt: NOW + SECOND, sent: 1 });
	});
});

describe('the spacing of requests', () => {
	const unlimited = sendMany(newThrottle(20), 31, 100);
	const limited = onRateLimited(unlimited);
	const gapAfter = (throttle: Throttle) => opensAt(sendMany(throttle, 6, 0)) - opensAt(sendMany(throttle, 5, 0));

	it('is 0 before the first rate limit', () => {
		expect(opensAt(unlimited)).toBe(0);
	});

	it('follows the learned rate', () => {
		expect(limited.rate.learnedRate).toBeCloseTo(7.5 / SECOND, 9);
		expect(gapAfter(limited)).toBeCloseTo(SECOND / 7.5, 6);
	});

	it('increases with each late refusal', () => {
		expect(gapAfter(repeat(10, onLateRateLimit, limited))).toBeCloseTo(SECOND / 5, 6);
	});

	it('follows the learned rate after a closed window, from a full bucket', () => {
		expect(onWindowClosed(limited).rate).toMatchObject({
			learnedRate: limited.rate.learnedRate,
			bucketEmptyAt: null,
		});
	});

	it('is not changed by a late rate limit after a closed window', () => {
		const closed = onWindowClosed(sendMany(limited, 5, 100));
		expect(onLateRateLimit(closed)).toEqual(closed);
	});
});

describe('a round trip', () => {
	/** ms until the next request may be sent, after each of several that are sent as early as possible. */
	const gaps = (throttle: Throttle, count: number): number[] => {
		let [next, now] = [throttle, NOW];
		return Array.from({ length: count }, () => {
			next = onSent(next, now);
			now = Math.max(now, opensAt(next));
			return now - NOW;
		});
	};

	it('is unknown before the first answer and delays nothing', () => {
		expect(gaps(newThrottle(20), 5)).toEqual([0, 0, 0, 0, 0]);
	});

	it.each([
		[20, 100, [0, 0, 5, 10, 15]],
		[50, 100, [0, 0, 2, 4, 6]],
		[10, 300, [0, 0, 30, 60, 90]],
	])(
		'spreads the concurrency evenly after three requests at once (%i requests, %i ms)',
		(concurrency, ms, expected) => {
			expect(gaps(withRoundTrip(newThrottle(concurrency), ms), 5)).toEqual(expected);
		},
	);

	it('lets a late timer catch up with at most two requests', () => {
		const late = onSent(withRoundTrip(newThrottle(20), 100), NOW - 50);
		expect(gaps(late, 4)).toEqual([0, 0, 5, 10]);
	});

	it('is the shortest one, so that a slow answer does not increase the spacing', () => {
		expect(gaps(withRoundTrip(withRoundTrip(withRoundTrip(newThrottle(20), 300), 100), 900), 4)).toEqual([
			0, 0, 5, 10,
		]);
	});

	it('has no effect once a rate is learned', () => {
		const limited = onRateLimited(sendMany(withRoundTrip(newThrottle(20), 10_000), 20, 10));
		expect(limited.rate.learnedRate).not.toBeNull();
		expect(onSent(limited, NOW).pacedUntil).toBe(0);
	});
});
