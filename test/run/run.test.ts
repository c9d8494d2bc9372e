import { getEventListeners } from 'node:events';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Environment, LogEntry } from '../../nodes/IdentityResolution/service/environment';
import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/route';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/service/outcome';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import { FakeService, everyoneFound, profileOf, type Script } from '../support/virtual/fakeService';
import { limitsWith } from '../support/run/limits';
import {
	routeFor,
	businessProfile,
	inBatchesOf,
	lookupFor,
	people,
	personalEmail,
	rowsOf,
} from '../support/run/lookups';
import { emailOf, reasonsOf, stopOf } from '../support/virtual/runAssertions';
import {
	badInput,
	badKey,
	batchOf,
	brokenDown,
	closedTool,
	lost,
	outOfPhoneTokens,
	rateLimited,
	recordsUsedUp,
	refusal,
} from '../support/api/replies';
import { always, atFirst, exceptFor, unmatchable } from '../support/virtual/scripts';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { simulate, type Scenario, type SimulatedRun } from '../support/virtual/virtualRun';

const BLANK: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };

const envWith = (clock: VirtualClock, set: Partial<Environment> = {}): Environment => ({
	send: new FakeService(clock).send,
	clock,
	random: () => 0,
	signal: new AbortController().signal,
	progress: () => undefined,
	log: () => undefined,
	...set,
});

describe('a run', () => {
	it('looks up every distinct identifier once, and answers all of its rows', async () => {
		const address = 'https://www.linkedin.com/in/ADA-example/';
		const names = ['ada-example', 'bob-example', address, 'ada-example', 'bob-example'];
		const { rows, service, lookups } = await simulate(names.map((name) => routeFor(personalEmail, name)));
		expect([service.sizes, lookups]).toEqual([[2], 2]);
		const [ada, bob] = ['ada-example@example.com', 'bob-example@example.com'];
		expect(rows.map(emailOf)).toEqual([ada, bob, ada, ada, bob]);
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

	it('uses the list field for two or more lookups, the single field for one', async () => {
		const { service } = await simulate(rowsOf(inBatchesOf(2, personalEmail), 3));
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ linkedin_urls: ['https://www.linkedin.com/in/person-1', 'https://www.linkedin.com/in/person-2'] },
			{ linkedin_url: 'https://www.linkedin.com/in/person-3' },
		]);
	});

	it('sends the next request as soon as one is answered', async () => {
		const latencies = [300, 100, 50, 400];
		const { service, took } = await simulate(rowsOf(businessProfile, 4), {
			limits: { concurrency: 2 },
			latency: ({ nth }) => latencies[nth],
		});
		expect(service.times).toEqual([0, 0, 100, 150]);
		expect(took).toBe(550);
	});

	it('reports its progress once a second, and at its end', async () => {
		const { progress, stats } = await simulate(rowsOf(businessProfile, 25), { limits: { concurrency: 1 } });
		expect(progress).toEqual([1, 11, 21, 25]);
		expect(stats).toMatchObject({ requests: 25, answered: 25, lookups: 25 });
	});

	it("reports each lookup's share of a batch's charge, so that rows sum to it", async () => {
		const batch = batchOf(
			people(4).map((input) => ({ input, results: input === 'person-2' ? null : profileOf(input) })),
			{ metadata: { tokens_charged: 7, fair_use: { records_remaining_5h: 42 } } },
		);
		const { rows, stats } = await simulate([...rowsOf(personalEmail, 4), routeFor(personalEmail, 'person-1')], {
			script: [batch],
		});
		expect(rows.map(({ steps }) => steps[0].record.charged)).toEqual([3, 0, 2, 2, 3]);
		expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, true, true, true, false]);
		expect(rows.map(({ steps }) => steps[0].record.recordsLeft)).toEqual(Array(5).fill(42));
		expect(stats).toMatchObject({ tokens: 7, tokensAre: 'reported' });
	});

	it('rejects if the environment throws, instead of waiting forever', async () => {
		const clock = new VirtualClock();
		const env = envWith(clock, { send: () => Promise.reject(new Error('A defect')) });
		await expect(clock.until(run(rowsOf(businessProfile, 1), limitsWith(), env))).rejects.toThrow('A defect');
	});

	it('that cannot start defers all rows that need a lookup, and returns the others', async () => {
		const stop: Stop = { reason: 'unauthorized', retryAt: null, refusal: null, tool: null };
		const twoSteps: Route = (known) =>
			known.length < 2
				? { lookup: lookupFor(known.length === 0 ? personalEmail : businessProfile, 'ada-example') }
				: { outcome: known[1].outcome };
		const { rows, lookups, stats, ...progress } = await deferAll(
			[doneRoute(BLANK), routeFor(personalEmail, 'ada-example'), twoSteps],
			stop,
			new VirtualClock(),
		);
		expect(rows.map(({ outcome }) => outcome)).toEqual([BLANK, { is: 'deferred', stop }, { is: 'deferred', stop }]);
		expect({ lookups, requests: stats.requests }).toEqual({ lookups: 2, requests: 0 });
		expect(progress).toEqual({ stop, plan: null, account: null });
	});
});

describe('a canceled run', () => {
	it.each([
		['ends when the host aborts its requests', true, 4, 250],
		['waits for requests in flight that the host does not abort', false, 6, 300],
	])('sends nothing more, keeps its answers, and %s', async (_says, abortsRequests, found, took) => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 2 },
			cancelAt: 250,
			abortsRequests,
		});
		expect(done.service.times).toEqual([0, 0, 100, 100, 200, 200]);
		const rest = Array<string>(10 - found).fill('deferred');
		expect(done.statuses).toEqual([...Array<string>(found).fill('found'), ...rest]);
		expect([reasonsOf(done), done.took]).toEqual([['stopped'], took]);
	});

	it.each<[string, Scenario, string]>([
		['a pause', { script: atFirst(() => recordsUsedUp(50)) }, 'stopped'],
		['the wait for a retry', { script: always(brokenDown) }, 'stopped'],
		['the account check', { limits: { maxTokens: 100 }, latency: () => 5_000 }, 'stopped'],
		[
			'the wait for answers after another stop',
			{ script: atFirst(badKey), latency: ({ nth }) => 100 + 1_900 * nth, limits: { concurrency: 3 } },
			'unauthorized',
		],
	])('ends %s immediately', async (_says, scenario, reason) => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			limits: { concurrency: 1 },
			cancelAt: 1_111,
			...scenario,
		});
		expect([reasonsOf(done), done.took]).toEqual([[reason], 1_111]);
	});

	it('sends nothing if it was canceled before the start', async () => {
		const clock = new VirtualClock();
		const service = new FakeService(clock);
		const env = envWith(clock, { send: service.send, signal: AbortSignal.abort() });
		const { rows, stop } = await clock.until(run(rowsOf(businessProfile, 3), limitsWith(), env));
		expect(service.requests).toEqual([]);
		expect(rows.map(({ outcome }) => outcome.is)).toEqual(['deferred', 'deferred', 'deferred']);
		expect(stop).toEqual({ reason: 'stopped', retryAt: null, refusal: null, tool: null });
	});

	it('removes its abort listener at the end', async () => {
		const clock = new VirtualClock();
		const env = envWith(clock);
		await clock.until(run(rowsOf(businessProfile, 3), limitsWith({ maxTokens: 100 }), env));
		expect(getEventListeners(env.signal, 'abort')).toEqual([]);
	});
});

describe('a tool with other names', () => {
	const email: Tool = { ...personalEmail, otherNames: ['second', 'third'] };

	/** A service without tools of these names. */
	const without =
		(...names: string[]): Script =>
		(request) =>
			names.includes(request.tool.name) ? refusal(404, 'not_found') : everyoneFound(request);
	const sentNames = ({ service }: SimulatedRun) => service.requests.map(({ tool }) => tool.name);

	it.each([
		['its own name', [], email.name, new Map()],
		['the next name', [email.name], 'second', new Map([[email.name, 'second']])],
		['the last name', [email.name, 'second'], 'third', new Map([[email.name, 'third']])],
	])('is called by %s if the service lacks %j', async (_which, missing, used, renamed) => {
		const done = await simulate(rowsOf(email, 250), { script: without(...missing) });
		expect(done.statuses).toEqual(Array(250).fill('found'));
		expect(sentNames(done)).toEqual([...missing, used, used, used]);
		expect(done.stats.renamedTools).toEqual(renamed);
		expect(done.logged.map(({ event }) => event)).toEqual(missing.map(() => 'rename'));
	});

	it('is closed if the service knows none of the names', async () => {
		const done = await simulate(rowsOf(email, 250), { script: without(email.name, 'second', 'third') });
		expect(sentNames(done)).toHaveLength(3);
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(Array(250).fill('unknown_tool'));
		expect(done.stats.renamedTools.size).toBe(0);
	});
});

describe('a run logs', () => {
	const PROFILE = businessProfile.name;
	const EMAIL = personalEmail.name;
	const entry = (
		event: LogEntry['event'],
		tool: string | null,
		reason: string,
		wait: number | null = null,
		attempt: number | null = null,
	): LogEntry => ({ event, tool, attempt, reason, wait });
	const withoutPhones: Script = (request) => (request.phone === 'with' ? outOfPhoneTokens() : everyoneFound(request));
	const profiles = rowsOf(businessProfile, 3);
	const emails = rowsOf(personalEmail, 3);

	it.each<[string, Route[], Scenario, LogEntry[]]>([
		['nothing if everything is answered', rowsOf(personalEmail, 250), {}, []],
		[
			'each retry, with the attempt that failed and the wait before the next one',
			rowsOf(businessProfile, 1),
			{ script: [brokenDown(), brokenDown(), lost()] },
			[
				entry('retry', PROFILE, 'internal_error', 500, 1),
				entry('retry', PROFILE, 'internal_error', 1_000, 2),
				entry('retry', PROFILE, 'lost', 500, 3),
			],
		],
		[
			'each step of splitting a batch that one row made invalid',
			emails,
			{ script: exceptFor(['person-1'], badInput) },
			[entry('split', EMAIL, 'invalid_input', 0, 1), entry('split', EMAIL, 'invalid_input', 0, 1)],
		],
		['the split of a lost batch', emails, { script: unmatchable }, [entry('split', EMAIL, 'lost', 500, 1)]],
		[
			'the split of a batch that failed for good',
			emails,
			{ script: Array.from({ length: 4 }, brokenDown) },
			[
				...[500, 1_000, 2_000].map((wait, nth) => entry('retry', EMAIL, 'internal_error', wait, nth + 1)),
				entry('split', EMAIL, 'internal_error', 500, 4),
			],
		],
		['a rate limit', profiles, { script: [rateLimited(5)] }, [entry('retry', PROFILE, 'rate_limited', 5_000, 1)]],
		[
			'that a tool is closed because it is not on the plan',
			profiles,
			{ script: always(closedTool) },
			[entry('closeTool', PROFILE, 'plan_restricted')],
		],
		[
			'that phones are dropped, once',
			rowsOf(businessProfile, 5, 'with'),
			{ script: withoutPhones, limits: { concurrency: 3 } },
			[entry('closePhones', PROFILE, 'insufficient_phone_tokens')],
		],
		['its stop', profiles, { script: always(badKey) }, [entry('stop', PROFILE, 'unauthorized')]],
		['its timeout', profiles, { limits: { concurrency: 1, maxRunTime: 150 } }, [entry('stop', null, 'run_time')]],
		[
			'a wait before the run',
			profiles,
			{ script: [rateLimited(5)], limits: { maxTokens: 100 } },
			[entry('retry', 'get_account', 'rate_limited', 5_000, 1)],
		],
	])('%s', async (_what, routes, scenario, entries) => {
		const { logged } = await simulate(routes, { limits: { concurrency: 1 }, ...scenario });
		expect(logged.filter(({ tool }) => tool !== 'get_billing')).toEqual(entries);
	});

	it('that a tool is probed, and that it is closed', async () => {
		const { logged } = await simulate(rowsOf(businessProfile, 50), { script: always(brokenDown) });
		expect(logged.filter(({ event }) => event !== 'retry')).toEqual([
			entry('slowDown', PROFILE, 'internal_error'),
			entry('closeTool', PROFILE, 'service_down'),
		]);
	});
});
