import { strongerStop } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { stopFor } from '../../../nodes/IdentityResolution/run/outcome';

const NOW = Date.UTC(2030, 0, 1);

describe('of two reasons to stop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['the second ends later', NOW + 5_000, NOW + 6_000, 'second'],
		['the second ends earlier', NOW + 6_000, NOW + 5_000, 'first'],
		['both end at the same time', NOW + 5_000, NOW + 5_000, 'first'],
		['only the end of the first is known', NOW + 5_000, null, 'first'],
		['only the end of the second is known: the first may never end', null, NOW + 5_000, 'first'],
		['no end is known', null, null, 'first'],
	])('the first counts, unless the second ends later: %s', (_says, first, second, kept) => {
		const stops = {
			first: stopFor('rate_limited', { retryAt: first }),
			second: stopFor('fair_use_requests', { retryAt: second }),
		};
		expect(strongerStop(stops.first, stops.second)).toBe(stops[kept]);
	});

	it('the second counts if there is no first', () => {
		const stop = stopFor('stopped');
		expect(strongerStop(null, stop)).toBe(stop);
	});
});
