import { rateLimitWait, errorBackoff, retryTime, windowWait } from '../../../nodes/IdentityResolution/run/dispatch/backoff';

const chance = (drawn: number) => () => drawn;
const ALMOST_ONE = 1 - Number.EPSILON;

describe('the wait before a failed request is tried again', () => {
	it.each([
		[0, 500],
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
		[4, 8_000],
		[5, 8_000],
		[10, 8_000],
		[2_000, 8_000],
	])('after %i failures is %i ms: doubling, up to eight seconds', (failures, ms) => {
		expect(errorBackoff(failures, chance(0))).toBe(ms);
	});

	it.each([
		[0, 2_000],
		[0.5, 1_750],
		[ALMOST_ONE, 1_500],
	])('is shortened by chance (%d) to %i ms, a quarter at most', (drawn, ms) => {
		expect(errorBackoff(2, chance(drawn))).toBeCloseTo(ms, 6);
	});
});

describe('the wait at the burst guard', () => {
	it.each<[string, number | null, number, number]>([
		['is what the service says', 5_000, 0, 5_000],
		['is what the service says, however long', 18_000_000, 0, 18_000_000],
		['is a second where the service says that none is needed', 0, 0, 1_000],
		['is a second where the service says less', 300, 0, 1_000],
		['is a second longer after a refusal', 1_000, 1, 2_000],
		['is a second longer after each further one', 5_000, 7, 12_000],
		['grows where the service says that none is needed, too', 0, 3, 4_000],
		['is a second where the service says nothing', null, 0, 1_000],
		['doubles with the refusals where the service says nothing', null, 1, 2_000],
		['doubles again and again', null, 4, 16_000],
		['doubles up to half a minute', null, 5, 30_000],
		['stays there', null, 8, 30_000],
	])('%s (told: %s ms, refusals before: %i): %i ms', (_says, retryAfter, before, ms) => {
		expect(rateLimitWait(retryAfter, before, chance(0))).toBe(ms);
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
		'(told: %s ms, refusals before: %i) is never shortened by chance: %i ms at least, and %i ms longer at most',
		(retryAfter, before, least, longer) => {
			expect(rateLimitWait(retryAfter, before, chance(0))).toBe(least);
			expect(rateLimitWait(retryAfter, before, chance(0.5))).toBeCloseTo(least + longer / 2, 6);
			expect(rateLimitWait(retryAfter, before, chance(ALMOST_ONE))).toBeCloseTo(least + longer, 6);
		},
	);
});

describe('the wait at a window', () => {
	it.each([
		[0, 1_000],
		[5_000, 6_000],
		[18_000_000, 18_001_000],
	])('of which the service says %i ms is a second longer', (retryAfter, ms) => {
		expect(windowWait(retryAfter, chance(0))).toBe(ms);
	});

	it('is never shortened by chance, and lengthened by a quarter of a second at most', () => {
		expect(windowWait(5_000, chance(0.5))).toBeCloseTo(6_125, 6);
		expect(windowWait(5_000, chance(ALMOST_ONE))).toBeCloseTo(6_250, 6);
	});
});

describe('the time to come back', () => {
	it('is a second after what the service says', () => {
		expect(retryTime(60_000, 1_000_000)).toBe(1_061_000);
	});

	it('is known where the service says that no wait is needed', () => {
		expect(retryTime(0, 1_000_000)).toBe(1_001_000);
	});

	it('is not known where the service says nothing', () => {
		expect(retryTime(null, 1_000_000)).toBeNull();
	});
});
