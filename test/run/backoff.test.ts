import { errorBackoff, limitWait, retryTime } from '../../nodes/IdentityResolution/run/backoff';

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

describe('the wait at a limit', () => {
	it.each([
		[0, 1_000],
		[5_000, 6_000],
		[18_000_000, 18_001_000],
	])('of which the service says %i ms is a second longer', (retryAfter, ms) => {
		expect(limitWait(retryAfter, 0, chance(0))).toBe(ms);
	});

	it('does not grow with the refusals where the service says it', () => {
		expect(limitWait(5_000, 7, chance(0))).toBe(6_000);
	});

	it.each([
		[0, 1_000],
		[1, 2_000],
		[4, 16_000],
		[5, 30_000],
		[8, 30_000],
	])('of which the service says nothing is, after %i refusals in a row, %i ms', (refusals, ms) => {
		expect(limitWait(null, refusals, chance(0))).toBe(ms);
	});

	it.each([5_000, null])('(%s ms) is never shortened by chance, and lengthened by a quarter of a second at most', (retryAfter) => {
		const plain = limitWait(retryAfter, 2, chance(0));
		expect(limitWait(retryAfter, 2, chance(0.5))).toBeCloseTo(plain + 125, 6);
		expect(limitWait(retryAfter, 2, chance(ALMOST_ONE))).toBeCloseTo(plain + 250, 6);
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
