import type { Reason } from '../../nodes/IdentityResolution/api/replies/refusals';
import { retryTime, waitEnd, withKnownReset } from '../../nodes/IdentityResolution/service/limited';
import { newThrottle } from '../../nodes/IdentityResolution/service/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

/** @param retryAfter ms */
const refusalOf = (reason: Reason, retryAfter: number | null) => ({
	...{ reason, retryAfter },
	...{ httpStatus: 429, code: null, message: null },
});

it.each<[Reason, number | null, opensAt: number | null, Reason, number | null]>([
	['fair_use_records', 5_000, NOW + SECOND, 'fair_use_records', 5_000],
	['fair_use_records', null, NOW + SECOND, 'fair_use_records', SECOND],
	['fair_use_requests', null, NOW + SECOND, 'fair_use_requests', SECOND],
	['fair_use_records', null, null, 'plan_limit', null],
	['fair_use_records', null, NOW, 'plan_limit', null],
	['fair_use_requests', null, null, 'fair_use_requests', null],
	['rate_limited', null, NOW + SECOND, 'rate_limited', null],
])('withKnownReset: %s after %j ms, with a window that opens at %j, is %s', (reason, retryAfter, opensAt, is, wait) => {
	expect(withKnownReset(refusalOf(reason, retryAfter), opensAt, NOW)).toEqual(refusalOf(is, wait));
});

it.each([
	[60_000, 1_061_000],
	[0, 1_001_000],
	[null, null],
])('retryTime is one second after a Retry-After of %j ms', (retryAfter, time) => {
	expect(retryTime(retryAfter, 1_000_000)).toBe(time);
});

/** In s. `refusing`: since the first refusal after an accepted request. The default is the first refusal of a run. */
interface Refused {
	retryAfter?: number;
	refusing?: number;
	maxWait?: number;
	random?: number;
}

/** The s that a refused request waits; null if that is too long. */
function waitOf(reason: Reason, { retryAfter, refusing = 0, maxWait = 60, random = 0 }: Refused): number | null {
	const refusal = refusalOf(reason, retryAfter === undefined ? null : retryAfter * SECOND);
	const throttle = { ...newThrottle(20), refusingSince: NOW - refusing * SECOND };
	const end = waitEnd(refusal, throttle, maxWait * SECOND, NOW, () => random);
	return end === null ? null : (end - NOW) / SECOND;
}

describe.each([
	['rate_limited', 0],
	['fair_use_records', 1],
	['fair_use_requests', 1],
] as const)('waitEnd for a limit (%s)', (reason, margin) => {
	const most = 60 - margin;

	it.each<[string, Refused, number | null]>([
		['is that of Retry-After', { retryAfter: 30 }, 30 + margin],
		['is up to 250 ms later with jitter', { retryAfter: 30, random: 0.8 }, 30.2 + margin],
		['may be that of Max Wait', { retryAfter: most }, 60],
		['is not later because of jitter', { retryAfter: most, random: 0.5 }, 60],
		['is null after that', { retryAfter: most + 1 }, null],
		['is null with a Max Wait of 0', { retryAfter: 0, maxWait: 0 }, null],
		['counts with the wait before', { retryAfter: most - 30, refusing: 30 }, 30],
		['is null if the sum exceeds Max Wait', { retryAfter: most - 30, refusing: 30.001 }, null],
	])('%s', (_says, refused, wait) => {
		expect(waitOf(reason, refused)).toBe(wait);
	});
});

it.each<[Reason, number, number | null]>([
	['rate_limited', 40, 5],
	['rate_limited', 58, 2],
	['rate_limited', 59.1, null],
	['fair_use_requests', 0, null],
])('waitEnd without Retry-After, %s for %d s, is in %j s', (reason, refusing, wait) => {
	expect(waitOf(reason, { refusing })).toBe(wait);
});
