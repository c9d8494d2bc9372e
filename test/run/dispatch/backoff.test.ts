import {
	errorBackoff,
	rateLimitWait,
	retryTime,
	windowWait,
} from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';

const randomOf = (value: number) => () => value;
const ALMOST_ONE = 1 - Number.EPSILON;

describe('errorBackoff', () => {
	it.each([
		[0, 500],
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
		[4, 8_000],
		[5, 8_000],
		[10, 8_000],
		[2_000, 8_000],
	])('after %i failures is %i ms', (failures, ms) => {
		expect(errorBackoff(failures, randomOf(0))).toBe(ms);
	});

	it.each([
		[0, 2_000],
		[0.5, 1_750],
		[ALMOST_ONE, 1_500],
	])('is shortened by jitter (random: %d) to %i ms', (random, ms) => {
		expect(errorBackoff(2, randomOf(random))).toBeCloseTo(ms, 6);
	});
});

describe('rateLimitWait', () => {
	it.each<[string, number | null, number, number]>([
		['is Retry-After', 5_000, 0, 5_000],
		['is a long Retry-After', 18_000_000, 0, 18_000_000],
		['is one second if Retry-After is 0', 0, 0, 1_000],
		['is one second if Retry-After is shorter', 300, 0, 1_000],
		['is one second longer after a refusal', 1_000, 1, 2_000],
		['is one second longer for each refusal', 5_000, 7, 12_000],
		['also grows if Retry-After is 0', 0, 3, 4_000],
		['is one second without Retry-After', null, 0, 1_000],
		['doubles after a refusal without Retry-After', null, 1, 2_000],
		['doubles with each refusal', null, 4, 16_000],
		['is at most 30 s', null, 5, 30_000],
		['remains 30 s after more refusals', null, 8, 30_000],
	])('%s (Retry-After: %s ms, earlier refusals: %i): %i ms', (_says, retryAfter, before, ms) => {
		expect(rateLimitWait(retryAfter, before, randomOf(0))).toBe(ms);
	});

	it.each([
		[1_000, 0, 1_000, 0],
		[59_000, 0, 59_000, 0],
		[null, 0, 1_000, 0],
		[0, 1, 2_000, 200],
		[null, 1, 2_000, 200],
		[5_000, 1, 6_000, 250],
		[59_000, 1, 60_000, 250],
		[null, 5, 30_000, 250],
	])(
		'is never shortened by jitter (Retry-After: %s ms, earlier refusals: %i): %i ms, plus at most %i ms',
		(retryAfter, before, min, jitter) => {
			expect(rateLimitWait(retryAfter, before, randomOf(0))).toBe(min);
			expect(rateLimitWait(retryAfter, before, randomOf(0.5))).toBeCloseTo(min + jitter / 2, 6);
			expect(rateLimitWait(retryAfter, before, randomOf(ALMOST_ONE))).toBeCloseTo(min + jitter, 6);
		},
	);
});

describe('windowWait', () => {
	it.each([
		[0, 1_000],
		[5_000, 6_000],
		[18_000_000, 18_001_000],
	])('for a Retry-After of %i ms is %i ms', (retryAfter, ms) => {
		expect(windowWait(retryAfter, randomOf(0))).toBe(ms);
	});

	it('adds at most 250 ms of jitter', () => {
		expect(windowWait(5_000, randomOf(0.5))).toBeCloseTo(6_125, 6);
		expect(windowWait(5_000, randomOf(ALMOST_ONE))).toBeCloseTo(6_250, 6);
	});
});

describe('retryTime', () => {
	it('is one second after Retry-After', () => {
		expect(retryTime(60_000, 1_000_000)).toBe(1_061_000);
	});

	it('is one second from now if Retry-After is 0', () => {
		expect(retryTime(0, 1_000_000)).toBe(1_001_000);
	});

	it('is null without Retry-After', () => {
		expect(retryTime(null, 1_000_000)).toBeNull();
	});
});
