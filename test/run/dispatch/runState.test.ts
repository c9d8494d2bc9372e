import { keptStop, nameInsteadOf } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { stopFor } from '../../../nodes/IdentityResolution/run/outcome';
import { personalEmail } from '../../support/run/lookups';

const NOW = Date.UTC(2030, 0, 1);

describe('keptStop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['returns the second stop if it ends later', NOW + 5_000, NOW + 6_000, 'second'],
		['returns the first stop if both end at the same time', NOW + 5_000, NOW + 5_000, 'first'],
		['returns the first stop if only its end is known', NOW + 5_000, null, 'first'],
		['returns the first stop if its end is unknown, because it may never end', null, NOW + 5_000, 'first'],
	])('%s', (_says, first, second, kept) => {
		const stops = {
			first: stopFor('rate_limited', { retryAt: first }),
			second: stopFor('fair_use_requests', { retryAt: second }),
		};
		expect(keptStop(stops.first, stops.second)).toBe(stops[kept]);
	});
});

it.each([
	['the next one', 'own', new Map<string, string>(), 'second'],
	['the current one, if another request found out before', 'own', new Map([['own', 'third']]), 'third'],
	['none after the last one', 'third', new Map([['own', 'third']]), null],
])('nameInsteadOf replaces a missing name by %s', (_what, missing, names, expected) => {
	const tool = { ...personalEmail, name: 'own', otherNames: ['second', 'third'] };
	expect(nameInsteadOf(missing, names, tool)).toBe(expected);
});
