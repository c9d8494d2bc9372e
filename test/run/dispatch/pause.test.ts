import type { RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { paused, type RefusedRequest } from '../../../nodes/IdentityResolution/run/dispatch/pause';
import type { Pause } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { newThrottle, onSent, type Throttle } from '../../../nodes/IdentityResolution/run/throttle/throttle';

const NOW = Date.UTC(2030, 0, 1);
const UNTIL = NOW + 30_000;

const refusedAs = (kind: RefusalKind, generation = 0): RefusedRequest => ({
	refusal: { kind, httpStatus: 429, code: null, message: null, retryAfter: 29_000 },
	generation,
});

/** A throttle that sent a hundred requests within seven seconds. */
function busy(): Throttle {
	let throttle = newThrottle(8);
	for (let nth = 0; nth < 100; nth++) throttle = onSent(throttle, NOW - 10_000 + 70 * nth);
	return throttle;
}

const pausedFor = (
	kind: Pause['kind'],
	throttle = busy(),
	refused: RefusedRequest | null = refusedAs('rate_limited'),
	until = UNTIL,
) => paused(throttle, { do: 'pause', until, kind }, refused, NOW);

describe.each(['rateLimit', 'window', 'repeat', 'accountCheck'] as const)('a pause (%s)', (kind) => {
	it('lasts until its time, and counts as a wait', () => {
		expect(pausedFor(kind)).toMatchObject({ pausedUntil: UNTIL, waited: 30_000 });
	});

	it('does not end a longer one', () => {
		const shorter = pausedFor('repeat', pausedFor(kind), refusedAs('rate_limited'), UNTIL - 10_000);
		expect(shorter).toMatchObject({ pausedUntil: UNTIL, waited: 30_000 });
	});
});

describe('after a pause, the throttle', () => {
	it('halves concurrency after a rate limit, and learns the rate of the accepted requests', () => {
		const throttle = pausedFor('rateLimit');
		expect(throttle).toMatchObject({ concurrency: 4, slowStartThreshold: 4, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeCloseTo(99 / (99 * 70 + 1_000), 9);
	});

	it.each<[string, RefusalKind, number, boolean]>([
		['lowers the rate with each other refusal of the same burst', 'rate_limited', 0, true],
		['keeps the rate after a refusal of an earlier burst', 'rate_limited', -1, false],
		['keeps the rate after a refusal by a window', 'fair_use_records', 0, false],
	])('%s', (_says, kind, generation, isSlower) => {
		const before = pausedFor('rateLimit');
		const after = pausedFor('repeat', before, refusedAs(kind, generation));
		expect(after).toMatchObject({ concurrency: before.concurrency, refusals: 1, generation: 1 });
		expect((after.rate.learnedRate ?? 0) < (before.rate.learnedRate ?? 0)).toBe(isSlower);
	});

	it('starts with one request after a window, and grows from there', () => {
		const throttle = pausedFor('window');
		expect(throttle).toMatchObject({ concurrency: 1, slowStartThreshold: 8, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeNull();
	});

	it('starts with one request after a window that was known to be closed', () => {
		expect(pausedFor('window', busy(), null)).toMatchObject({ concurrency: 1, generation: 1, pausedUntil: UNTIL });
	});

	it.each(['repeat', 'accountCheck'] as const)('keeps its speed (%s)', (kind) => {
		const throttle = pausedFor(kind);
		expect(throttle).toMatchObject({ concurrency: 8, slowStartThreshold: 8, refusals: 0, generation: 0 });
		expect(throttle.rate.learnedRate).toBeNull();
	});

	it('keeps its rate after an account check of the generation before was refused', () => {
		const before = pausedFor('rateLimit');
		expect(pausedFor('accountCheck', before).rate).toEqual(before.rate);
	});
});
