import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Service } from '../../dev/sandbox/service';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, inBatchesOf, people, personalEmail, rowsOf, customRoute } from '../support/run/lookups';
import { count, accountCheckTimes, sentByRound, stopOf } from '../support/virtual/runAssertions';
import { accountWith, rateLimited, recordsUsedUp, requestsUsedUp } from '../support/api/replies';
import { sandboxed, windows } from '../support/virtual/scripts';
import { simulate, START, type SimulatedRun } from '../support/virtual/virtualRun';

const HOUR = 3_600_000;

const sizes = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool.family !== 'free').map(({ inputs }) => inputs.length);
/** What the service refused, or cut short. */
const refused = ({ ledger }: Service) => ledger.requests().filter(({ code }) => code !== null);

describe('the window of requests', () => {
	it("is counted down from the account's report, so that no request is refused", async () => {
		const { script, service } = sandboxed(windows(1_000_000, 70));
		const done = await simulate(rowsOf(businessProfile, 200), { script });
		expect(refused(service)).toEqual([]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([70, 130]);
		expect(accountCheckTimes(done)).toHaveLength(2);
	});

	it('stops the run when it is used up, with the time at which it opens', async () => {
		const { script } = sandboxed(windows(1_000_000, 70));
		const done = await simulate(rowsOf(businessProfile, 200), { script });
		const retryAt = START + 5 * HOUR + 2_000;
		expect(done.stop).toEqual({ reason: 'fair_use_requests', retryAt, refusal: null, tool: null });
		expect(done.rows.map(stopOf).slice(70)).toEqual(Array(130).fill(done.stop));
	});

	it('pauses the run again and again if Max Wait allows it, and still nothing is refused', async () => {
		const { script, service } = sandboxed(windows(1_000_000, 70));
		const done = await simulate(rowsOf(businessProfile, 200), { script, limits: { maxWait: 6 * HOUR } });
		expect(refused(service)).toEqual([]);
		expect(count(done, 'found')).toBe(200);
		expect(done.took).toBeGreaterThan(10 * HOUR);
		expect(done.took).toBeLessThan(10 * HOUR + 20_000);
	});

	it('is shared with other clients: the next account check includes their requests', async () => {
		const { script, service } = sandboxed(windows(1_000_000, 70));
		const others = await simulate(rowsOf(businessProfile, 45), { script });
		const done = await simulate(rowsOf(businessProfile, 100), { script });
		expect([count(others, 'found'), count(done, 'found')]).toEqual([45, 25]);
		expect(refused(service)).toEqual([]);
	});
});

describe('the window of records', () => {
	it('is never exceeded, for any number of requests in flight', async () => {
		const { script, service } = sandboxed(windows(101));
		const done = await simulate(rowsOf(inBatchesOf(2, personalEmail), 150), { script });
		expect(refused(service)).toEqual([]);
		expect(sizes(done)).toEqual([...Array<number>(50).fill(2), 1]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([101, 49]);
		expect(done.stop).toMatchObject({ reason: 'fair_use_records', refusal: null });
	});

	it('has capacity for more lookups after misses', async () => {
		const { script, service } = sandboxed({ ...windows(40), hitRate: 0.5 });
		const done = await simulate(rowsOf(inBatchesOf(2, personalEmail), 150), { script });
		expect(refused(service)).toEqual([]);
		expect(count(done, 'found')).toBe(40);
		expect(count(done, 'not_found')).toBeGreaterThan(20);
	});

	it('is counted down from the replies of a run that is too small for an account check', async () => {
		const { script, service } = sandboxed(windows(250));
		const done = await simulate(rowsOf(personalEmail, 400), { script, limits: { concurrency: 1 } });
		expect(refused(service)).toEqual([]);
		expect(sizes(done)).toEqual([100, 100, 50]);
		expect(done.service.tools.at(-1)).toBe('get_account');
		expect(done.stop).toMatchObject({
			reason: 'fair_use_records',
			retryAt: START + 5 * HOUR + 2_000,
			refusal: null,
		});
	});

	it('pauses the run if Max Wait allows it, without a refused request', async () => {
		const { script, service } = sandboxed(windows(250));
		const done = await simulate(rowsOf(personalEmail, 400), {
			script,
			limits: { concurrency: 1, maxWait: 6 * HOUR },
		});
		expect(refused(service)).toEqual([]);
		expect(count(done, 'found')).toBe(400);
		expect(sizes(done)).toEqual([100, 100, 50, 100, 50]);
	});

	it('that a reply reports as used up also stops a tool of which only the name is known', async () => {
		const { script, service } = sandboxed(windows(5));
		const routes = people(9).map((name) => customRoute('linkedin_to_business_email', { linkedin_url: name }));
		const done = await simulate(routes, { script, limits: { concurrency: 1 } });
		expect(refused(service)).toEqual([]);
		expect([count(done, 'found'), accountCheckTimes(done)]).toEqual([5, []]);
		expect(done.stop).toMatchObject({ reason: 'fair_use_records', retryAt: START + 5 * HOUR + 2_000 });
	});
});

describe('the window of records of an account with other clients', () => {
	/** The first reply reports the remaining records after the requests of the others. */
	const shared = (before: number, after: number): Script => {
		const fairUse: JsonObject = {
			records_remaining_5h: after,
			records_reset_5h: new Date(START + HOUR).toISOString(),
		};
		return (request) => {
			if (request.tool.family === 'free')
				return accountWith(request.nth === 0 ? before : after, { resetsAt: START + HOUR });
			const reply = everyoneFound(request);
			return reply.is === 'http'
				? { ...reply, body: { ...(reply.body as JsonObject), metadata: { fair_use: fairUse } } }
				: reply;
		};
	};
	const limits = { maxTokens: 1_000, concurrency: 1 };

	it('limits the next batch to what they left', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), { limits, script: shared(500, 30) });
		expect(sizes(done).slice(0, 2)).toEqual([100, 30]);
	});

	it('stops the run if they left none', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), { limits, script: shared(500, 0) });
		expect(sizes(done)).toEqual([100]);
		const retryAt = START + HOUR + 1_000;
		expect(done.stop).toEqual({ reason: 'fair_use_records', retryAt, refusal: null, tool: null });
	});
});

describe('a window that opens again', () => {
	it('starts with one request after an account check, and each answer adds one', async () => {
		const { script } = sandboxed(windows(1_000_000, 60));
		const done = await simulate(rowsOf(businessProfile, 90), {
			script,
			limits: { maxWait: 6 * HOUR, concurrency: 10 },
		});
		const after = sentByRound(done).filter(([at]) => at > HOUR);
		expect(after.map(([, sent]) => sent)).toEqual([1, 1, 2, 4, 8, 10, 5]);
		expect(after.map(([at]) => at - after[0][0])).toEqual([0, 100, 200, 300, 400, 500, 600]);
		expect(accountCheckTimes(done).at(-1)).toBe(after[0][0]);
	});

	it('is tested by one request if other clients were faster', async () => {
		const { script, service } = sandboxed(windows(1_000_000, 60));
		const done = await simulate(rowsOf(businessProfile, 90), {
			limits: { maxWait: 6 * HOUR, concurrency: 10 },
			script: (request) => {
				if (request.at > HOUR && request.tool === businessProfile)
					service.configure({ spent: { enrich: { records: 0, requests: 60 } } });
				return script(request);
			},
		});
		expect(refused(service)).toHaveLength(1);
		expect(done.stop).toMatchObject({ reason: 'fair_use_requests', refusal: { reason: 'fair_use_requests' } });
	});
});

describe('overlapping refusals', () => {
	const twoRefusals =
		(first: Reply, second: Reply): Script =>
		(request) =>
			[first, second][request.nth] ?? everyoneFound(request);

	it.each([
		['after', rateLimited(2), recordsUsedUp(30)],
		['before', recordsUsedUp(30), rateLimited(2)],
	])(
		'check the account before the next request if the window closes %s a rate limit refuses',
		async (_order, first, second) => {
			const done = await simulate(rowsOf(businessProfile, 6), {
				limits: { concurrency: 2 },
				latency: ({ nth }) => 100 + (nth % 2),
				script: twoRefusals(first, second),
			});
			expect(accountCheckTimes(done)).toHaveLength(1);
			expect(done.service.tools[2]).toBe('get_account');
			expect(count(done, 'found')).toBe(6);
		},
	);

	it('report the latest retry time if one stops the run and another is later', async () => {
		const done = await simulate(rowsOf(businessProfile, 6), {
			limits: { concurrency: 2, maxWait: 0 },
			latency: ({ nth }) => 100 + nth,
			script: twoRefusals(rateLimited(1), requestsUsedUp(18_000)),
		});
		const retryAt = START + 101 + 18_001_000;
		expect(done.stop).toMatchObject({ reason: 'fair_use_requests', retryAt });
		expect(done.rows.map((row) => stopOf(row)?.retryAt)).toEqual(Array(6).fill(retryAt));
	});

	it('keep one first request after a window although answers from before it arrive', async () => {
		const done = await simulate(rowsOf(businessProfile, 12), {
			limits: { concurrency: 6 },
			latency: ({ nth }) => 100 + nth,
			script: (request) => (request.nth === 0 ? recordsUsedUp(30) : everyoneFound(request)),
		});
		const [, , , , , , check, next, third] = done.service.times;
		expect(check).toBe(31_100);
		expect(third).toBeGreaterThan(next);
	});
});
