import type { Reply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import type { Route } from '../../nodes/IdentityResolution/run/route';
import { isAnswered } from '../../nodes/IdentityResolution/service/outcome';
import { shareOf } from '../../dev/sandbox/random';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail, rowsOf } from '../support/run/lookups';
import { count, reasonsOf } from '../support/virtual/runAssertions';
import { badInput, brokenDown, http, lost, miss, rateLimited, unsent } from '../support/api/replies';
import { always, exceptFor } from '../support/virtual/scripts';
import { simulate, START, type SimulatedRun } from '../support/virtual/virtualRun';

const MAX_RETRIES = 3;

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

const unavailable = (retryAfter: number) => http(503, '', { 'retry-after': String(retryAfter) });

/** Lookups whose answers were lost, each of which may have been charged. */
const unconfirmed = (done: SimulatedRun) =>
	done.rows.reduce((sum, { steps }) => sum + (steps[0]?.record.lostCount ?? 0), 0);

describe.each<[string, () => Reply]>([
	['a 500', brokenDown],
	['a connection that cannot be made', unsent],
])('%s, which is not charged,', (_says, reply) => {
	it('is retried after half a second, one second and two, then fails, and does not delay others', async () => {
		const done = await simulate(rowsOf(businessProfile, 4), {
			script: exceptFor(['person-1'], reply),
			limits: { concurrency: 1 },
		});
		expect([done.statuses, done.stop]).toEqual([['failed', 'found', 'found', 'found'], null]);
		expect(done.service.times).toEqual([0, 100, 200, 300, 600, 1_700, 3_800]);
	});

	it('closes the tool once five lookups have no retries left, and tries others in between', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), { script: always(reply), limits: { concurrency: 1 } });
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, 45]);
		const attempts = done.rows.map(({ steps }) => steps[0].record.attempts);
		expect(attempts.slice(0, 5)).toEqual(Array(5).fill(MAX_RETRIES + 1));
		expect(done.service.requests).toHaveLength(39);
		expect(done.took - (done.service.times.at(-1) ?? 0)).toBe(100);
		expect(reasonsOf(done)).toEqual(['service_down']);
		expect(done.stop).toMatchObject({
			tool: businessProfile.name,
			retryAt: null,
			refusal: { message: expect.any(String) as string },
		});
	});
});

describe('a brown-out, in which half of the requests fail for a minute,', () => {
	// Often five in a row, so that the circuit breaker opens in between.
	const browned: Script = (request) =>
		request.at < 60 * SECOND && shareOf(1, String(request.nth)) < 0.5 ? brokenDown() : everyoneFound(request);

	it('loses no row', async () => {
		const done = await simulate(rowsOf(businessProfile, 2_000), { script: browned, latency: () => 500 });
		expect([count(done, 'found'), done.stop]).toEqual([2_000, null]);
	});

	it('delays a lookup that always fails for a minute, and no other', async () => {
		const script: Script = (request) => (request.inputs[0].includes('person-9') ? brokenDown() : browned(request));
		const done = await simulate(rowsOf(businessProfile, 60), { script, latency: () => 500 });
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([1, 59]);
		expect(done.took).toBeGreaterThan(45 * SECOND);
		expect(done.took).toBeLessThan(65 * SECOND);
	});

	it('does not delay lookups that always fail in a tool that answers all others', async () => {
		const done = await simulate(rowsOf(businessProfile, 100), { script: exceptFor(people(3), brokenDown) });
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([3, 97]);
		expect(done.took).toBeLessThan(6 * SECOND);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, Reply[], number, string]>([
		['is retried once', [lost()], 2, 'found'],
		['is not sent a third time', [lost(), lost()], 2, 'failed'],
		['is retried once even after a failure that was not charged', [brokenDown(), lost()], 3, 'found'],
		['uses no retry of such failures', [lost(), ...Array.from({ length: MAX_RETRIES }, brokenDown)], 5, 'found'],
		['is not sent a third time after such failures', [lost(), brokenDown(), lost()], 3, 'failed'],
	])('%s', async (_says, script, requests, status) => {
		const done = await simulate(rowsOf(businessProfile, 1), { script });
		expect([done.service.requests.length, done.statuses]).toEqual([requests, [status]]);
	});

	it('of a batch is retried lookup by lookup, so that only its cause fails', async () => {
		const script = exceptFor(['person-20'], lost);
		const done = await simulate(rowsOf(personalEmail, 100), { script });
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([1, 99]);
		expect(done.service.sizes).toEqual([100, ...Array<number>(100).fill(1)]);
	});

	it('is counted with its lookup, and other failures are not', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { script: [brokenDown(), rateLimited(1), lost()] });
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.rows.map(({ steps }) => steps[0].record.lostCount)).toEqual([0, 0, 1]);
	});
});

describe('a batch that fails until its retries are used up', () => {
	it('is split into halves, each sent once after half a second, until the cause is alone', async () => {
		const done = await simulate(rowsOf(personalEmail, 64), {
			script: exceptFor(['person-20'], brokenDown),
			limits: { concurrency: 1 },
		});
		// The fifth failure in a row is followed by a single lookup, which shows that the service answers.
		expect(done.service.sizes).toEqual([64, 64, 64, 64, 32, 1, 16, 16, 31, 8, 8, 4, 4, 2, 2, 1, 1]);
		expect(done.service.times.slice(0, 5)).toEqual([0, 600, 1_700, 3_800, 4_400]);
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([1, 63, null]);
		expect(done.rows[19].outcome.is).toBe('failed');
	});

	it('does not stop the run if five batches contain such a lookup at the same time', async () => {
		const bad = Array.from({ length: 5 }, (_, batch) => `person-${batch * 100 + 7}`);
		const done = await simulate(rowsOf(personalEmail, ROWS), {
			script: exceptFor(bad, brokenDown),
			limits: { concurrency: 5 },
		});
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([5, 495, null]);
	});

	it.each<[string, number, () => Reply, number[]]>([
		['stops the run if its parts fail too', 100, brokenDown, [100, 100, 100, 100, 50, 1, 1, 1, 1, 1]],
		['counts as one failure if unsent', 700, unsent, [...Array<number>(5).fill(100), ...Array<number>(34).fill(1)]],
	])('%s; after five failures, single lookups are sent', async (_says, rows, reply, sizes) => {
		const done = await simulate(rowsOf(personalEmail, rows), { script: always(reply), limits: { concurrency: 1 } });
		expect([done.service.sizes, done.stop?.reason]).toEqual([sizes, 'service_down']);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, rows - 5]);
	});
});

describe('a service that always fails ends the run, and the other rows are deferred', () => {
	describe.each<[string, () => Reply, 'uncharged' | 'doubtful']>([
		['500s', brokenDown, 'uncharged'],
		['lost answers', lost, 'doubtful'],
		['503s with Retry-After', () => unavailable(3), 'doubtful'],
	])('%s', (_says, reply, charges) => {
		it.each([
			[1, 0, 60, 25],
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
			[20, 0, 125],
			// Four batches are in flight when the failure starts.
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

	it('but not those of a tool that answers', async () => {
		const routes = [...rowsOf(businessProfile, 50), ...rowsOf(reverseEmail, 50)];
		const done = await simulate(routes, {
			script: (request) => (request.tool === businessProfile ? brokenDown() : everyoneFound(request)),
			limits: { concurrency: 5 },
		});
		expect(done.statuses.slice(50)).toEqual(Array(50).fill('found'));
		expect([reasonsOf(done), done.stop?.tool]).toEqual([['service_down'], businessProfile.name]);
	});
});

describe('a service that answers nothing but errors', () => {
	const TOOLS = ['first_tool', 'second_tool', 'third_tool', 'fourth_tool'].map((name) => ({
		...businessProfile,
		name,
	}));
	/** Asks one tool after the other until one answers. */
	const anyOf =
		(name: string): Route =>
		(steps) => {
			const tool = TOOLS.at(steps.length);
			const last = steps.at(-1)?.outcome;
			if (last !== undefined && (isAnswered(last) || tool === undefined)) return { outcome: last };
			return { lookup: lookupFor(tool ?? businessProfile, name) };
		};
	const rows = people(40).map(anyOf);

	it('is asked with one lookup of each other tool until the first is closed, and once afterwards', async () => {
		const done = await simulate(rows, { script: always(brokenDown) });
		const asked = done.service.requests.map(({ tool }) => tool.name);
		for (const { name } of TOOLS.slice(1))
			expect(asked.filter((one) => one === name).length).toBeLessThanOrEqual(6);
		expect(done.took).toBeLessThan(45 * SECOND);
		expect(asked.length).toBeLessThanOrEqual(75);
		expect(count(done, 'found')).toBe(0);
	});

	it('is asked for all other rows if a tool answers its probe', async () => {
		const script: Script = (request) =>
			request.tool.name === 'first_tool' ? brokenDown() : everyoneFound(request);
		const done = await simulate(rows, { script });
		expect(count(done, 'found')).toBe(40);
	});
});

describe('an outage', () => {
	it.each([
		[1, 1, businessProfile],
		[2, 5, businessProfile],
		[2, 20, businessProfile],
		[1, 5, personalEmail],
		[2, 5, personalEmail],
	])('of %i s fails no row, %i in flight ($name)', async (seconds, concurrency, tool) => {
		const done = await simulate(rowsOf(tool, ROWS), {
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

	it.each<[string, number, () => Reply]>([
		['500s', 1, brokenDown],
		['no connection', 5, unsent],
		['lost answers', 20, lost],
	])(
		'of nine lookups at the top of a sheet does not stop the others (%s, %i in flight)',
		async (_says, concurrency, reply) => {
			const done = await simulate(rowsOf(businessProfile, ROWS), {
				limits: { concurrency },
				script: exceptFor(people(9), reply),
				latency: () => 2,
			});
			expect(count(done, 'found')).toBe(ROWS - 9);
		},
	);

	it.each<[string, () => Reply]>([
		['a refusal of one value', badInput],
		['a miss', miss],
	])('ends with %s, which resets the failures', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, ROWS), {
			limits: { concurrency: 1 },
			script: (request) => (request.nth % 9 === 8 ? reply() : brokenDown()),
		});
		expect(done.stop).toBeNull();
	});
});

describe('Retry-After of a 5xx reply', () => {
	it.each([1, 20])('delays every request, %i in flight', async (concurrency) => {
		const done = await simulate(rowsOf(businessProfile, 30), {
			limits: { concurrency },
			script: (request) => (request.nth < concurrency ? unavailable(3) : everyoneFound(request)),
		});
		expect([done.service.times[concurrency], count(done, 'found')]).toEqual([3_100, 30]);
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
		expect([done.service.requests.length, count(done, 'deferred')]).toEqual([5, 30]);
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
