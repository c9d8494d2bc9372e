import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/run/outcome';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import { profileOf, type Script } from '../support/virtual/fakeService';
import { limitsWith } from '../support/run/limits';
import {
	routeFor,
	businessProfile,
	hashedEmail,
	inBatchesOf,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
	rowsOf,
} from '../support/run/lookups';
import { answerOf, count, emailOf } from '../support/virtual/runAssertions';
import { batchOf, brokenDown, hit, miss } from '../support/api/replies';
import { exceptFor } from '../support/virtual/scripts';
import { VirtualClock } from '../support/virtual/virtualClock';
import { simulate } from '../support/virtual/virtualRun';

const BLANK: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };

describe('a run', () => {
	it('looks up every distinct identifier once, and answers all of its rows', async () => {
		const names = [
			'ada-example',
			'bob-example',
			'https://www.linkedin.com/in/ADA-example/',
			'ada-example',
			'bob-example',
		];
		const { rows, service, lookups } = await simulate(names.map((name) => routeFor(personalEmail, name)));
		expect(service.sizes).toEqual([2]);
		expect(lookups).toBe(2);
		expect(rows.map(emailOf)).toEqual([
			'ada-example@example.com',
			'bob-example@example.com',
			'ada-example@example.com',
			'ada-example@example.com',
			'bob-example@example.com',
		]);
	});

	it('sends nothing for rows that are settled from the start, which keep their positions', async () => {
		const { statuses, rows, service } = await simulate([
			doneRoute(BLANK),
			routeFor(personalEmail, 'ada-example'),
			doneRoute(BLANK),
		]);
		expect(statuses).toEqual(['skipped', 'found', 'skipped']);
		expect(rows[0]).toMatchObject({ outcome: BLANK, steps: [] });
		expect(service.sizes).toEqual([1]);
	});

	it.each<[string, Route[]]>([
		['no rows', []],
		['nothing but blanks', [doneRoute(BLANK), doneRoute(BLANK)]],
	])('sends nothing for %s, not even an account check', async (_says, routes) => {
		const { statuses, service, took, stop } = await simulate(routes, { limits: { maxTokens: 1 } });
		expect(statuses).toEqual(routes.map(() => 'skipped'));
		expect(service.requests).toEqual([]);
		expect({ took, stop }).toEqual({ took: 0, stop: null });
	});

	it.each([
		[250, 100, [100, 100, 50]],
		[100, 100, [100]],
		[101, 100, [100, 1]],
		[10, 4, [4, 4, 2]],
		[3, 1, [1, 1, 1]],
	])('sends %i people in batches of %i in requests of %p', async (rows, batchSize, sizes) => {
		const done = await simulate(rowsOf(inBatchesOf(batchSize, personalEmail), rows));
		expect(done.service.sizes).toEqual(sizes);
		expect(count(done, 'found')).toBe(rows);
	});

	it('uses the list field for two or more lookups, the single field for one', async () => {
		const { service } = await simulate(rowsOf(inBatchesOf(2, personalEmail), 3));
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ linkedin_urls: ['https://www.linkedin.com/in/person-1', 'https://www.linkedin.com/in/person-2'] },
			{ linkedin_url: 'https://www.linkedin.com/in/person-3' },
		]);
	});

	it.each([businessProfile, reverseEmail])(
		'sends single lookups to a tool that does not batch ($name)',
		async (tool) => {
			const done = await simulate(rowsOf(tool, 5));
			expect(done.service.sizes).toEqual([1, 1, 1, 1, 1]);
			expect(count(done, 'found')).toBe(5);
		},
	);

	it('never mixes tools in one request', async () => {
		const { service, statuses } = await simulate([
			...rowsOf(personalEmail, 2),
			...rowsOf(businessProfile, 1),
			...rowsOf(personalEmail, 3),
		]);
		expect(service.requests.map(({ tool, inputs }) => [tool, inputs.length])).toEqual([
			[businessProfile, 1],
			[personalEmail, 3],
		]);
		expect(new Set(statuses)).toEqual(new Set(['found']));
	});

	it('requests the phone once for rows with and without it', async () => {
		const { rows, service } = await simulate([
			routeFor(businessProfile, 'ada-example', 'without'),
			routeFor(businessProfile, 'ada-example', 'with'),
		]);
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
		expect(rows.map((row) => answerOf(row)?.results)).toEqual([
			expect.objectContaining({ mobile_phone: '12025550100' }),
			expect.objectContaining({ mobile_phone: '12025550100' }),
		]);
	});

	it('sends one lookup for an email and its hash', async () => {
		const { service, statuses } = await simulate([
			routeFor(hashedEmail, 'ada@example.com'),
			routeFor(hashedEmail, '3E3417D7EF77D5932A6734B916515ED5'),
			routeFor(hashedEmail, ' Ada@Example.com '),
		]);
		expect(service.requests).toHaveLength(1);
		expect(statuses).toEqual(['found', 'found', 'found']);
	});
});

describe('misses', () => {
	it('are answers: they are not retried, and the run continues', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { script: exceptFor(['person-2'], miss) });
		expect(done.statuses).toEqual(['found', 'not_found', 'found']);
		expect(done.service.requests).toHaveLength(3);
		expect(done.stats).toMatchObject({ answered: 3, tokens: 2, tokensAre: 'reported' });
	});
});

describe('requests in flight', () => {
	it.each([
		[1, 30],
		[3, 30],
		[20, 50],
		[50, 200],
	])('never exceed concurrency (%i)', async (concurrency, rows) => {
		const { service } = await simulate(rowsOf(businessProfile, rows), {
			limits: { concurrency },
			latency: ({ nth }) => 50 + ((nth * 37) % 100),
		});
		expect(service.maxInFlight).toBe(concurrency);
	});

	it('are followed by the next one as soon as one is answered', async () => {
		const latencies = [300, 100, 50, 400];
		const { service, took } = await simulate(rowsOf(businessProfile, 4), {
			limits: { concurrency: 2 },
			latency: ({ nth }) => latencies[nth],
		});
		expect(service.times).toEqual([0, 0, 100, 150]);
		expect(took).toBe(550);
	});
});

describe('a run reports', () => {
	it('its progress after every reply', async () => {
		const { progress, stats } = await simulate(rowsOf(personalEmail, 250), {
			limits: { concurrency: 1 },
			script: [brokenDown()],
		});
		expect(progress).toEqual([0, 100, 150, 250]);
		expect(stats).toMatchObject({ requests: 4, answered: 250, lookups: 250 });
	});

	it("each lookup's share of a batch's charge, so that rows sum to it", async () => {
		const batch = batchOf(
			people(4).map((input) => ({ input, results: input === 'person-2' ? null : profileOf(input) })),
			{
				metadata: { tokens_charged: 7, fair_use: { records_remaining_5h: 42 } },
			},
		);
		const { rows, stats } = await simulate([...rowsOf(personalEmail, 4), routeFor(personalEmail, 'person-1')], {
			script: [batch],
		});
		expect(rows.map(({ steps }) => steps[0].record.charged)).toEqual([3, 0, 2, 2, 3]);
		expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, true, true, true, false]);
		expect(rows.map(({ steps }) => steps[0].record.recordsLeft)).toEqual(Array(5).fill(42));
		expect(stats).toMatchObject({ tokens: 7, tokensAre: 'reported' });
	});

	it('an unknown charge if the reply did not contain one', async () => {
		const { rows } = await simulate(rowsOf(personalEmail, 2), {
			script: [
				batchOf([
					{ input: 'person-1', results: profileOf('person-1') },
					{ input: 'person-2', results: null },
				]),
			],
		});
		expect(rows.map(({ steps }) => steps[0].record)).toMatchObject([
			{ charged: null, recordsLeft: null },
			{ charged: 0, recordsLeft: null },
		]);
	});

	it('departures from the contract, and delivers those answers', async () => {
		const odd: Script = ({ inputs: [input] }) => hit({ ...profileOf(input), email: 42 });
		const { statuses, stats } = await simulate(rowsOf(inBatchesOf(1, personalEmail), 2), { script: odd });
		expect(statuses).toEqual(['found', 'found']);
		expect([...stats.drift.values()]).toEqual([2]);
	});
});

describe('an error thrown by the environment', () => {
	it('rejects the run instead of letting it wait forever', async () => {
		const clock = new VirtualClock();
		const send = () => Promise.reject(new Error('A defect'));
		const env = {
			send,
			clock,
			random: () => 0,
			signal: new AbortController().signal,
			progress: () => undefined,
			log: () => undefined,
		};
		await expect(clock.until(run(rowsOf(businessProfile, 1), limitsWith(), env))).rejects.toThrow('A defect');
	});
});

describe('a run that cannot start', () => {
	const stop: Stop = { reason: 'unauthorized', retryAt: null, refusal: null, tool: null };

	it('defers all rows that need a lookup, and returns the others', () => {
		const twoSteps: Route = (known) =>
			known.length < 2
				? { lookup: lookupFor(known.length === 0 ? personalEmail : businessProfile, 'ada-example') }
				: { outcome: known[1].outcome };
		const { rows, lookups, stats, ...progress } = deferAll(
			[doneRoute(BLANK), routeFor(personalEmail, 'ada-example'), twoSteps],
			stop,
		);
		expect(rows.map(({ outcome }) => outcome)).toEqual([BLANK, { is: 'deferred', stop }, { is: 'deferred', stop }]);
		expect({ lookups, requests: stats.requests }).toEqual({ lookups: 2, requests: 0 });
		expect(progress).toEqual({ stop, plan: null });
	});
});
