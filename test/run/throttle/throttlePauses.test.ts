import {
	onAnswered,
	canSend,
	opensAt,
	withPause,
	onRateLimited,
	newThrottle,
	onWindowClosed,
	totalWait,
	type Throttle,
} from '../../../nodes/IdentityResolution/run/throttle/throttle';

/** An answer to a request that was sent in the episode that still lasts. */
const answer = (throttle: Throttle): Throttle => onAnswered(throttle, throttle.generation);

const NOW = 1_000_000;
const SECOND = 1_000;

describe('the next request', () => {
	const pausing = withPause(newThrottle(2), NOW + 5 * SECOND, NOW);
	const spaced: Throttle = { ...newThrottle(2), rate: { ...newThrottle(2).rate, nextAt: NOW + 300 } };

	it.each([
		['at once where nothing speaks against it', newThrottle(2), 0],
		['once the pause is over', pausing, NOW + 5 * SECOND],
		['once the rate allows it', spaced, NOW + 300],
		['once a pause is over that outlasts the rate', { ...pausing, rate: spaced.rate }, NOW + 5 * SECOND],
		['once the rate allows it after a short pause', { ...spaced, pausedUntil: NOW + 100 }, NOW + 300],
	])('may be sent %s', (_says, throttle, time) => {
		expect(opensAt(throttle)).toBe(time);
	});

	it.each<[string, Throttle, number, number, boolean]>([
		['goes while there is room for it', newThrottle(2), 1, NOW, true],
		['stays while as many are in flight as may be', newThrottle(2), 2, NOW, false],
		['stays where there is but a part of a place', { ...newThrottle(20), concurrency: 2.9 }, 2, NOW, false],
		['stays within a pause', pausing, 0, NOW + 5 * SECOND - 1, false],
		['goes at the end of a pause', pausing, 0, NOW + 5 * SECOND, true],
		['stays until the rate allows it', spaced, 0, NOW + 299, false],
		['goes when the rate allows it', spaced, 0, NOW + 300, true],
	])('%s', (_says, throttle, inFlight, now, open) => {
		expect(canSend(throttle, inFlight, now)).toBe(open);
	});
});

describe('a pause', () => {
	it('lasts until its time, and the wait is counted', () => {
		expect(withPause(newThrottle(20), NOW + 5_000, NOW)).toMatchObject({ pausedUntil: NOW + 5_000, waited: 5_000 });
	});

	it('is made longer by a later time, and only what is added is counted', () => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, NOW + 8_000, NOW + 1_000)).toMatchObject({ pausedUntil: NOW + 8_000, waited: 8_000 });
	});

	it.each([
		['an earlier time', NOW + 4_000],
		['the same time', NOW + 5_000],
		['a time that has passed', NOW - 1],
	])('is not made shorter by %s', (_says, until) => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, until, NOW)).toBe(first);
	});

	it('that follows upon another counts from where it begins', () => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, NOW + 12_000, NOW + 10_000)).toMatchObject({
			pausedUntil: NOW + 12_000,
			waited: 7_000,
		});
	});

	it('is not ended by an answer that was under way, but what was waited is forgotten', () => {
		const throttle = answer(withPause(newThrottle(20), NOW + 5_000, NOW));
		expect(throttle).toMatchObject({ pausedUntil: NOW + 5_000, waited: 0 });
	});

	it.each([
		['the burst guard', onRateLimited],
		['a window', onWindowClosed],
	])('is neither ended nor forgotten with a refusal by %s', (_says, refuse) => {
		expect(refuse(withPause(newThrottle(20), NOW + 5_000, NOW))).toMatchObject({
			pausedUntil: NOW + 5_000,
			waited: 5_000,
		});
	});
});

describe('what the waits would sum up to', () => {
	const waiting = withPause(newThrottle(20), NOW + 5_000, NOW);

	it.each([
		['with a later time: what that adds', NOW + 8_000, NOW + 1_000, 8_000],
		['with an earlier time: nothing more', NOW + 2_000, NOW + 1_000, 5_000],
		['with a time after the pause is over: all of it', NOW + 12_000, NOW + 10_000, 7_000],
	])('%s', (_says, until, now, sum) => {
		expect(totalWait(waiting, until, now)).toBe(sum);
	});

	it('after an answer in the middle of a pause: all of it that is still to come', () => {
		const throttle = answer(withPause(newThrottle(20), NOW + 5_000, NOW));
		expect(totalWait(throttle, NOW + 12_000, NOW + 1_000)).toBe(11_000);
		expect(withPause(throttle, NOW + 12_000, NOW + 1_000).waited).toBe(11_000);
	});

	it('is what the pause then counts', () => {
		for (const until of [NOW + 1, NOW + 6_000, NOW + 60_000]) {
			expect(withPause(waiting, until, NOW + 3_000).waited).toBe(totalWait(waiting, until, NOW + 3_000));
		}
	});
});
