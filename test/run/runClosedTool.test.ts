import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Lookup, Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, profileOf, type ReceivedRequest, type Script } from '../support/virtual/fakeService';
import {
	businessProfile,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
	routeFor,
	rowsOf,
} from '../support/run/lookups';
import { count, reasonsOf, stopOf } from '../support/virtual/runAssertions';
import {
	badInput,
	badKey,
	brokenDown,
	closedTool,
	http,
	lost,
	outOfPhoneTokens,
	rateLimited,
	refusal,
} from '../support/api/replies';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const sentTo = ({ service }: SimulatedRun, tool: Tool) => service.requests.filter((request) => request.tool === tool);

/** Everyone is found by every tool but this one. */
const closed =
	(tool: Tool, reply: () => Reply = closedTool): Script =>
	(request) =>
		request.tool === tool ? reply() : everyoneFound(request);

/** A route with these lookups in turn, for any outcomes. It ends with the last outcome. */
const sequence =
	(...lookups: Lookup[]): Route =>
	(known) =>
		known.length < lookups.length
			? { lookup: lookups[known.length] }
			: { outcome: known[known.length - 1].outcome };

/** Tools of the search family, and a tool of unknown family. */
const searchPeople: Tool = { ...reverseEmail, name: 'people_search', family: 'search' };
const searchCompanies: Tool = { ...reverseEmail, name: 'company_search', family: 'search' };
const unknownFamily: Tool = { ...reverseEmail, name: 'any_tool', family: 'unknown' };

describe('a Fair Use limit of the plan', () => {
	const usedUp = () => refusal(429, 'fair_use_limit_exceeded');

	it('closes the family of the refused tool, and no other', async () => {
		const tools = [searchPeople, searchCompanies, businessProfile, unknownFamily];
		const done = await simulate(
			tools.flatMap((tool) => rowsOf(tool, 10)),
			{ limits: { concurrency: 1 }, script: closed(searchPeople, usedUp) },
		);
		expect(tools.map((tool) => sentTo(done, tool).length)).toEqual([1, 0, 10, 10]);
		expect(done.statuses).toEqual([...Array<string>(20).fill('deferred'), ...Array<string>(20).fill('found')]);
		expect(done.stop).toMatchObject({ reason: 'plan_limit', tool: searchPeople.name });
	});

	it('names its tool only on rows of that tool', async () => {
		const routes = [...rowsOf(searchPeople, 1), ...rowsOf(searchCompanies, 2)];
		const done = await simulate(routes, { limits: { concurrency: 1 }, script: closed(searchPeople, usedUp) });
		expect(done.rows.map((row) => stopOf(row)?.tool)).toEqual([searchPeople.name, null, null]);
	});

	it('closes only the tool if its family is unknown', async () => {
		const other: Tool = { ...unknownFamily, name: 'another_tool' };
		const done = await simulate([...rowsOf(unknownFamily, 5), ...rowsOf(other, 5)], {
			limits: { concurrency: 1 },
			script: closed(unknownFamily, usedUp),
		});
		expect([sentTo(done, unknownFamily).length, sentTo(done, other).length]).toEqual([1, 5]);
	});

	it('settles pending retries of another tool of the family', async () => {
		const script: Script = ({ tool, nth }) => {
			if (tool === searchPeople) return usedUp();
			return nth === 0 ? brokenDown() : everyoneFound({ tool } as ReceivedRequest);
		};
		const done = await simulate([...rowsOf(searchCompanies, 1), ...rowsOf(searchPeople, 1)], {
			limits: { concurrency: 1 },
			script,
		});
		expect(done.statuses).toEqual(['deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(2);
	});
});

describe.each<[string, () => Reply, string]>([
	['is not on the plan', closedTool, 'plan_restricted'],
	['does not exist', () => refusal(404, 'not_found'), 'unknown_tool'],
])('a tool that %s', (_says, reply, reason) => {
	it('costs only the requests in flight, and defers its rows', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { concurrency: 7 },
			script: closed(businessProfile, reply),
		});
		expect(done.service.requests).toHaveLength(7);
		expect(count(done, 'deferred')).toBe(50);
		expect(reasonsOf(done)).toEqual([reason]);
		expect(done.took).toBe(100);
	});

	it('does not affect other tools', async () => {
		const routes = [...rowsOf(businessProfile, 50), ...rowsOf(reverseEmail, 30), ...rowsOf(personalEmail, 120)];
		const done = await simulate(routes, { limits: { concurrency: 7 }, script: closed(businessProfile, reply) });
		expect(done.statuses).toEqual([...Array<string>(50).fill('deferred'), ...Array<string>(150).fill('found')]);
		expect([businessProfile, reverseEmail, personalEmail].map((tool) => sentTo(done, tool).length)).toEqual([
			7, 30, 2,
		]);
		expect(done.service.maxInFlight).toBe(7);
	});

	it("is reported by the run and each of its rows, with the service's message", async () => {
		const done = await simulate([...rowsOf(businessProfile, 3), ...rowsOf(reverseEmail, 3)], {
			script: closed(businessProfile, reply),
		});
		const stop = {
			reason,
			retryAt: null,
			tool: businessProfile.name,
			refusal: { reason, message: expect.any(String) as string },
		};
		expect(done.stop).toMatchObject(stop);
		for (const row of done.rows.slice(0, 3)) expect(stopOf(row)).toMatchObject(stop);
	});
});

describe('a run with a closed tool', () => {
	const latencyOf =
		(...times: number[]) =>
		({ nth }: ReceivedRequest) =>
			times[nth] ?? 100;

	it('keeps its late answers', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 3 },
			script: (request) => (request.nth === 0 ? closedTool() : everyoneFound(request)),
			latency: latencyOf(50),
		});
		expect(done.statuses).toEqual(['deferred', 'found', 'found', ...Array<string>(7).fill('deferred')]);
		expect(done.service.requests).toHaveLength(3);
	});

	it.each<[string, () => Reply]>([
		['failed', brokenDown],
		['was lost', lost],
		['met a limit', () => rateLimited(5)],
	])('neither retries nor waits for a lookup that %s before', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, 2), {
			script: [reply(), closedTool()],
			latency: latencyOf(50, 100),
		});
		expect(done.service.times).toEqual([0, 0]);
		expect(reasonsOf(done)).toEqual(['plan_restricted']);
	});

	it.each<[string, () => Reply]>([
		['fails', brokenDown],
		['is lost', lost],
		['meets used-up phone tokens', outOfPhoneTokens],
	])('does not retry a lookup that %s afterwards', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, 2, 'with'), {
			script: [closedTool(), reply()],
			latency: latencyOf(50, 100),
		});
		expect(done.service.times).toEqual([0, 0]);
		expect([reasonsOf(done), done.took]).toEqual([['plan_restricted'], 100]);
	});

	it('does not send the other half of a split batch', async () => {
		const done = await simulate(rowsOf(personalEmail, 10), {
			script: [badInput(), closedTool()],
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([10, 5]);
		expect(reasonsOf(done)).toEqual(['plan_restricted']);
	});

	it('does not send a lookup that waits to be retried without its phone', async () => {
		const done = await simulate(rowsOf(businessProfile, 4, 'with'), {
			script: [outOfPhoneTokens(), closedTool()],
			limits: { concurrency: 1 },
		});
		expect(done.service.requests.map(({ phone }) => phone)).toEqual(['with', 'without']);
		expect(count(done, 'deferred')).toBe(4);
	});

	it('still retries requests to other tools', async () => {
		const script: Script = (request) =>
			request.tool === businessProfile ? closedTool() : request.nth === 0 ? brokenDown() : everyoneFound(request);
		const done = await simulate(
			[routeFor(reverseEmail, 'ada@example.com'), routeFor(businessProfile, 'ada-example')],
			{
				script,
				latency: latencyOf(50),
			},
		);
		expect(done.statuses).toEqual(['found', 'deferred']);
		expect(sentTo(done, reverseEmail).map(({ at }) => at)).toEqual([0, 550]);
	});

	it('defers a later step at once, and its row continues with other tools', async () => {
		const routes = [
			routeFor(businessProfile, 'bob-example'),
			sequence(
				lookupFor(reverseEmail, 'ada@example.com'),
				lookupFor(businessProfile, 'ada-example'),
				lookupFor(personalEmail, 'ada-example'),
			),
		];
		const done = await simulate(routes, {
			script: closed(businessProfile),
			latency: ({ tool }) => (tool === reverseEmail ? 500 : 100),
		});
		expect(sentTo(done, businessProfile)).toHaveLength(1);
		expect(done.statuses).toEqual(['deferred', 'found']);
		expect(done.rows[1].steps.map(({ outcome }) => outcome.is)).toEqual(['found', 'deferred', 'found']);
	});

	it('defers a row with another person without a request', async () => {
		const done = await simulate([sequence(...people(3).map((name) => lookupFor(businessProfile, name)))], {
			script: closed(businessProfile),
		});
		expect(done.service.requests).toHaveLength(1);
		expect(done.rows[0].steps.map(({ outcome }) => outcome.is)).toEqual(['deferred', 'deferred', 'deferred']);
	});

	it('sends a batch that waited for its answers', async () => {
		const routes = people(5).map((name) =>
			sequence(lookupFor(businessProfile, name), lookupFor(personalEmail, name)),
		);
		const done = await simulate(routes, { script: closed(businessProfile), limits: { concurrency: 2 } });
		expect(done.service.requests.map(({ tool, inputs }) => [tool, inputs.length])).toEqual([
			[businessProfile, 1],
			[businessProfile, 1],
			[personalEmail, 5],
		]);
		expect(count(done, 'found')).toBe(5);
	});

	it('keeps the answers that came with its refusal', async () => {
		const withRefusal = http(200, {
			results: profileOf('person-1'),
			status: 'ok',
			metadata: {},
			error: { code: 'plan_restricted', message: 'Besides' },
		});
		const done = await simulate(rowsOf(businessProfile, 3), { script: [withRefusal], limits: { concurrency: 1 } });
		expect(done.statuses).toEqual(['found', 'deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(1);
	});
});

describe('the stop of a run that closed a tool', () => {
	const routes = [...rowsOf(businessProfile, 2), ...rowsOf(reverseEmail, 2), ...rowsOf(personalEmail, 2)];
	const byTool =
		(replies: ReadonlyMap<Tool, () => Reply>): Script =>
		(request) =>
			(replies.get(request.tool) ?? (() => everyoneFound(request)))();
	const toolOf = (row: SimulatedRun['rows'][number]) => stopOf(row)?.tool ?? null;

	it('is that of the first of several tools; each row reports its own', async () => {
		const script = byTool(
			new Map([
				[businessProfile, closedTool],
				[reverseEmail, () => refusal(404, 'not_found')],
			]),
		);
		const done = await simulate(routes, { script, limits: { concurrency: 1 } });
		expect(done.stop).toMatchObject({ reason: 'plan_restricted', tool: businessProfile.name });
		expect(done.rows.map((row) => [stopOf(row)?.reason ?? null, toolOf(row)])).toEqual([
			...Array<unknown>(2).fill(['plan_restricted', businessProfile.name]),
			...Array<unknown>(2).fill(['unknown_tool', reverseEmail.name]),
			...Array<unknown>(2).fill([null, null]),
		]);
		expect(done.service.requests).toHaveLength(3);
	});

	it('is the later stop of the run, which rows of the closed tool do not report', async () => {
		const done = await simulate(routes, {
			script: byTool(
				new Map([
					[businessProfile, closedTool],
					[reverseEmail, badKey],
				]),
			),
			limits: { concurrency: 1 },
		});
		expect(done.stop).toMatchObject({ reason: 'unauthorized', tool: reverseEmail.name });
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual([
			...Array<string>(2).fill('plan_restricted'),
			...Array<string>(4).fill('unauthorized'),
		]);
	});

	it('is the earlier stop of the run, which rows of the closed tool report, too', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			script: [badKey(), closedTool()],
			latency: ({ nth }) => 100 + nth,
			limits: { concurrency: 2 },
		});
		expect(done.stop).toMatchObject({ reason: 'unauthorized' });
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual([
			'unauthorized',
			'plan_restricted',
			'plan_restricted',
		]);
	});
});
