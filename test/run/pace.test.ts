import { answered, paused, refused, startPace, waitedBy, type Pace } from '../../nodes/IdentityResolution/run/pace';

const NOW = 1_000_000;

const times = (count: number, step: (pace: Pace) => Pace, pace: Pace): Pace =>
	Array.from({ length: count }).reduce<Pace>(step, pace);

describe('how many requests may be in flight', () => {
	it('is the concurrency to begin with', () => {
		expect(startPace(20).width).toBe(20);
	});

	it.each([
		[20, 10],
		[10, 5],
		[5, 2],
		[2, 1],
		[1, 1],
		[2.9, 1],
	])('is halved by a burst limit, from %d to %i', (width, halved) => {
		expect(refused({ ...startPace(20), width }, 'burst').width).toBe(halved);
	});

	it('stays as it is at a window: waiting is all that helps there', () => {
		expect(refused(startPace(20), 'window').width).toBe(20);
	});

	it('grows back by one with a whole round of answers, not with each of them', () => {
		const slow = times(2, (pace) => refused(pace, 'burst'), startPace(20));
		expect(slow.width).toBe(5);
		expect(Math.floor(answered(slow).width)).toBe(5);
		const round = times(6, answered, slow).width;
		expect(round).toBeGreaterThan(6);
		expect(round).toBeLessThan(7);
	});

	it('never grows over the concurrency', () => {
		expect(times(1_000, answered, refused(startPace(20), 'burst')).width).toBe(20);
		expect(answered(startPace(1)).width).toBe(1);
	});
});

describe('the refusals in a row', () => {
	it('are counted, and forgotten with the next answer', () => {
		const pace = refused(refused(startPace(20), 'burst'), 'window');
		expect(pace.refusals).toBe(2);
		expect(answered(pace).refusals).toBe(0);
	});

	it('each begin an episode, and episodes are never forgotten', () => {
		const pace = answered(refused(refused(startPace(20), 'burst'), 'window'));
		expect(pace.episode).toBe(2);
	});
});

describe('a pause', () => {
	it('lasts until its time, and the wait is counted', () => {
		expect(paused(startPace(20), NOW + 5_000, NOW)).toMatchObject({ pausedUntil: NOW + 5_000, waited: 5_000 });
	});

	it('is made longer by a later time, and only what is added is counted', () => {
		const first = paused(startPace(20), NOW + 5_000, NOW);
		expect(paused(first, NOW + 8_000, NOW + 1_000)).toMatchObject({ pausedUntil: NOW + 8_000, waited: 8_000 });
	});

	it.each([
		['an earlier time', NOW + 4_000],
		['the same time', NOW + 5_000],
		['a time that has passed', NOW - 1],
	])('is not made shorter by %s', (_says, until) => {
		const first = paused(startPace(20), NOW + 5_000, NOW);
		expect(paused(first, until, NOW)).toBe(first);
	});

	it('that follows upon another counts from where it begins', () => {
		const first = paused(startPace(20), NOW + 5_000, NOW);
		expect(paused(first, NOW + 12_000, NOW + 10_000)).toMatchObject({ pausedUntil: NOW + 12_000, waited: 7_000 });
	});

	it('is not ended by an answer that was under way, but what was waited is forgotten', () => {
		const pace = answered(paused(startPace(20), NOW + 5_000, NOW));
		expect(pace).toMatchObject({ pausedUntil: NOW + 5_000, waited: 0 });
	});
});

describe('what the waits would sum up to', () => {
	const waiting = paused(startPace(20), NOW + 5_000, NOW);

	it.each([
		['with a later time: what that adds', NOW + 8_000, NOW + 1_000, 8_000],
		['with an earlier time: nothing more', NOW + 2_000, NOW + 1_000, 5_000],
		['with a time after the pause is over: all of it', NOW + 12_000, NOW + 10_000, 7_000],
	])('%s', (_says, until, now, sum) => {
		expect(waitedBy(waiting, until, now)).toBe(sum);
	});

	it('is what the pause then counts', () => {
		for (const until of [NOW + 1, NOW + 6_000, NOW + 60_000]) {
			expect(paused(waiting, until, NOW + 3_000).waited).toBe(waitedBy(waiting, until, NOW + 3_000));
		}
	});
});
