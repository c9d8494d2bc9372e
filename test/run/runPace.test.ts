import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { everyoneFound, type Script } from '../support/fakeService';
import { businessProfile, reverseEmail, rowsOf } from '../support/lookups';
import { count } from '../support/played';
import { rateLimited } from '../support/replies';
import { sandboxed } from '../support/scripts';
import { play } from '../support/virtualRun';

interface Guard {
	/** Requests per second. */
	perSecond: number;
	/** How many may come at once. */
	burst: number;
	burstWait?: 'told' | 'untold';
}

/** A run of so many single lookups under a burst guard, answered after 100 ms each. */
async function guarded(rows: number, { burstWait = 'told', ...burst }: Guard, limits: Partial<Limits> = {}) {
	const { script, service } = sandboxed({ burst, burstWait });
	const done = await play(rowsOf(businessProfile, rows), { script, limits });
	const refused = service.ledger.requests().filter(({ code }) => code === 'rate_limited');
	return { done, refused: refused.length, least: ((rows - burst.burst) / burst.perSecond) * 1_000 };
}

/** How many requests were sent in each second of the run. */
function sentBySecond(times: readonly number[]): number[] {
	const seconds = Array.from({ length: Math.ceil(Math.max(...times) / 1_000) }, () => 0);
	for (const at of times) seconds[Math.floor(at / 1_000)] += 1;
	return seconds;
}

describe('a run under a burst guard', () => {
	it.each<[number, Guard]>([
		[1_400, { perSecond: 30, burst: 30 }],
		[1_400, { perSecond: 30, burst: 30, burstWait: 'untold' }],
		[3_000, { perSecond: 50, burst: 50 }],
		[300, { perSecond: 5, burst: 10 }],
	])('of %i lookups takes little more than the least time that %p leaves it, and finds everyone', async (rows, guard) => {
		const { done, least } = await guarded(rows, guard);
		expect(count(done, 'found')).toBe(rows);
		expect(done.took).toBeLessThanOrEqual(1.15 * least);
		expect(done.took).toBeGreaterThanOrEqual(least);
	});

	it('that is short loses no more than the one wait that it is told', async () => {
		const { done, least } = await guarded(60, { perSecond: 20, burst: 20 });
		expect(count(done, 'found')).toBe(60);
		expect(done.took).toBeLessThanOrEqual(least + 2_000);
	});

	it('learns the rate from the first wave that is refused, is hardly refused again, and is soon as fast as the guard lets it', async () => {
		const { done, refused } = await guarded(1_400, { perSecond: 30, burst: 30 });
		expect(refused).toBeLessThanOrEqual(24);
		const steady = sentBySecond(done.service.times).slice(20, -1);
		expect(Math.max(...steady)).toBeLessThanOrEqual(33);
		expect(Math.min(...steady)).toBeGreaterThanOrEqual(27);
	});

	it('that never meets it is not slowed down', async () => {
		const { done, refused } = await guarded(50, { perSecond: 10, burst: 2 }, { concurrency: 1 });
		expect(refused).toBe(0);
		expect(done.service.times).toEqual(Array.from({ length: 50 }, (_, nth) => nth * 100));
	});

	it('is not slowed down by the guard of the account, which is another one', async () => {
		const script: Script = (asked) => (asked.nth === 0 || asked.nth === 30 ? rateLimited(1) : everyoneFound(asked));
		const done = await play(rowsOf(reverseEmail, 200), { script });
		expect([done.service.tools[0], count(done, 'found')]).toEqual(['get_account', 200]);
		expect(done.took).toBeLessThan(20_000);
	});

	it('gives up where every wait is longer than Max Wait, with the time to come back', async () => {
		const { done } = await guarded(50, { perSecond: 0.01, burst: 10 });
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([10, 40]);
		expect(done.stop).toMatchObject({ reason: 'rate_limited', retryAt: expect.any(Number) as number });
	});
});
