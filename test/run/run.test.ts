import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/run/outcome';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import { profileOf, type Script } from '../support/fakeService';
import { limitsWith } from '../support/limits';
import {
	routeFor,
	businessProfile,
	hashedEmail,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
	rowsOf,
} from '../support/lookups';
import { answerOf, count, emailOf } from '../support/runAssertions';
import { batchOf, brokenDown, hit, miss } from '../support/replies';
import { exceptFor } from '../support/scripts';
import { VirtualClock } from '../../dev/simulation/virtualClock';
import { simulate } from '../support/virtualRun';

const BLANK: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };

describe('what is asked', () => {
	it('is every distinct identifier once, and its answer goes to every row that asked it', async () => {
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

	it('is nothing for rows that are settled from the start, which stay at their places', async () => {
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
	])('is nothing at all with %s, not even the account', async (_says, routes) => {
		const { statuses, service, took, stop } = await simulate(routes, { limits: { maxTokens: 1, reserve: 1 } });
		expect(statuses).toEqual(routes.map(() => 'skipped'));
		expect(service.requests).toEqual([]);
		expect({ took, stop }).toEqual({ took: 0, stop: null });
	});

	it.each([
		[250, 100, [100, 100, 50]],
		[100, 100, [100]],
		[101, 100, [100, 1]],
		[250, 1_000, [100, 100, 50]],
		[10, 4, [4, 4, 2]],
		[3, 1, [1, 1, 1]],
	])('is, for %i people and a batchSize of %i, %p at a time', async (rows, batchSize, sizes) => {
		const done = await simulate(rowsOf(personalEmail, rows), { limits: { batchSize } });
		expect(done.service.sizes).toEqual(sizes);
		expect(count(done, 'found')).toBe(rows);
	});

	it('is asked with the list for two or more, with the single field for one', async () => {
		const { service } = await simulate(rowsOf(personalEmail, 3), { limits: { batchSize: 2 } });
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ linkedin_urls: ['https://www.linkedin.com/in/person-1', 'https://www.linkedin.com/in/person-2'] },
			{ linkedin_url: 'https://www.linkedin.com/in/person-3' },
		]);
	});

	it.each([businessProfile, reverseEmail])('is one at a time of a tool that does not batch ($name)', async (tool) => {
		const done = await simulate(rowsOf(tool, 5));
		expect(done.service.sizes).toEqual([1, 1, 1, 1, 1]);
		expect(count(done, 'found')).toBe(5);
	});

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

	it('asks the phone once for a person whom rows want with and without it, and shows it where it was wanted', async () => {
		const { rows, service } = await simulate([
			routeFor(businessProfile, 'ada-example', 'without'),
			routeFor(businessProfile, 'ada-example', 'with'),
		]);
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
		expect(rows.map((row) => answerOf(row)?.results)).toEqual([
			expect.not.objectContaining({ mobile_phone: '12025550100' }),
			expect.objectContaining({ mobile_phone: '12025550100' }),
		]);
	});

	it('is one question for an e-mail and its hash', async () => {
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
	it('are answers: not asked again, and the run goes on', async () => {
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
	])('are as many as concurrency (%i) allows, and never more', async (concurrency, rows) => {
		const { service } = await simulate(rowsOf(businessProfile, rows), {
			limits: { concurrency },
			latency: ({ nth }) => 50 + ((nth * 37) % 100),
		});
		expect(service.maxInFlight).toBe(concurrency);
	});

	it('make room for the next one as soon as one is answered', async () => {
		const latencies = [300, 100, 50, 400];
		const { service, took } = await simulate(rowsOf(businessProfile, 4), {
			limits: { concurrency: 2 },
			latency: ({ nth }) => latencies[nth],
		});
		expect(service.times).toEqual([0, 0, 100, 150]);
		expect(took).toBe(550);
	});
});

describe('what a run tells besides', () => {
	it('is its progress, after every reply', async () => {
		const { progress, stats } = await simulate(rowsOf(personalEmail, 250), {
			limits: { concurrency: 1 },
			script: [brokenDown()],
		});
		expect(progress).toEqual([0, 100, 150, 250]);
		expect(stats).toMatchObject({ requests: 4, answered: 250, lookups: 250 });
	});

	it("is each lookup's share of a batch's charge, which rows sum up to", async () => {
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
		expect(rows.map(({ steps }) => steps[0].pays)).toEqual([true, true, true, true, false]);
		expect(rows.map(({ steps }) => steps[0].record.recordsLeft)).toEqual(Array(5).fill(42));
		expect(stats).toMatchObject({ tokens: 7, tokensAre: 'reported' });
	});

	it('is that a charge is not known where the service did not report it', async () => {
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

	it('is where replies departed from the contract, whose answers are delivered all the same', async () => {
		const odd: Script = ({ inputs: [input] }) => hit({ ...profileOf(input), email: 42 });
		const { statuses, stats } = await simulate(rowsOf(personalEmail, 2), { script: odd, limits: { batchSize: 1 } });
		expect(statuses).toEqual(['found', 'found']);
		expect([...stats.drift.values()]).toEqual([2]);
	});
});

describe('a defect of our own', () => {
	it('ends the run with its error, instead of letting it wait for ever', async () => {
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

	it('defers everything that would have been asked, and leaves the rest as it is', () => {
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
