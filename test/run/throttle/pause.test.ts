import { newThrottle, onSent, paused, type Pause, type Throttle } from '../../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const UNTIL = NOW + 30_000;

/** A throttle that sent a hundred requests within seven seconds. */
function busy(): Throttle {
	let throttle = newThrottle(8);
	for (let nth = 0; nth < 100; nth++) throttle = onSent(throttle, NOW - 10_000 + 70 * nth);
	return throttle;
}

const pausedFor = (kind: Pause['kind'], throttle = busy(), until = UNTIL) => paused(throttle, { until, kind }, NOW);

describe.each(['rateLimit', 'lateRateLimit', 'window', 'repeat'] as const)('a pause (%s)', (kind) => {
	it('lasts until its time, and counts as a wait', () => {
		expect(pausedFor(kind)).toMatchObject({ pausedUntil: UNTIL, waited: 30_000 });
	});

	it('does not end a longer one', () => {
		expect(pausedFor('repeat', pausedFor(kind), UNTIL - 10_000)).toMatchObject({
			pausedUntil: UNTIL,
			waited: 30_000,
		});
	});
});

describe('the throttle', () => {
	it('halves concurrency after a rate limit, and learns the rate of accepted requests', () => {
		const throttle = pausedFor('rateLimit');
		expect(throttle).toMatchObject({ concurrency: 4, slowStartThreshold: 4, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeCloseTo(99 / (99 * 70 + 1_000), 9);
	});

	it('lowers only the rate after another refusal by the same rate limit', () => {
		const before = pausedFor('rateLimit');
		const after = pausedFor('lateRateLimit', before);
		expect(after).toMatchObject({ concurrency: 4, refusals: 1, generation: 1 });
		expect(after.rate.learnedRate).toBeLessThan(before.rate.learnedRate ?? 0);
	});

	it('starts with one request in flight after a closed window', () => {
		const throttle = pausedFor('window');
		expect(throttle).toMatchObject({ concurrency: 1, slowStartThreshold: 8, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeNull();
	});

	it('keeps its rate and concurrency if it already waits for the limit', () => {
		const before = busy();
		expect(pausedFor('repeat', before)).toEqual({ ...before, pausedUntil: UNTIL, waited: 30_000 });
	});
});
