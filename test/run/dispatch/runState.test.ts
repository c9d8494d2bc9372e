import { keptStop } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { stopFor } from '../../../nodes/IdentityResolution/run/outcome';

const NOW = Date.UTC(2030, 0, 1);

describe('keptStop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['returns the second stop if it ends later', NOW + 5_000, NOW + 6_000, 'second'],
		['returns the first stop if the second ends earlier', NOW + 6_000, NOW + 5_000, 'first'],
		['returns the first stop if both end at the same time', NOW + 5_000, NOW + 5_000, 'first'],
		['returns the first stop if only its end is known', NOW + 5_000, null, 'first'],
		[
			'returns the first stop if only the end of the second is known, because the first may never end',
			null,
			NOW + 5_000,
			'first',
		],
		['returns the first stop if no end is known', null, null, 'first'],
	])('%s', (_says, first, second, kept) => {
		const stops = {
			first: stopFor('rate_limited', { retryAt: first }),
			second: stopFor('fair_use_requests', { retryAt: second }),
		};
		expect(keptStop(stops.first, stops.second)).toBe(stops[kept]);
	});

	it('returns the second stop if there is no first', () => {
		const stop = stopFor('stopped');
		expect(keptStop(null, stop)).toBe(stop);
	});
});
