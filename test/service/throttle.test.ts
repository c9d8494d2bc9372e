import fc from 'fast-check';
import {
	canSend,
	leastWait,
	newThrottle,
	onAccepted,
	onRefused,
	addedWait,
	refusedFor,
	paused,
	type PassingLimit,
	type Throttle,
} from '../../nodes/IdentityResolution/service/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

const throttleWith = (set: Partial<Throttle>): Throttle => ({ ...newThrottle(20), ...set });
/** After requests in turn, of which each is sent when the one before is refused or accepted. */
const after = (events: ReadonlyArray<'accepted' | 'refused'>, concurrency = 20): Throttle =>
	events.reduce(
		(throttle, event, nth) =>
			event === 'accepted' ? onAccepted(throttle) : onRefused(throttle, 'rateLimit', NOW + nth, NOW + nth + 1),
		newThrottle(concurrency),
	);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a request may be sent', () => {
	it.each<[string, boolean, Partial<Throttle>, number]>([
		['if a place is free', true, {}, 19],
		['but not if all places are taken', false, {}, 20],
		['but not on a part of a place', false, { places: 10.9 }, 10],
		['but not during a pause', false, { pausedUntil: NOW + 1 }, 0],
		['at the end of a pause', true, { pausedUntil: NOW }, 0],
	])('%s: %j', (_says, is, set, taken) => {
		expect(canSend(throttleWith(set), taken, NOW)).toBe(is);
	});
});

describe('the places', () => {
	it.each<[string, number, Throttle]>([
		['are as many after one refusal alone, which may be chance', 20, after(['refused', 'accepted', 'refused'])],
		['are a fifth fewer after the next', 16, after(['refused', 'refused'])],
		[
			'are not fewer again for a request that was in flight with it',
			16,
			onRefused(after(['refused', 'refused']), 'rateLimit', NOW, NOW + 9),
		],
		['are fewer again for a later one', 12.8, after(['refused', 'refused', 'refused'])],
		['are never fewer than half of Concurrency', 10, after(times(50, 'refused'))],
		['are half of an odd number, rounded up', 3, after(times(50, 'refused'), 5)],
		['are at least one', 1, after(times(5, 'refused'), 1)],
		[
			'are a tenth more for one accepted request of ten',
			10.1,
			after([...times(50, 'refused' as const), 'accepted']),
		],
		['are never more than Concurrency', 20, after(['refused', 'refused', ...times(99, 'accepted' as const)])],
		[
			'are not fewer for a window, which says nothing about the rate',
			20,
			onRefused(newThrottle(20), 'window', NOW, NOW),
		],
	])('%s: %d', (_says, places, throttle) => {
		expect(throttle.places).toBeCloseTo(places, 9);
	});

	it('let at least one request be sent, whatever happened before', () => {
		const events = fc.array(fc.constantFrom('accepted' as const, 'refused' as const), { maxLength: 200 });
		fc.assert(
			fc.property(events, fc.integer({ min: 1, max: 50 }), (all, concurrency) => {
				expect(canSend(after(all, concurrency), 0, NOW)).toBe(true);
			}),
		);
	});
});

describe('the wait of a refused request', () => {
	it.each<[string, number | null, PassingLimit, number | null]>([
		['is at least Retry-After', 59_000, 'rateLimit', 59_000],
		['is a second if Retry-After is 0', SECOND, 'rateLimit', 0],
		['is a second without Retry-After', SECOND, 'rateLimit', null],
		['is a second more for a window', 31 * SECOND, 'window', 30 * SECOND],
		['is unknown for a window without Retry-After', null, 'window', null],
	])('%s: %j ms', (_says, ms, by, retryAfter) => {
		expect(leastWait(by, retryAfter)).toBe(ms);
	});

	it.each<[string, number, number | null, share: number]>([
		['is longer by a tenth of the time without an accepted request, without Retry-After', 2 * SECOND, null, 0],
		['is not longer with Retry-After, which is obeyed', 0, 500, 0],
		['differs by up to 250 ms, so that several runs do not come back together', 250, 59_000, 1],
		['differs by half of itself if it is short', 50, 100, 1],
		['differs without Retry-After, too', 2_250, null, 1],
	])('%s: %j ms', (_says, ms, retryAfter, share) => {
		const refusing = throttleWith({ refusingSince: NOW - 20 * SECOND });
		expect(addedWait(refusing, retryAfter, NOW, () => share)).toBeCloseTo(ms, 6);
	});
});

describe('limits', () => {
	const refusedAt = (seconds: number, throttle = newThrottle(20)) =>
		onRefused(throttle, 'window', NOW, NOW + seconds * SECOND);

	it('have refused every request since the first refusal after an accepted one', () => {
		const twice = refusedAt(2, refusedAt(1));
		expect(refusedFor(twice, NOW + 5 * SECOND)).toBe(4 * SECOND);
		expect(refusedFor(onAccepted(twice), NOW + 5 * SECOND)).toBe(0);
		expect(refusedFor(refusedAt(4, onAccepted(twice)), NOW + 5 * SECOND)).toBe(SECOND);
	});

	it('do not shorten a pause, but may extend it', () => {
		const pauses = [NOW + SECOND, NOW + 1, NOW + 2 * SECOND];
		expect(pauses.reduce(paused, newThrottle(20)).pausedUntil).toBe(NOW + 2 * SECOND);
		expect(pauses.slice(0, 2).reduce(paused, newThrottle(20)).pausedUntil).toBe(NOW + SECOND);
	});
});
