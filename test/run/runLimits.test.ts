import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, lookupFor, personalEmail, routeFor, rowsOf } from '../support/run/lookups';
import { count, reasonsOf, sentByRound, stopOf } from '../support/virtual/runAssertions';
import { brokenDown, rateLimited, recordsUsedUp, requestsUsedUp } from '../support/api/replies';
import { always, atFirst } from '../support/virtual/scripts';
import { simulate, START } from '../support/virtual/virtualRun';

describe('a rate limit', () => {
	it.each([
		['with Retry-After', () => rateLimited(5), 5_100],
		['without Retry-After', () => rateLimited(), 1_100],
	])(
		'%s and refuses everything in flight pauses the run once and halves its concurrency',
		async (_says, reply, retriedAt) => {
			const done = await simulate(rowsOf(businessProfile, 30), {
				limits: { concurrency: 8 },
				script: (request) => (request.at === 0 ? reply() : everyoneFound(request)),
			});
			expect(sentByRound(done).slice(0, 2)).toEqual([
				[0, 8],
				[retriedAt, 4],
			]);
			expect(count(done, 'found')).toBe(30);
		},
	);

	it('raises concurrency again with each round of answers, up to the maximum', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { concurrency: 8 },
			script: (request) => (request.at === 0 ? rateLimited(5) : everyoneFound(request)),
		});
		const widths = sentByRound(done)
			.slice(1, -1)
			.map(([, sent]) => sent);
		expect(widths[0]).toBe(4);
		expect(widths.at(-1)).toBe(8);
		expect(widths.every((width, round) => round === 0 || [0, 1].includes(width - widths[round - 1]))).toBe(true);
	});

	it('that refuses everything in flight counts as one refusal', async () => {
		const done = await simulate(rowsOf(businessProfile, 30), {
			script: (request) => (request.at === 0 || request.nth === 20 ? rateLimited(5) : everyoneFound(request)),
		});
		expect(count(done, 'found')).toBe(30);
	});

	it('extends its pause if a later refusal says so, and nothing is sent meanwhile', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 2 },
			script: (request) => (request.at === 0 ? rateLimited(request.nth === 0 ? 5 : 20) : everyoneFound(request)),
		});
		expect(sentByRound(done).slice(0, 2)).toEqual([
			[0, 2],
			[20_100, 1],
		]);
	});

	it('without Retry-After is retried after one second, two, four and so on', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			script: [rateLimited(), rateLimited(), rateLimited()],
		});
		expect(done.service.times).toEqual([0, 1_100, 3_200, 7_300]);
		expect(done.statuses).toEqual(['found']);
	});

	it('pauses the run for at most Max Wait in total, and then the rest is deferred', async () => {
		const done = await simulate(rowsOf(businessProfile, 5), {
			script: always(() => rateLimited()),
			limits: { concurrency: 1, maxWait: 10_000 },
		});
		expect(done.service.times).toEqual([0, 1_100, 3_200, 7_300]);
		expect(reasonsOf(done)).toEqual(['rate_limited']);
		expect(done.stop?.retryAt).toBeNull();
	});

	it.each([
		['0 s', 0, [0, 1_100, 3_200, 6_300, 10_400, 15_500, 21_600, 28_700, 36_800]],
		['1 s', 1, [0, 1_100, 3_200, 6_300, 10_400, 15_500, 21_600, 28_700, 36_800]],
		['2 s', 2, [0, 2_100, 5_200, 9_300, 14_400, 20_500, 27_600, 35_700, 44_800]],
	])(
		'with Retry-After %s adds a second for each refusal, and defers the rest after eight',
		async (_says, wait, times) => {
			const done = await simulate(rowsOf(businessProfile, 5), {
				script: always(() => rateLimited(wait)),
				limits: { concurrency: 1 },
			});
			expect(done.service.times).toEqual(times);
			expect(count(done, 'deferred')).toBe(5);
			expect(reasonsOf(done)).toEqual(['rate_limited']);
		},
	);

	it('counts from the beginning after an answer', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			script: (request) => (request.nth % 9 === 8 ? everyoneFound(request) : rateLimited(0)),
			limits: { concurrency: 1 },
		});
		expect(count(done, 'found')).toBe(10);
		expect(done.service.requests).toHaveLength(90);
	});

	it('causes no pause with a Max Wait of 0', async () => {
		const done = await simulate(rowsOf(businessProfile, 5), {
			script: always(() => rateLimited(1)),
			limits: { concurrency: 1, maxWait: 0 },
		});
		expect(done.service.requests).toHaveLength(1);
		expect(done.rows.map(stopOf)).toEqual(
			Array(5).fill(expect.objectContaining({ reason: 'rate_limited', retryAt: START + 100 + 2_000 })),
		);
	});
});

describe('a Fair Use window', () => {
	const windows: Array<[string, (retryAfter: number) => Reply, string]> = [
		['records', recordsUsedUp, 'fair_use_records'],
		['requests', requestsUsedUp, 'fair_use_requests'],
	];

	describe.each(windows)('for %s', (_says, usedUp, reason) => {
		it('pauses the run; then one request is sent, and each answer adds one', async () => {
			const done = await simulate(rowsOf(businessProfile, 25), {
				limits: { concurrency: 6 },
				script: (request) => (request.at === 0 ? usedUp(30) : everyoneFound(request)),
			});
			expect(sentByRound(done)).toEqual([
				[0, 6],
				[31_100, 1],
				[31_200, 2],
				[31_300, 4],
				[31_400, 6],
				[31_500, 6],
				[31_600, 6],
			]);
			expect(count(done, 'found')).toBe(25);
		});

		it('that exceeds Max Wait defers everything, with a retry time', async () => {
			const done = await simulate(rowsOf(businessProfile, 12), {
				limits: { concurrency: 1 },
				script: always(() => usedUp(3_600)),
			});
			const retryAt = START + 100 + 3_601_000;
			expect(done.service.requests).toHaveLength(1);
			expect(done.rows.map(stopOf)).toEqual(Array(12).fill(expect.objectContaining({ reason, retryAt })));
			expect(done.stop).toMatchObject({ reason, retryAt });
			expect(done.took).toBe(100);
		});

		it('that is closed for five hours pauses the run if Max Wait allows it', async () => {
			const done = await simulate(rowsOf(businessProfile, 2), {
				limits: { concurrency: 1, maxWait: 18_001_000 },
				script: [usedUp(18_000)],
			});
			expect(done.service.times).toEqual([0, 18_001_100, 18_001_200]);
			expect(done.statuses).toEqual(['found', 'found']);
		});
	});

	it('also pauses retries', async () => {
		const script: Script = (request) => [brokenDown(), recordsUsedUp(30)][request.nth] ?? everyoneFound(request);
		const done = await simulate(rowsOf(businessProfile, 2), { script });
		expect(done.service.times).toEqual([0, 0, 31_100, 31_200]);
		expect(done.statuses).toEqual(['found', 'found']);
	});

	it('does not discard answers that arrive meanwhile', async () => {
		const done = await simulate(rowsOf(businessProfile, 2), {
			script: atFirst(() => recordsUsedUp(3_600)),
			latency: ({ nth }) => 100 + 400 * nth,
		});
		expect(done.statuses).toEqual(['deferred', 'found']);
	});

	it('ends with jitter, so that runs which wait for the same window continue at different times', async () => {
		const resumesAt = async (jitter: number) => {
			const done = await simulate(rowsOf(businessProfile, 1), {
				script: [recordsUsedUp(30)],
				random: () => jitter,
			});
			return done.service.times[1];
		};
		expect(await Promise.all([0, 0.4, 0.8].map(resumesAt))).toEqual([31_100, 31_200, 31_300]);
	});
});

describe('maxRunTime', () => {
	it('stops sending, and waits for requests in flight', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 1, maxRunTime: 1_000 },
			latency: () => 300,
		});
		expect(done.service.times).toEqual([0, 300, 600, 900]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([4, 6]);
		expect(reasonsOf(done)).toEqual(['run_time']);
		expect(done.took).toBe(1_200);
	});

	it('does not stop a run whose last requests are in flight', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { limits: { maxRunTime: 50 } });
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.stop).toBeNull();
		expect(done.took).toBe(100);
	});

	it('stops the next step of a row that is answered afterwards', async () => {
		const twoSteps: Route = ([email, profile]) =>
			email === undefined
				? { lookup: lookupFor(personalEmail, 'ada-example') }
				: profile === undefined
					? { lookup: lookupFor(businessProfile, 'ada-example') }
					: { outcome: profile.outcome };
		const done = await simulate([twoSteps, routeFor(personalEmail, 'bob-example')], { limits: { maxRunTime: 50 } });
		expect(done.statuses).toEqual(['deferred', 'found']);
		expect(done.stop?.reason).toBe('run_time');
		expect(done.service.requests).toHaveLength(1);
	});

	it('ends the wait for a retry', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			limits: { maxRunTime: 1_000 },
			script: always(brokenDown),
		});
		expect(done.service.times).toEqual([0, 600]);
		expect(done.statuses).toEqual(['deferred']);
		expect(done.took).toBe(1_000);
	});

	it('stops the run instead of a longer pause, with a retry time', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			limits: { concurrency: 1, maxRunTime: 10_000 },
			script: always(() => recordsUsedUp(30)),
		});
		expect(done.service.requests).toHaveLength(1);
		expect(done.stop).toMatchObject({ reason: 'run_time', retryAt: START + 31_100 });
		expect(done.took).toBe(100);
	});

	it('stops the run instead of a longer pause before it', async () => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			limits: { maxRunTime: 10_000, maxTokens: 100 },
			script: always(() => rateLimited(20)),
		});
		expect(done.service.tools).toEqual(['get_account']);
		expect(done.stop).toMatchObject({ reason: 'run_time', retryAt: START + 20_100, tool: null });
	});

	it('stops the run instead of a pause that ends at the same time', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			limits: { maxRunTime: 31_100 },
			script: [recordsUsedUp(30)],
		});
		expect(done.stop?.reason).toBe('run_time');
		expect(done.took).toBe(100);
	});

	it('allows a shorter pause', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			limits: { maxRunTime: 31_201 },
			script: [recordsUsedUp(30)],
		});
		expect(done.statuses).toEqual(['found']);
	});

	it('includes the free requests before the run', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 1, maxRunTime: 1_000, maxTokens: 100 },
			latency: ({ tool }) => (tool.family === 'free' ? 700 : 100),
		});
		expect(done.service.times).toEqual([0, 700, 800, 900]);
		expect(count(done, 'found')).toBe(3);
	});

	it('sends nothing else if they take all of it', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { maxRunTime: 1_000, maxTokens: 100 },
			latency: () => 1_000,
		});
		expect(done.service.tools).toEqual(['get_account']);
		expect(reasonsOf(done)).toEqual(['run_time']);
	});
});
