import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { BurstGuard } from '../../dev/sandbox/rules/tokenBucket';
import { everyoneFound, type Script } from '../support/fakeService';
import { businessProfile, reverseEmail, rowsOf } from '../support/lookups';
import { count } from '../support/runAssertions';
import { rateLimited } from '../support/replies';
import { sandboxed } from '../support/scripts';
import { simulate, START } from '../support/virtualRun';

interface Guard {
	/** Requests per second. */
	perSecond: number;
	/** How many may come at once. */
	burst: number;
	burstWait?: 'reported' | 'unreported';
}

/** A run of so many single lookups under a burst guard, answered after 100 ms each. */
async function guarded(rows: number, { burstWait = 'reported', ...burst }: Guard, limits: Partial<Limits> = {}) {
	const { script, service } = sandboxed({ burst, burstWait });
	const done = await simulate(rowsOf(businessProfile, rows), { script, limits });
	const refused = service.ledger.requests().filter(({ code }) => code === 'rate_limited');
	return { done, refused: refused.length, least: leastUnder(burst, rows) };
}

/** The least ms in which a guard lets so many through. */
const leastUnder = ({ perSecond, burst }: Guard, rows: number) => ((rows - burst) / perSecond) * 1_000;

/** How many requests were sent in each ten seconds of the run. */
function sentByTenSeconds(times: readonly number[]): number[] {
	const spans = Array.from({ length: Math.ceil(Math.max(...times) / 10_000) }, () => 0);
	for (const at of times) spans[Math.floor(at / 10_000)] += 1;
	return spans;
}

/** A guard that tells its wait in a way of its own: the seconds to wait for where so many ms are left. */
function telling(word: (left: number) => number, guard: Guard): Script {
	const buckets = new BurstGuard();
	return (asked) => {
		const left = buckets.refuse(asked.tool.name, guard, START + (asked.answered?.at ?? 0));
		return left === null ? everyoneFound(asked) : rateLimited(word(left));
	};
}

describe('a run under a burst guard', () => {
	it.each<[number, Guard]>([
		[1_400, { perSecond: 30, burst: 30 }],
		[1_400, { perSecond: 30, burst: 30, burstWait: 'unreported' }],
		[3_000, { perSecond: 50, burst: 50 }],
		[300, { perSecond: 5, burst: 10 }],
	])(
		'of %i lookups takes little more than the least time that %p leaves it, and finds everyone',
		async (rows, guard) => {
			const { done, least } = await guarded(rows, guard);
			expect(count(done, 'found')).toBe(rows);
			expect(done.took).toBeLessThanOrEqual(1.05 * least);
			expect(done.took).toBeGreaterThanOrEqual(least);
		},
	);

	it('that is short loses no more than the one wait that it is told, and a round trip over which it is spread', async () => {
		const { done, least } = await guarded(60, { perSecond: 20, burst: 20 });
		expect(count(done, 'found')).toBe(60);
		expect(done.took).toBeLessThanOrEqual(least + 1_000 + 100);
	});

	it('learns the rate from the first wave that is refused, is hardly refused again, and is soon as fast as the guard lets it', async () => {
		const { done, refused } = await guarded(1_400, { perSecond: 30, burst: 30 });
		expect(refused).toBeLessThanOrEqual(24);
		const steady = sentByTenSeconds(done.service.times).slice(1, -1);
		expect(Math.max(...steady)).toBeLessThanOrEqual(310);
		expect(Math.min(...steady)).toBeGreaterThanOrEqual(280);
	});

	const roundedDown = (left: number) => Math.floor(left / 1_000);

	it.each([
		{ tells: 'the seconds that are left, rounded down', word: roundedDown, rows: 1_400, perSecond: 30, burst: 30 },
		{ tells: 'the seconds that are left, rounded down', word: roundedDown, rows: 100, perSecond: 0.51, burst: 1 },
		{ tells: 'the seconds that are left, rounded down', word: roundedDown, rows: 100, perSecond: 0.3, burst: 1 },
		{ tells: 'the seconds that are left, rounded down', word: roundedDown, rows: 100, perSecond: 0.15, burst: 5 },
		{ tells: 'a second, whatever is left', word: () => 1, rows: 100, perSecond: 0.1, burst: 1 },
		{ tells: 'that no wait is needed', word: () => 0, rows: 100, perSecond: 0.1, burst: 1 },
	])(
		'that lets $perSecond/s through and tells $tells, takes no more than half as long again as the least, and finds everyone',
		async ({ word, rows, ...guard }) => {
			const done = await simulate(rowsOf(businessProfile, rows), { script: telling(word, guard) });
			expect(count(done, 'found')).toBe(rows);
			expect(done.took).toBeLessThanOrEqual(1.5 * leastUnder(guard, rows));
		},
	);

	it('that never meets it is not slowed down', async () => {
		const { done, refused } = await guarded(50, { perSecond: 10, burst: 2 }, { concurrency: 1 });
		expect(refused).toBe(0);
		expect(done.service.times).toEqual(Array.from({ length: 50 }, (_, nth) => nth * 100));
	});

	it('is not slowed down by the guard of the account, which is another one', async () => {
		const script: Script = (asked) => (asked.nth === 0 || asked.nth === 30 ? rateLimited(1) : everyoneFound(asked));
		const done = await simulate(rowsOf(reverseEmail, 200), { script });
		expect([done.service.tools[0], count(done, 'found')]).toEqual(['get_account', 200]);
		expect(done.took).toBeLessThan(20_000);
	});

	it('gives up where every wait is longer than Max Wait, with the time to come back', async () => {
		const { done } = await guarded(50, { perSecond: 0.01, burst: 10 });
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([10, 40]);
		expect(done.stop).toMatchObject({ reason: 'rate_limited', retryAt: expect.any(Number) as number });
	});
});
