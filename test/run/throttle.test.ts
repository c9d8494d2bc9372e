import {
	canSend,
	newThrottle,
	onAnswered,
	onRefused,
	onSent,
	opensAt,
	paused,
	type Throttle,
} from '../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

const sentAt = (at: number) => ({ sentAt: at, nth: 0 });
const throttleWith = (set: Partial<Throttle>): Throttle => ({ ...newThrottle(20), ...set });

describe('a request may be sent', () => {
	it.each<[string, boolean, Partial<Throttle>, number]>([
		['if concurrency allows one more', true, {}, 19],
		['but not if it allows no more', false, {}, 20],
		['but not during a pause', false, { pausedUntil: NOW + 1 }, 0],
		['at the end of a pause', true, { pausedUntil: NOW }, 0],
	])('%s: %j', (_says, is, set, inFlight) => {
		expect(canSend(throttleWith(set), inFlight, NOW)).toBe(is);
	});

	it('but not before the rate limit is expected to accept it', () => {
		const { throttle, attempt } = onSent(newThrottle(20), NOW);
		const refused = onRefused(throttle, 'rateLimit', attempt, NOW);
		expect(canSend(refused, 0, NOW)).toBe(false);
		expect(canSend(refused, 0, opensAt(refused, NOW))).toBe(true);
	});
});

describe('refusals in a row', () => {
	const answered = onAnswered(newThrottle(20), sentAt(NOW), NOW);

	it('are counted from the first one after an answer', () => {
		const once = onRefused(answered, 'rateLimit', sentAt(NOW), NOW + SECOND);
		const twice = onRefused(once, 'rateLimit', sentAt(NOW + SECOND), NOW + 2 * SECOND);
		expect([once.refusals, twice.refusals, twice.waitingSince]).toEqual([1, 2, NOW + SECOND]);
		expect(onAnswered(twice, sentAt(NOW), NOW)).toMatchObject({ refusals: 0, waitingSince: null });
	});

	it('count once for requests that were in flight together', () => {
		const once = onRefused(answered, 'window', sentAt(NOW), NOW + SECOND);
		expect(onRefused(once, 'window', sentAt(NOW + 500), NOW + SECOND + 1)).toMatchObject({
			refusals: 1,
			refusedAt: NOW + SECOND,
		});
	});

	it('are one more if the service has not answered yet', () => {
		expect(onRefused(newThrottle(20), 'rateLimit', sentAt(NOW), NOW).refusals).toBe(2);
	});
});

describe('a pause', () => {
	it('is not shortened by an earlier time', () => {
		const long = paused(newThrottle(20), 'rateLimit', NOW + SECOND);
		expect(paused(long, 'rateLimit', NOW).pausedUntil).toBe(NOW + SECOND);
	});

	it.each([
		['rateLimit', 20],
		['window', 1],
	] as const)('for a limit of the kind %s leaves a concurrency of %i', (by, concurrency) => {
		expect(paused(newThrottle(20), by, NOW).concurrency).toBe(concurrency);
	});

	it('for a window ends with one request more for each answer, up to the maximum', () => {
		const after = paused(newThrottle(3), 'window', NOW);
		const times = [NOW - 1, NOW, NOW + 1, NOW + 2];
		const grown = times.map((_, nth) =>
			times.slice(0, nth + 1).reduce((one, at) => onAnswered(one, sentAt(at), at), after),
		);
		expect(grown.map(({ concurrency }) => concurrency)).toEqual([1, 2, 3, 3]);
	});
});

it('a window says nothing about the rate limit', () => {
	const { throttle, attempt } = onSent(newThrottle(20), NOW);
	expect(onRefused(throttle, 'window', attempt, NOW).rateLimit).toBe(throttle.rateLimit);
});
