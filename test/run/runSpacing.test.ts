import { everyoneFound, nameOf } from '../support/virtual/fakeService';
import { businessProfile, rowsOf } from '../support/run/lookups';
import { badInput } from '../support/api/replies';
import { exceptFor } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

/** ms; answers take ten times as long. */
const INTERVAL = 10;

/** The most requests that were sent within a moment, once the first answers were there. */
function maxPerInterval({ service }: SimulatedRun, concurrency: number): number {
	const later = service.times.slice(concurrency);
	return Math.max(...later.map((from) => later.filter((at) => at >= from && at < from + INTERVAL).length));
}

describe('a run without a rate limit', () => {
	it('spreads its requests, and loses at most a round trip', async () => {
		const done = await simulate(rowsOf(businessProfile, 400), {
			script: everyoneFound,
			limits: { concurrency: 40 },
		});
		expect(maxPerInterval(done, 40)).toBeLessThanOrEqual(6);
		expect(done.took).toBeLessThanOrEqual((400 / 40) * 100 + 200);
	});

	it('does not measure its round trip with refusals', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			script: exceptFor(['person-1'], badInput),
			limits: { concurrency: 20 },
			latency: ({ inputs: [input] }) => (nameOf(input) === 'person-1' ? 1 : 100),
		});
		expect(maxPerInterval(done, 20)).toBeLessThanOrEqual(4);
	});
});
