import {
	isRefusedMore,
	isSlow,
	measure,
	perfectRatio,
	quantile,
	refusedRatio,
	timeRatio,
	type Measured,
} from '../../dev/benchmark/rateLimits/measure';
import { perfectTime } from '../../dev/benchmark/rateLimits/limiter';
import { runNode } from '../../dev/benchmark/rateLimits/runs';
import {
	bucket,
	LIMITS,
	NO_LIMIT,
	SHARED,
	SPELLS,
	window,
	type Spell,
	type World,
} from '../../dev/benchmark/rateLimits/worlds';
import { drawsOf } from '../../dev/sandbox/random';

const WORLD: World = {
	limit: NO_LIMIT,
	retryAfter: 'rounded up',
	requests: 1_000,
	latency: 100,
	spell: null,
	clients: 1,
};
const REFUSED_FOR_10_S: Spell = { after: 25, length: 10_000, says: 'a second' };

it.each<[string, Partial<World>, seconds: number]>([
	['without a limit that refuses everything for 10 s', { requests: 5_000, spell: REFUSED_FOR_10_S }, 40],
	['of 100 a minute without Retry-After', { limit: window(100, 60), retryAfter: 'missing' }, 560],
	['of 10 a minute', { limit: window(10, 60), requests: 100 }, 542],
	['of 10 a minute without Retry-After', { limit: window(10, 60), retryAfter: 'missing', requests: 100 }, 570],
	['of 60 a minute', { limit: window(60, 60) }, 962],
	['of 30 a second, for 40 runs of 10 lookups', { limit: bucket(30, 30), requests: 400, clients: 40 }, 14],
])('a service %s is used to its limit', async (_says, set, seconds) => {
	const { time, deferred } = await runNode({ ...WORLD, ...set });
	expect(deferred).toBe(0);
	expect(time / 1_000).toBeLessThanOrEqual(seconds);
});

/** Simulated ms of all runs of a world, of which each sends up to 20 requests a second. */
const LONGEST = 120_000;
const draws = drawsOf(1, 'a tenth');

/** Measures a tenth of the worlds of `npm run verify -- bench`, without those that take long to simulate. */
async function measureTenth(worlds: readonly World[]): Promise<Measured[]> {
	const short = worlds.filter((world) => perfectTime(world) * world.clients <= LONGEST);
	const measured: Measured[] = [];
	for (const world of short) if (draws.share() < 0.1) measured.push(await measure(world));
	return measured;
}

describe.each([
	['limits of all kinds', LIMITS],
	['a spell in which everything is refused', SPELLS],
])('under %s, beside a skilled user', (_says, worlds) => {
	it('a run takes about as long, nowhere twice as long and 5 s, and is refused less often', async () => {
		const measured = await measureTenth(worlds);
		const refused = measured.filter(({ skilled }) => skilled.refused > 0).map(refusedRatio);
		expect(quantile(measured.map(timeRatio), 0.5)).toBeLessThanOrEqual(1.25);
		expect(quantile(refused, 0.5)).toBeLessThanOrEqual(0.7);
		expect(measured.filter((one) => isSlow(one) || isRefusedMore(one) || one.node.deferred > 0)).toEqual([]);
	});
});

it('several runs under one limit use nearly all of it, and none of them starves', async () => {
	const measured = await measureTenth(SHARED);
	const ratios = measured.map(perfectRatio);
	expect(quantile(ratios, 0.5)).toBeLessThanOrEqual(1.3);
	expect(quantile(ratios, 1)).toBeLessThanOrEqual(1.6);
	expect(measured.filter((one) => isRefusedMore(one) || one.node.deferred > 0)).toEqual([]);
});
