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
} from '../../../nodes/IdentityResolution/run/throttle/throttle';

/** An answer to a request that was sent in the episode that still lasts. */
const answer = (throttle: Throttle): Throttle => onAnswered(throttle, throttle.generation);

const NOW = 1_000_000;
const SECOND = 1_000;

const times = (count: number, step: (throttle: Throttle) => Throttle, throttle: Throttle): Throttle =>
	Array.from({ length: count }).reduce<Throttle>(step, throttle);

/** Widths after each of so many answers. */
const widthsAfter = (count: number, throttle: Throttle) =>
	Array.from({ length: count }, (_, nth) => Math.floor(times(nth + 1, answer, throttle).concurrency));

/** Sends so many requests, evenly spread from now on. */
const sendingMany = (start: Throttle, count: number, gap: number): Throttle =>
	Array.from({ length: count }, (_, nth) => NOW + nth * gap).reduce(onSent, start);

describe('how many requests may be in flight', () => {
	it('is the concurrency to begin with', () => {
		expect(newThrottle(20).concurrency).toBe(20);
	});

	it('is the concurrency after answers alone', () => {
		expect(times(1_000, answer, newThrottle(20)).concurrency).toBe(20);
	});

	describe('once the burst guard refused', () => {
		it.each([
			[20, 10],
			[10, 5],
			[5, 2],
			[2, 1],
			[1, 1],
			[2.9, 1],
		])('is halved, from %d to %i', (width, halved) => {
			expect(onRateLimited({ ...newThrottle(20), concurrency: width }).concurrency).toBe(halved);
		});

		it('grows back by one with a whole round of answers, not with each of them', () => {
			const slow = times(2, onRateLimited, newThrottle(20));
			expect(slow.concurrency).toBe(5);
			expect(Math.floor(answer(slow).concurrency)).toBe(5);
			const round = times(6, answer, slow).concurrency;
			expect(round).toBeGreaterThan(6);
			expect(round).toBeLessThan(7);
		});

		it('never grows over the concurrency', () => {
			expect(times(1_000, answer, onRateLimited(newThrottle(20))).concurrency).toBe(20);
			expect(answer(onRateLimited(newThrottle(1))).concurrency).toBe(1);
		});
	});

	describe('once a window was closed', () => {
		it('is one: the others wait for what becomes of it', () => {
			expect(onWindowClosed(newThrottle(20)).concurrency).toBe(1);
		});

		it('grows by one with each answer, up to what it was', () => {
			expect(widthsAfter(21, onWindowClosed(newThrottle(20)))).toEqual([
				...Array.from({ length: 19 }, (_, nth) => nth + 2),
				20,
				20,
			]);
		});

		it('grows over what it was by one with a whole round of answers', () => {
			expect(widthsAfter(11, onWindowClosed(onRateLimited(onRateLimited(newThrottle(20)))))).toEqual([
				2, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6,
			]);
		});

		it('grows by one with each answer up to what it had grown to since the burst guard refused', () => {
			const grown = times(12, answer, onRateLimited(onRateLimited(newThrottle(20))));
			expect(Math.floor(grown.concurrency)).toBe(7);
			expect(widthsAfter(6, onWindowClosed(grown))).toEqual([2, 3, 4, 5, 6, 7]);
		});

		it('grows up to just what it had grown to, and only from there on with a whole round of answers', () => {
			const grown = times(12, answer, onRateLimited(onRateLimited(newThrottle(20))));
			const [seventh, eighth] = [7, 8].map((count) => times(count, answer, onWindowClosed(grown)));
			expect(grown.concurrency % 1).toBeGreaterThan(0);
			expect(seventh.concurrency).toBe(grown.concurrency);
			expect(eighth.concurrency).toBe(grown.concurrency + 1 / grown.concurrency);
		});

		it('grows up to what it was before the window was found closed again and again', () => {
			const closed = times(3, (throttle) => onWindowClosed(answer(throttle)), newThrottle(20));
			expect(widthsAfter(19, closed).at(-1)).toBe(20);
		});

		it('grows slowly from where the burst guard refused meanwhile', () => {
			const growing = times(7, answer, onWindowClosed(newThrottle(20)));
			expect(widthsAfter(5, onRateLimited(growing))).toEqual([4, 4, 4, 4, 5]);
		});
	});
});

describe('an episode', () => {
	it.each([
		['burst guard', onRateLimited],
		['window', onWindowClosed],
	])(
		'that a %s began is not widened by answers to what was sent before it, but it is taken for open',
		(_limit, refuse) => {
			const throttle = onAnswered(refuse(newThrottle(20)), 0);
			expect(throttle.concurrency).toBe(refuse(newThrottle(20)).concurrency);
			expect(throttle.refusals).toBe(0);
		},
	);

	it('tells what began it', () => {
		expect(
			[newThrottle(20), onRateLimited(newThrottle(20)), onWindowClosed(newThrottle(20))].map(
				({ limit }) => limit,
			),
		).toEqual([null, 'rateLimit', 'window']);
	});

	it('begins with each refusal by a limit, and refusals are counted until an answer comes', () => {
		const throttle = onWindowClosed(onRateLimited(newThrottle(20)));
		expect(throttle).toMatchObject({ refusals: 2, generation: 2 });
		expect(answer(throttle)).toMatchObject({ refusals: 0, generation: 2 });
	});

	it('is begun neither by a request nor by a further refusal of the one before', () => {
		const throttle = onRateLimited(sendingMany(newThrottle(20), 3, 10));
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
	it('are counted, with the times of the first and the last', () => {
		expect(sendingMany(newThrottle(20), 3, 10).rate).toMatchObject({
			firstSentAt: NOW,
			lastSentAt: NOW + 20,
			sent: 3,
		});
	});

	it.each([
		['the burst guard', onRateLimited],
		['a window', onWindowClosed],
	])('are counted anew after a refusal by %s', (_says, refuse) => {
		const throttle = onSent(refuse(sendingMany(newThrottle(20), 3, 10)), NOW + SECOND);
		expect(throttle.rate).toMatchObject({ firstSentAt: NOW + SECOND, lastSentAt: NOW + SECOND, sent: 1 });
	});
});

describe('requests are spaced out', () => {
	const flood = sendingMany(newThrottle(20), 31, 100);
	const learnt = onRateLimited(flood);
	const gapAfter = (throttle: Throttle) =>
		opensAt(sendingMany(throttle, 6, 0)) - opensAt(sendingMany(throttle, 5, 0));

	it('not before the burst guard refused one', () => {
		expect(opensAt(flood)).toBe(0);
	});

	it('at the rate that the refused one taught', () => {
		expect(learnt.rate.learnedRate).toBeCloseTo(7.5 / SECOND, 9);
		expect(gapAfter(learnt)).toBeCloseTo(SECOND / 7.5, 6);
	});

	it('at a lower one with each further refusal of those that it ended', () => {
		expect(gapAfter(times(10, onLateRateLimit, learnt))).toBeCloseTo(SECOND / 5, 6);
	});

	it('still, but from a full guard on, after a window was closed', () => {
		expect(onWindowClosed(learnt).rate).toMatchObject({
			learnedRate: learnt.rate.learnedRate,
			bucketEmptyAt: null,
		});
	});

	it('as they were where those that a closed window ended are refused by the burst guard', () => {
		const closed = onWindowClosed(sendingMany(learnt, 5, 100));
		expect(onLateRateLimit(closed)).toEqual(closed);
	});
});

describe('a round trip', () => {
	/** ms from now until the next request may be sent, after each of so many that are sent as soon as they may. */
	const gaps = (throttle: Throttle, count: number): number[] => {
		let [next, now] = [throttle, NOW];
		return Array.from({ length: count }, () => {
			next = onSent(next, now);
			now = Math.max(now, opensAt(next));
			return now - NOW;
		});
	};

	it('is not known before the first answer, and nothing waits for it', () => {
		expect(gaps(newThrottle(20), 5)).toEqual([0, 0, 0, 0, 0]);
	});

	it.each([
		[20, 100, [0, 0, 5, 10, 15]],
		[50, 100, [0, 0, 2, 4, 6]],
		[10, 300, [0, 0, 30, 60, 90]],
	])(
		'has as many requests spread over it as may be in flight, but for three that are sent at once (%i, %i ms)',
		(concurrency, ms, expected) => {
			expect(gaps(withRoundTrip(newThrottle(concurrency), ms), 5)).toEqual(expected);
		},
	);

	it('lets a sender that comes late catch up with two at most', () => {
		const late = onSent(withRoundTrip(newThrottle(20), 100), NOW - 50);
		expect(gaps(late, 4)).toEqual([0, 0, 5, 10]);
	});

	it('is the shortest one: a slow answer spreads nothing further', () => {
		expect(gaps(withRoundTrip(withRoundTrip(withRoundTrip(newThrottle(20), 300), 100), 900), 4)).toEqual([
			0, 0, 5, 10,
		]);
	});

	it('counts no more once the burst guard has taught a rate', () => {
		const learnt = onRateLimited(sendingMany(withRoundTrip(newThrottle(20), 10_000), 20, 10));
		expect(learnt.rate.learnedRate).not.toBeNull();
		expect(onSent(learnt, NOW).pacedUntil).toBe(0);
	});
});
