import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, people, personalEmail, reverseEmail, rowsOf } from '../support/run/lookups';
import { count, reasonsOf } from '../support/virtual/runAssertions';
import { badInput, brokenDown, http, lost, miss, unsent } from '../support/api/replies';
import { always, exceptFor } from '../support/virtual/scripts';
import { simulate, START, type SimulatedRun } from '../support/virtual/virtualRun';

const SECOND = 1_000;
const ROWS = 500;

/** Returns hits for the first requests, then the same reply for all others. */
const after =
	(requests: number, reply: () => Reply): Script =>
	(request) =>
		request.nth < requests ? everyoneFound(request) : reply();

/** Returns the same reply until `ms` after the start, then hits. */
const until =
	(ms: number, reply: () => Reply): Script =>
	(request) =>
		request.at < ms ? reply() : everyoneFound(request);

const notJson = () => http(200, '<html>');
const unavailable = (retryAfter: number) => http(503, '', { 'retry-after': String(retryAfter) });

/** Lookups whose answers were lost, each of which may have been charged. */
const unconfirmed = (done: SimulatedRun) =>
	done.rows.reduce((sum, { steps }) => sum + (steps[0]?.record.lostCount ?? 0), 0);

describe('a service that always fails ends the run, and the other rows are deferred', () => {
	const kinds: Array<[string, () => Reply, 'uncharged' | 'doubtful']> = [
		['500s', brokenDown, 'uncharged'],
		['no connection', unsent, 'uncharged'],
		['lost answers', lost, 'doubtful'],
		['answers that are not JSON', notJson, 'doubtful'],
		['503s with Retry-After', () => unavailable(3), 'doubtful'],
	];

	describe.each(kinds)('%s', (_says, reply, charges) => {
		it.each([
			[1, 0, 60, 25],
			[5, 0, 60, 25],
			[20, 0, 110, 40],
			[1, 20, 90, 25],
			[5, 20, 90, 25],
			[20, 20, 110, 40],
		])(
			'single lookups, %i in flight, after %i hits: at most %i requests',
			async (concurrency, hits, requests, maxUnconfirmed) => {
				const done = await simulate(rowsOf(businessProfile, ROWS), {
					limits: { concurrency },
					script: after(hits, reply),
					latency: () => 2,
				});
				expect(done.service.requests.length).toBeLessThanOrEqual(requests);
				expect(unconfirmed(done)).toBeLessThanOrEqual(charges === 'doubtful' ? maxUnconfirmed : 0);
				expect(done.stop).toMatchObject({ reason: 'service_down', tool: businessProfile.name });
				expect(count(done, 'found')).toBeGreaterThanOrEqual(hits - 1);
				expect(count(done, 'found') + count(done, 'failed') + count(done, 'deferred')).toBe(ROWS);
				expect(count(done, 'failed')).toBeLessThanOrEqual(9);
			},
		);

		it.each([
			[1, 0, 125],
			[5, 0, 125],
			[20, 0, 125],
			[1, 1, 125],
			// Four batches are in flight when the failure starts.
			[5, 1, 425],
			[20, 1, 425],
		])(
			'batches, %i in flight, after %i hits: at most 60 requests, and %i lost answers',
			async (concurrency, hits, maxUnconfirmed) => {
				const done = await simulate(rowsOf(personalEmail, ROWS), {
					limits: { concurrency },
					script: after(hits, reply),
					latency: () => 2,
				});
				expect(done.service.requests.length).toBeLessThanOrEqual(60);
				expect(unconfirmed(done)).toBeLessThanOrEqual(charges === 'doubtful' ? maxUnconfirmed : 0);
				expect(count(done, 'found')).toBe(hits * personalEmail.batch!.max);
				expect(count(done, 'failed') + count(done, 'deferred')).toBe(ROWS - count(done, 'found'));
				expect(count(done, 'failed')).toBeLessThanOrEqual(20);
			},
		);
	});
});

describe('an outage', () => {
	it.each([
		[1, 1, 'one by one'],
		[1, 5, 'one by one'],
		[1, 20, 'one by one'],
		[2, 1, 'one by one'],
		[2, 5, 'one by one'],
		[2, 20, 'one by one'],
		[1, 5, 'in batches'],
		[2, 5, 'in batches'],
	])('of %i s fails no row, %i in flight, %s', async (seconds, concurrency, how) => {
		const done = await simulate(rowsOf(how === 'in batches' ? personalEmail : businessProfile, ROWS), {
			limits: { concurrency },
			script: until(seconds * SECOND, brokenDown),
			latency: () => 2,
		});
		expect([count(done, 'found'), done.stop]).toEqual([ROWS, null]);
	});

	it.each([1, 5, 20])('of 10 s fails at most four rows and defers none, %i in flight', async (concurrency) => {
		const done = await simulate(rowsOf(businessProfile, ROWS), {
			limits: { concurrency },
			script: until(10 * SECOND, brokenDown),
			latency: () => 2,
		});
		expect([count(done, 'failed') < 5, count(done, 'deferred'), done.stop]).toEqual([true, 0, null]);
		for (const { outcome, steps } of done.rows)
			if (outcome.is === 'failed') expect(steps[0].record.attempts).toBe(4);
	});
});

describe('nine lookups that always fail', () => {
	const kinds: Array<[string, () => Reply]> = [
		['500s', brokenDown],
		['no connection', unsent],
		['lost answers', lost],
	];

	it.each(kinds.flatMap(([says, reply]) => [1, 5, 20].map((width) => [says, width, reply] as const)))(
		'at the top of the sheet do not stop other lookups (%s, %i in flight)',
		async (_says, concurrency, reply) => {
			const done = await simulate(rowsOf(businessProfile, ROWS), {
				limits: { concurrency },
				script: exceptFor(people(9), reply),
				latency: () => 2,
			});
			expect(count(done, 'found')).toBe(ROWS - 9);
		},
	);
});

describe('a tool that is down', () => {
	it('does not stop another one that answers', async () => {
		const routes = [...rowsOf(businessProfile, 50), ...rowsOf(reverseEmail, 50)];
		const done = await simulate(routes, {
			script: (request) => (request.tool === businessProfile ? brokenDown() : everyoneFound(request)),
			limits: { concurrency: 5 },
		});
		expect(done.statuses.slice(50)).toEqual(Array(50).fill('found'));
		expect(reasonsOf(done)).toEqual(['service_down']);
		expect(done.stop?.tool).toBe(businessProfile.name);
	});

	it('ends the run with its last failure', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			script: always(brokenDown),
		});
		const [last] = done.service.times.slice(-1);
		expect(done.took - last).toBe(100);
	});
});

describe('a refusal of one lookup', () => {
	it.each<[string, () => Reply]>([
		['of its value', badInput],
		['that is a miss', miss],
	])('resets the failures (%s)', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, ROWS), {
			limits: { concurrency: 1 },
			script: (request) => (request.nth % 9 === 8 ? reply() : brokenDown()),
		});
		expect(done.stop).toBeNull();
	});
});

describe('Retry-After of a 5xx reply', () => {
	it.each([1, 5, 20])('delays every request, %i in flight', async (concurrency) => {
		const done = await simulate(rowsOf(businessProfile, 30), {
			limits: { concurrency },
			script: (request) => (request.nth < concurrency ? unavailable(3) : everyoneFound(request)),
		});
		const [next] = done.service.times.slice(concurrency);
		expect([next, count(done, 'found')]).toEqual([3_100, 30]);
	});

	it('delays only the tool that returned it', async () => {
		const routes = [...rowsOf(businessProfile, 5), ...rowsOf(reverseEmail, 5)];
		const done = await simulate(routes, {
			limits: { concurrency: 1 },
			script: (request) =>
				request.tool === businessProfile && request.at < 3_000 ? unavailable(3) : everyoneFound(request),
		});
		expect(done.service.requests.filter(({ tool, at }) => tool === reverseEmail && at < 3_000)).toHaveLength(5);
		expect(count(done, 'found')).toBe(10);
	});

	it.each<[string, { maxWait?: number; maxRunTime?: number }]>([
		['that exceeds Max Wait', { maxWait: 60 * SECOND }],
		['that exceeds Max Run Time', { maxRunTime: 90 * SECOND }],
	])('%s defers all rows with retry_at', async (_says, limits) => {
		const done = await simulate(rowsOf(businessProfile, 30), {
			limits: { concurrency: 5, maxWait: Infinity, ...limits },
			script: always(() => unavailable(120)),
		});
		expect(done.service.requests).toHaveLength(5);
		expect(count(done, 'deferred')).toBe(30);
		expect(done.stop).toMatchObject({ reason: 'service_down', retryAt: START + 121_100 });
	});

	it('delays a retry, but not the end of a run without further lookups', async () => {
		const done = await simulate(rowsOf(businessProfile, 2), {
			limits: { concurrency: 2 },
			script: always(() => unavailable(30)),
		});
		expect([done.statuses, done.took]).toEqual([['failed', 'failed'], 30_200]);
	});
});
