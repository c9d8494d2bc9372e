import {
	answered,
	opensAt,
	sending,
	slowedDown,
	slowedMore,
	startPace,
	timed,
	turnedAway,
	type Pace,
} from '../../nodes/IdentityResolution/run/pace';

/** An answer to a request that was sent in the episode that still lasts. */
const answer = (pace: Pace): Pace => answered(pace, pace.episode);

const NOW = 1_000_000;
const SECOND = 1_000;

const times = (count: number, step: (pace: Pace) => Pace, pace: Pace): Pace =>
	Array.from({ length: count }).reduce<Pace>(step, pace);

/** Widths after each of so many answers. */
const widthsAfter = (count: number, pace: Pace) =>
	Array.from({ length: count }, (_, nth) => Math.floor(times(nth + 1, answer, pace).width));

/** Sends so many requests, evenly spread from now on. */
const sendingMany = (start: Pace, count: number, gap: number): Pace =>
	Array.from({ length: count }, (_, nth) => NOW + nth * gap).reduce(sending, start);

describe('how many requests may be in flight', () => {
	it('is the concurrency to begin with', () => {
		expect(startPace(20).width).toBe(20);
	});

	it('is the concurrency after answers alone', () => {
		expect(times(1_000, answer, startPace(20)).width).toBe(20);
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
			expect(slowedDown({ ...startPace(20), width }).width).toBe(halved);
		});

		it('grows back by one with a whole round of answers, not with each of them', () => {
			const slow = times(2, slowedDown, startPace(20));
			expect(slow.width).toBe(5);
			expect(Math.floor(answer(slow).width)).toBe(5);
			const round = times(6, answer, slow).width;
			expect(round).toBeGreaterThan(6);
			expect(round).toBeLessThan(7);
		});

		it('never grows over the concurrency', () => {
			expect(times(1_000, answer, slowedDown(startPace(20))).width).toBe(20);
			expect(answer(slowedDown(startPace(1))).width).toBe(1);
		});
	});

	describe('once a window was closed', () => {
		it('is one: the others wait for what becomes of it', () => {
			expect(turnedAway(startPace(20)).width).toBe(1);
		});

		it('grows by one with each answer, up to what it was', () => {
			expect(widthsAfter(21, turnedAway(startPace(20)))).toEqual([
				...Array.from({ length: 19 }, (_, nth) => nth + 2),
				20,
				20,
			]);
		});

		it('grows over what it was by one with a whole round of answers', () => {
			expect(widthsAfter(11, turnedAway(slowedDown(slowedDown(startPace(20)))))).toEqual([
				2, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6,
			]);
		});

		it('grows by one with each answer up to what it had grown to since the burst guard refused', () => {
			const grown = times(12, answer, slowedDown(slowedDown(startPace(20))));
			expect(Math.floor(grown.width)).toBe(7);
			expect(widthsAfter(6, turnedAway(grown))).toEqual([2, 3, 4, 5, 6, 7]);
		});

		it('grows up to just what it had grown to, and only from there on with a whole round of answers', () => {
			const grown = times(12, answer, slowedDown(slowedDown(startPace(20))));
			const [seventh, eighth] = [7, 8].map((count) => times(count, answer, turnedAway(grown)));
			expect(grown.width % 1).toBeGreaterThan(0);
			expect(seventh.width).toBe(grown.width);
			expect(eighth.width).toBe(grown.width + 1 / grown.width);
		});

		it('grows up to what it was before the window was found closed again and again', () => {
			const closed = times(3, (pace) => turnedAway(answer(pace)), startPace(20));
			expect(widthsAfter(19, closed).at(-1)).toBe(20);
		});

		it('grows slowly from where the burst guard refused meanwhile', () => {
			const growing = times(7, answer, turnedAway(startPace(20)));
			expect(widthsAfter(5, slowedDown(growing))).toEqual([4, 4, 4, 4, 5]);
		});
	});
});

describe('an episode', () => {
	it.each([
		['burst guard', slowedDown],
		['window', turnedAway],
	])(
		'that a %s began is not widened by answers to what was sent before it, but it is taken for open',
		(_limit, refuse) => {
			const pace = answered(refuse(startPace(20)), 0);
			expect(pace.width).toBe(refuse(startPace(20)).width);
			expect(pace.refusals).toBe(0);
		},
	);

	it('tells what began it', () => {
		expect([startPace(20), slowedDown(startPace(20)), turnedAway(startPace(20))].map(({ limit }) => limit)).toEqual(
			[null, 'burst', 'window'],
		);
	});

	it('begins with each refusal by a limit, and refusals are counted until an answer comes', () => {
		const pace = turnedAway(slowedDown(startPace(20)));
		expect(pace).toMatchObject({ refusals: 2, episode: 2 });
		expect(answer(pace)).toMatchObject({ refusals: 0, episode: 2 });
	});

	it('is begun neither by a request nor by a further refusal of the one before', () => {
		const pace = slowedDown(sendingMany(startPace(20), 3, 10));
		const { width, steady, refusals, episode } = pace;
		expect(slowedMore(sending(pace, NOW + SECOND))).toMatchObject({ width, steady, refusals, episode });
	});
});

describe('requests', () => {
	it('are counted, with the times of the first and the last', () => {
		expect(sendingMany(startPace(20), 3, 10).rate).toMatchObject({ since: NOW, last: NOW + 20, sent: 3 });
	});

	it.each([
		['the burst guard', slowedDown],
		['a window', turnedAway],
	])('are counted anew after a refusal by %s', (_says, refuse) => {
		const pace = sending(refuse(sendingMany(startPace(20), 3, 10)), NOW + SECOND);
		expect(pace.rate).toMatchObject({ since: NOW + SECOND, last: NOW + SECOND, sent: 1 });
	});
});

describe('requests are spaced out', () => {
	const flood = sendingMany(startPace(20), 31, 100);
	const learnt = slowedDown(flood);
	const gapAfter = (pace: Pace) => opensAt(sendingMany(pace, 6, 0)) - opensAt(sendingMany(pace, 5, 0));

	it('not before the burst guard refused one', () => {
		expect(opensAt(flood)).toBe(0);
	});

	it('at the rate that the refused one taught', () => {
		expect(learnt.rate.settled).toBeCloseTo(7.5 / SECOND, 9);
		expect(gapAfter(learnt)).toBeCloseTo(SECOND / 7.5, 6);
	});

	it('at a lower one with each further refusal of those that it ended', () => {
		expect(gapAfter(times(10, slowedMore, learnt))).toBeCloseTo(SECOND / 5, 6);
	});

	it('still, but from a full guard on, after a window was closed', () => {
		expect(turnedAway(learnt).rate).toMatchObject({ settled: learnt.rate.settled, emptyAt: null });
	});

	it('as they were where those that a closed window ended are refused by the burst guard', () => {
		const closed = turnedAway(sendingMany(learnt, 5, 100));
		expect(slowedMore(closed)).toEqual(closed);
	});
});

describe('a round trip', () => {
	/** ms from now until the next request may be sent, after each of so many that are sent as soon as they may. */
	const gaps = (pace: Pace, count: number): number[] => {
		let [next, now] = [pace, NOW];
		return Array.from({ length: count }, () => {
			next = sending(next, now);
			now = Math.max(now, opensAt(next));
			return now - NOW;
		});
	};

	it('is not known before the first answer, and nothing waits for it', () => {
		expect(gaps(startPace(20), 5)).toEqual([0, 0, 0, 0, 0]);
	});

	it.each([
		[20, 100, [0, 0, 5, 10, 15]],
		[50, 100, [0, 0, 2, 4, 6]],
		[10, 300, [0, 0, 30, 60, 90]],
	])(
		'has as many requests spread over it as may be in flight, but for three that are sent at once (%i, %i ms)',
		(concurrency, ms, expected) => {
			expect(gaps(timed(startPace(concurrency), ms), 5)).toEqual(expected);
		},
	);

	it('lets a sender that comes late catch up with two at most', () => {
		const late = sending(timed(startPace(20), 100), NOW - 50);
		expect(gaps(late, 4)).toEqual([0, 0, 5, 10]);
	});

	it('is the shortest one: a slow answer spreads nothing further', () => {
		expect(gaps(timed(timed(timed(startPace(20), 300), 100), 900), 4)).toEqual([0, 0, 5, 10]);
	});

	it('counts no more once the burst guard has taught a rate', () => {
		const learnt = slowedDown(sendingMany(timed(startPace(20), 10_000), 20, 10));
		expect(learnt.rate.settled).not.toBeNull();
		expect(sending(learnt, NOW).spacedUntil).toBe(0);
	});
});
