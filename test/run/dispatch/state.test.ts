import type { Reason, Stop } from '../../../nodes/IdentityResolution/run/outcome';
import { stopRun, startState } from '../../../nodes/IdentityResolution/run/dispatch/state';
import { limitsWith } from '../../support/limits';

const NOW = Date.UTC(2030, 0, 1);

const stopFor = (reason: Reason, retryAt: number | null): Stop => ({ reason, retryAt, refusal: null, tool: null });

/** Why a run stops for which there are several reasons, one after the other. */
function stoppedBy(...stops: Stop[]): Stop | null {
	const state = startState(limitsWith(), NOW);
	for (const stop of stops) stopRun(state, stop);
	return state.stop;
}

describe('a run with two reasons to stop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['the second time is later', NOW + 5_000, NOW + 6_000, 'second'],
		['the second time is earlier', NOW + 6_000, NOW + 5_000, 'first'],
		['both have the same time', NOW + 5_000, NOW + 5_000, 'first'],
		['only the first has a time', NOW + 5_000, null, 'first'],
		['only the second has a time: there may be none at which the first is over', null, NOW + 5_000, 'first'],
		['neither has a time', null, null, 'first'],
	])('stops for the first, unless the second puts off the return: %s', (_says, first, second, which) => {
		const stops = { first: stopFor('rate_limited', first), second: stopFor('fair_use_requests', second) };
		expect(stoppedBy(stops.first, stops.second)).toBe(stops[which]);
	});
});
