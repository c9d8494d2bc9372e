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
} from '../../../nodes/IdentityResolution/run/throttle';

/** An answer to a request of the current generation. */
const answer = (throttle: Throttle): Throttle => onAnswered(throttle, throttle.generation);

const NOW = 1_000_000;
const SECOND = 1_000;

describe('the next request', () => {
	const pausing = withPause(newThrottle(2), NOW + 5 * SECOND, NOW);
	const limited: Throttle = { ...newThrottle(2), rate: { ...newThrottle(2).rate, nextAt: NOW + 300 } };

	it.each([
		['at once without a pause or a rate', newThrottle(2), 0],
		['once the pause is over', pausing, NOW + 5 * SECOND],
		['once the rate allows it', limited, NOW + 300],
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
		['waits until the rate allows it', limited, 0, NOW + 299, false],
		['is sent when the rate allows it', limited, 0, NOW + 300, true],
	])('%s', (_case, throttle, inFlight, now, allowed) => {
		expect(canSend(throttle, inFlight, now)).toBe(allowed);
	});
});

describe('a pause', () => {
	it('lasts until the given time and counts as a wait', () => {
		expect(withPause(newThrottle(20), NOW + 5_000, NOW)).toMatchObject({ pausedUntil: NOW + 5_000, waited: 5_000 });
	});

	it('is extended by a later time, and only the extension is counted', () => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, NOW + 8_000, NOW + 1_000)).toMatchObject({ pausedUntil: NOW + 8_000, waited: 8_000 });
	});

	it.each([
		['an earlier time', NOW + 4_000],
		['the same time', NOW + 5_000],
		['a time that has passed', NOW - 1],
	])('is not shortened by %s', (_case, until) => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, until, NOW)).toBe(first);
	});

	it('after another one counts from its own start', () => {
		const first = withPause(newThrottle(20), NOW + 5_000, NOW);
		expect(withPause(first, NOW + 12_000, NOW + 10_000)).toMatchObject({
			pausedUntil: NOW + 12_000,
			waited: 7_000,
		});
	});

	it('is not ended by an answer, which only resets the counted wait', () => {
		const throttle = answer(withPause(newThrottle(20), NOW + 5_000, NOW));
		expect(throttle).toMatchObject({ pausedUntil: NOW + 5_000, waited: 0 });
	});

	it.each([
		['a rate limit', onRateLimited],
		['a window', onWindowClosed],
	])('keeps its end and the counted wait after a refusal by %s', (_case, refuse) => {
		expect(refuse(withPause(newThrottle(20), NOW + 5_000, NOW))).toMatchObject({
			pausedUntil: NOW + 5_000,
			waited: 5_000,
		});
	});
});

describe('the total wait', () => {
	const waiting = withPause(newThrottle(20), NOW + 5_000, NOW);

	it.each([
		['includes the extension by a later time', NOW + 8_000, NOW + 1_000, 8_000],
		['does not change with an earlier time', NOW + 2_000, NOW + 1_000, 5_000],
		['includes all of a pause that starts later', NOW + 12_000, NOW + 10_000, 7_000],
	])('%s', (_case, until, now, sum) => {
		expect(totalWait(waiting, until, now)).toBe(sum);
	});

	it('includes the rest of the pause after an answer', () => {
		const throttle = answer(withPause(newThrottle(20), NOW + 5_000, NOW));
		expect(totalWait(throttle, NOW + 12_000, NOW + 1_000)).toBe(11_000);
		expect(withPause(throttle, NOW + 12_000, NOW + 1_000).waited).toBe(11_000);
	});

	it('equals the wait that the pause then counts', () => {
		for (const until of [NOW + 1, NOW + 6_000, NOW + 60_000]) {
			expect(withPause(waiting, until, NOW + 3_000).waited).toBe(totalWait(waiting, until, NOW + 3_000));
		}
	});
});
