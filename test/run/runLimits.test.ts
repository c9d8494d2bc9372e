import type { Reply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import { lookupOf } from '../../nodes/IdentityResolution/service/lookup';
import { type Route } from '../../nodes/IdentityResolution/run/route';
import { everyoneFound, nameOf, profileOf, type Script } from '../support/virtual/fakeService';
import {
	businessProfile,
	customRoute,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
	routeFor,
	rowsOf,
} from '../support/run/lookups';
import { count, reasonsOf, sentByRound, stopOf } from '../support/virtual/runAssertions';
import {
	accountWith,
	batchOf,
	brokenDown,
	hit,
	lost,
	miss,
	rateLimited,
	recordsUsedUp,
	requestsUsedUp,
} from '../support/api/replies';
import { always, exceptFor, forLookups } from '../support/virtual/scripts';
import { simulate, START, type SimulatedRun } from '../support/virtual/virtualRun';

describe('a rate limit', () => {
	it.each([
		['with Retry-After', () => rateLimited(5), 5_100],
		['without Retry-After', () => rateLimited(), 1_100],
	])(
		'%s that refuses everything in flight takes a fifth of the places until requests are accepted',
		async (_says, reply, at) => {
			const done = await simulate(rowsOf(businessProfile, 30), {
				limits: { concurrency: 8 },
				script: (request) => (request.at === 0 ? reply() : everyoneFound(request)),
			});
			expect(sentByRound(done).slice(0, 5)).toEqual([
				[0, 8],
				[at, 6],
				[at + 100, 7],
				[at + 200, 8],
				[at + 300, 8],
			]);
			expect(count(done, 'found')).toBe(30);
		},
	);

	it('delays only the refused request, however long', async () => {
		const done = await simulate(rowsOf(businessProfile, 30), {
			limits: { concurrency: 4 },
			script: (request) => (request.nth === 4 ? rateLimited(9) : everyoneFound(request)),
		});
		const { requests } = done.service;
		const others = requests.filter(({ inputs }) => inputs[0] !== requests[4].inputs[0]);
		const [refused, retried] = requests.filter(({ inputs }) => inputs[0] === requests[4].inputs[0]);
		expect(retried.at - refused.at).toBe(9_100);
		expect(others.at(-1)?.at).toBeLessThan(3_000);
		expect(count(done, 'found')).toBe(30);
	});

	it('that always refuses one lookup defers that one alone', async () => {
		const done = await simulate(rowsOf(businessProfile, 200), {
			script: exceptFor(['person-7'], () => rateLimited(1)),
		});
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([199, 1]);
	});

	it.each<[string, number | undefined, number, number[]]>([
		['for a second each time that says 0', 0, 4_000, [0, 1_100, 2_200, 3_300]],
		['longer and longer without Retry-After', undefined, 7_000, [0, 1_100, 2_310, 3_641, 5_105, 6_716]],
	])('lets a request wait %s, up to Max Wait, and then the rest is deferred', async (_says, wait, maxWait, times) => {
		const done = await simulate(rowsOf(businessProfile, 5), {
			script: always(() => rateLimited(wait)),
			limits: { concurrency: 1, maxWait },
		});
		expect(done.service.times.map(Math.round)).toEqual(times);
		expect([count(done, 'deferred'), reasonsOf(done)]).toEqual([5, ['rate_limited']]);
	});

	it('may refuse any number of requests, if one is accepted within Max Wait', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			script: (request) => (request.nth % 50 === 49 ? everyoneFound(request) : rateLimited(1)),
			limits: { concurrency: 1, maxWait: 60_000 },
		});
		expect([count(done, 'found'), done.service.requests.length]).toEqual([10, 500]);
	});
});

describe('a Fair Use window', () => {
	describe.each<[string, (retryAfter: number) => Reply, string]>([
		['records', recordsUsedUp, 'fair_use_records'],
		['requests', requestsUsedUp, 'fair_use_requests'],
	])('for %s', (_says, usedUp, reason) => {
		it('pauses the run, and says nothing about the rate', async () => {
			const done = await simulate(rowsOf(businessProfile, 25), {
				limits: { concurrency: 6 },
				script: (request) => (request.at === 0 ? usedUp(30) : everyoneFound(request)),
			});
			expect(sentByRound(done).slice(0, 3)).toEqual([
				[0, 6],
				[31_100, 6],
				[31_200, 6],
			]);
			expect(count(done, 'found')).toBe(25);
		});

		it('extends its pause if a later refusal says so', async () => {
			const done = await simulate(rowsOf(businessProfile, 10), {
				limits: { concurrency: 2 },
				script: (request) => (request.at === 0 ? usedUp(request.nth === 0 ? 20 : 5) : everyoneFound(request)),
			});
			expect(sentByRound(done).slice(0, 2)).toEqual([
				[0, 2],
				[21_100, 2],
			]);
		});

		it('that exceeds Max Wait defers everything, with a retry time', async () => {
			const done = await simulate(rowsOf(businessProfile, 12), {
				limits: { concurrency: 1 },
				script: always(() => usedUp(3_600)),
			});
			const retryAt = START + 100 + 3_601_000;
			expect([done.service.requests.length, done.took]).toEqual([1, 100]);
			expect([done.stop, ...done.rows.map(stopOf)]).toMatchObject(Array(13).fill({ reason, retryAt }));
		});
	});

	it('also pauses retries', async () => {
		const done = await simulate(rowsOf(businessProfile, 2), { script: [brokenDown(), recordsUsedUp(30)] });
		expect(done.service.times).toEqual([0, 0, 31_100, 31_100]);
		expect(done.statuses).toEqual(['found', 'found']);
	});

	it('that closes during a rate limit makes the run report the latest retry time', async () => {
		const done = await simulate(rowsOf(businessProfile, 6), {
			limits: { concurrency: 2, maxWait: 0 },
			latency: ({ nth }) => 100 + nth,
			script: [rateLimited(1), requestsUsedUp(18_000)],
		});
		const retryAt = START + 101 + 18_001_000;
		expect(done.stop).toMatchObject({ reason: 'fair_use_requests', retryAt });
		expect(done.rows.map((row) => stopOf(row)?.retryAt)).toEqual(Array(6).fill(retryAt));
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
		expect([reasonsOf(done), done.took]).toEqual([['run_time'], 1_200]);
	});

	it('does not stop a run whose last requests are in flight', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { limits: { maxRunTime: 50 } });
		expect([done.statuses, done.stop, done.took]).toEqual([['found', 'found', 'found'], null, 100]);
	});

	it('stops the next step of a row that is answered afterwards', async () => {
		const twoSteps: Route = ([email, profile]) => {
			if (email === undefined) return { lookup: lookupFor(personalEmail, 'ada-example') };
			return profile ? { outcome: profile.outcome } : { lookup: lookupFor(businessProfile, 'ada-example') };
		};
		const done = await simulate([twoSteps, routeFor(personalEmail, 'bob-example')], { limits: { maxRunTime: 50 } });
		expect([done.statuses, done.stop?.reason]).toEqual([['deferred', 'found'], 'run_time']);
		expect(done.service.requests).toHaveLength(1);
	});

	it('does not wait for a retry that would be too late', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			limits: { maxRunTime: 1_000 },
			script: always(brokenDown),
		});
		expect([done.service.times, done.statuses, done.took]).toEqual([[0, 600], ['deferred'], 700]);
	});

	it('does not wait for a lookup that the rate limit refuses beyond it, and names the time', async () => {
		const waits = [1, 1_800];
		const done = await simulate(rowsOf(businessProfile, 100), {
			limits: { maxRunTime: 600_000, maxWait: 3_600_000 },
			script: exceptFor(['person-7'], () => rateLimited(waits.shift())),
		});
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([99, 1]);
		expect(done.took).toBeLessThan(10_000);
		expect(done.stop).toMatchObject({ reason: 'run_time' });
		expect(done.stop?.retryAt).toBeGreaterThan(START + 1_800_000);
	});

	const TOO_LONG = { reason: 'run_time', retryAt: START + 31_100, refusal: { reason: 'fair_use_records' } };

	it.each([
		['stops the run instead of a longer pause', 10_000, 100, TOO_LONG],
		['stops the run instead of a pause that ends at the same time', 31_100, 100, TOO_LONG],
		['allows a shorter pause', 31_201, 31_200, null],
	])('%s', async (_says, maxRunTime, took, stop) => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			limits: { maxRunTime },
			script: [recordsUsedUp(30)],
		});
		expect(done).toMatchObject({ took, stop });
	});

	it('stops the run instead of a longer pause before it', async () => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			limits: { maxRunTime: 10_000, maxTokens: 100 },
			script: always(() => rateLimited(20)),
		});
		expect(done.service.tools).toEqual(['get_account']);
		expect(done.stop).toMatchObject({ reason: 'run_time', retryAt: START + 20_100, tool: null });
	});
});

describe('maxTokens', () => {
	/** A service that finds those with an odd number. */
	const everyOther: Script = ({ inputs }) => {
		const rows = inputs.map((input) => ({
			input,
			results: Number(nameOf(input).split('-')[1]) % 2 === 1 ? profileOf(input) : null,
		}));
		if (rows.length > 1) return batchOf(rows);
		return rows[0].results === null ? miss() : hit(rows[0].results);
	};

	const lookupSizes = ({ service }: SimulatedRun) =>
		service.requests.filter(({ tool }) => tool.family !== 'free').map(({ inputs }) => inputs.length);

	it('limits batches to the remaining tokens, and defers the rest', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), { limits: { maxTokens: 120 } });
		expect(lookupSizes(done)).toEqual([100, 20]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([120, 130]);
		expect(reasonsOf(done)).toEqual(['token_budget']);
		expect(done.stats).toMatchObject({ tokens: 120, tokensAre: 'estimated' });
	});

	it('is not used up by misses: the run continues with the rest', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), {
			limits: { maxTokens: 60 },
			script: forLookups(everyOther),
		});
		expect(count(done, 'found')).toBe(60);
		expect(lookupSizes(done).slice(0, 3)).toEqual([60, 30, 15]);
	});

	it('sends single lookups to a tool that reports charges until its price is known, then as many as it covers', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { maxTokens: 20 },
			script: forLookups(({ inputs }) => hit(profileOf(inputs[0]), { tokens_charged: 3 })),
		});
		expect(sentByRound(done).map(([, sent]) => sent)).toEqual([1, 1, 5]);
		expect([count(done, 'found'), reasonsOf(done)]).toEqual([6, ['token_budget']]);
		expect(done.stats).toMatchObject({ tokens: 18, tokensAre: 'reported' });
	});

	it('is kept for started rows, whose batch is sent before it is full if no more is left', async () => {
		const AFTER = { tool: personalEmail, phone: 'without', tokens: 1 } as const;
		const inTwoSteps =
			(name: string): Route =>
			([first, second]) => {
				if (first === undefined) {
					const { tool, identifier } = lookupFor(reverseEmail, `${name}@example.com`);
					return { lookup: lookupOf(tool, identifier, 'without', [AFTER]) };
				}
				return second === undefined ? { lookup: lookupFor(personalEmail, name) } : { outcome: second.outcome };
			};
		const done = await simulate(people(40).map(inTwoSteps), { limits: { maxTokens: 20, concurrency: 1 } });
		expect(done.stats.tokens).toBe(20);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([10, 30]);
		expect(done.rows.slice(10).filter(({ steps }) => steps[0]?.outcome.is === 'found')).toEqual([]);
	});

	it.each<[string, number, Reply, number[], number]>([
		['a lost answer', 15, lost(), [10, 1, 1, 1, 1, 1], 5],
		['lost rows', 12, batchOf(people(5).map((input) => ({ input, results: profileOf(input) }))), [10, 1, 1], 7],
	])('counts %s as charged, because it may have been', async (_what, maxTokens, reply, sizes, found) => {
		const done = await simulate(rowsOf(personalEmail, 10), {
			limits: { maxTokens },
			script: [accountWith(1_000), reply],
		});
		expect(lookupSizes(done)).toEqual(sizes);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([found, 10 - found]);
	});

	it('is not exceeded if phones cost more and the first people have none', async () => {
		const script: Script = ({ inputs: [input] }) => {
			if (['person-1', 'person-2'].includes(nameOf(input))) return hit(profileOf(input), { tokens_charged: 1 });
			return hit({ ...profileOf(input), mobile_phone: '12025550100' }, { tokens_charged: 5 });
		};
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), {
			limits: { maxTokens: 20 },
			script: forLookups(script),
		});
		expect(done.stats.tokens).toBeLessThanOrEqual(20);
	});

	it.each([
		[3, 'deferred'],
		[49, 'deferred'],
		[50, 'found'],
	])('of %i sends no body with a batch of fifty that may cost more: it is %s', async (maxTokens, status) => {
		const done = await simulate([customRoute('custom_tool', { linkedin_urls: people(50) })], {
			limits: { maxTokens },
			script: forLookups(() => hit({ email: 'ada@example.com' }, { tokens_charged: 50 })),
		});
		expect(done.statuses).toEqual([status]);
		expect(lookupSizes(done)).toHaveLength(status === 'found' ? 1 : 0);
	});
});
