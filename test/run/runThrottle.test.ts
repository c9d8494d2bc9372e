import { acceptedRate } from '../../nodes/IdentityResolution/service/stats';
import { BurstGuard } from '../../dev/sandbox/rules/tokenBucket';
import { everyoneFound, nameOf, type Script } from '../support/virtual/fakeService';
import { businessProfile, people, rowsOf } from '../support/run/lookups';
import { count } from '../support/virtual/runAssertions';
import { badInput, rateLimited } from '../support/api/replies';
import { sandboxed } from '../support/virtual/scripts';
import { simulate, START } from '../support/virtual/virtualRun';

interface RateLimit {
	/** Requests per second. */
	perSecond: number;
	/** How many may come at once. */
	burst: number;
	burstWait?: 'reported' | 'unreported';
}

/** Runs this many single lookups under a rate limit; each answer takes 100 ms. */
async function simulateRateLimited(rows: number, { burstWait = 'reported', ...burst }: RateLimit) {
	const { script } = sandboxed({ burst, burstWait });
	const done = await simulate(rowsOf(businessProfile, rows), { script });
	return { done, minDuration: minDurationOf(burst, rows) };
}

/** The minimum ms in which a rate limit accepts this many rows. */
const minDurationOf = ({ perSecond, burst }: RateLimit, rows: number) => ((rows - burst) / perSecond) * 1_000;

/** A rate limit that always reports the same seconds. */
function reportingWait(wait: number | undefined, rateLimit: RateLimit, answer = everyoneFound): Script {
	const buckets = new BurstGuard();
	return (request) => {
		const left = buckets.refuse(request.tool.name, rateLimit, START + (request.answered?.at ?? 0));
		return left === null ? answer(request) : rateLimited(wait);
	};
}

describe('a run under a rate limit', () => {
	it.each<[number, RateLimit]>([
		[1_400, { perSecond: 30, burst: 30, burstWait: 'unreported' }],
		[2_000, { perSecond: 50, burst: 50 }],
		[300, { perSecond: 5, burst: 10 }],
	])(
		'of %i lookups takes little more than the minimum time under %j, and finds every row',
		async (rows, rateLimit) => {
			const { done, minDuration } = await simulateRateLimited(rows, rateLimit);
			expect(count(done, 'found')).toBe(rows);
			expect(done.took).toBeLessThanOrEqual(1.05 * minDuration);
			expect(done.took).toBeGreaterThanOrEqual(minDuration);
			expect(acceptedRate(done.stats)).toBeCloseTo(rateLimit.perSecond, -1);
		},
	);

	it('that first meets a hundred values that the service refuses goes on behind them', async () => {
		const bad = new Set(people(100));
		const script = reportingWait(undefined, { perSecond: 5, burst: 10 }, (request) =>
			bad.has(nameOf(request.inputs[0])) ? badInput() : everyoneFound(request),
		);
		const done = await simulate(rowsOf(businessProfile, 150), { script });
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([100, 50, null]);
	});

	it.each<[string, number]>([
		['a second, whatever is left', 1],
		['that no wait is needed', 0],
	])('that reports %s takes little more than the minimum, and finds every row', async (_what, wait) => {
		const limit = { perSecond: 0.1, burst: 1 };
		const done = await simulate(rowsOf(businessProfile, 100), { script: reportingWait(wait, limit) });
		expect(count(done, 'found')).toBe(100);
		expect(done.took).toBeLessThanOrEqual(1.05 * minDurationOf(limit, 100));
	});

	it('stops if every wait exceeds Max Wait, with a retry time', async () => {
		const { done } = await simulateRateLimited(50, { perSecond: 0.005, burst: 10 });
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([10, 40]);
		expect(done.stop).toMatchObject({ reason: 'rate_limited', retryAt: expect.any(Number) as number });
	});
});
