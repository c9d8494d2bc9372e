import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, personalEmail, rowsOf } from '../support/run/lookups';
import { count, sentByRound, stopOf } from '../support/virtual/runAssertions';
import { rateLimited, recordsUsedUp, requestsUsedUp } from '../support/api/replies';
import { sandboxed, windows } from '../support/virtual/scripts';
import { simulate, START } from '../support/virtual/virtualRun';

const HOUR = 3_600_000;

describe('a window that closes', () => {
	it('stops the run with the time at which it opens, after the requests in flight', async () => {
		const { script, service } = sandboxed(windows(1_000_000, 70));
		const done = await simulate(rowsOf(businessProfile, 200), { script, limits: { concurrency: 10 } });
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([70, 130]);
		expect(service.ledger.requests().filter(({ code }) => code !== null)).toHaveLength(10);
		const retryAt = START + 5 * HOUR + 1_000;
		expect(stopOf(done.rows[199])).toMatchObject({ reason: 'fair_use_requests', tool: businessProfile.name });
		expect(Math.abs((done.stop?.retryAt ?? 0) - retryAt)).toBeLessThan(2_000);
	});

	it('pauses the run if Max Wait allows it; then each answer adds a request', async () => {
		const { script } = sandboxed(windows(1_000_000, 60));
		const done = await simulate(rowsOf(businessProfile, 90), {
			script,
			limits: { maxWait: 6 * HOUR, concurrency: 10 },
		});
		expect(count(done, 'found')).toBe(90);
		const after = sentByRound(done).filter(([at]) => at > HOUR);
		expect(after.map(([, sent]) => sent)).toEqual([1, 2, 4, 8, 10, 5]);
	});

	it('limits the next batch to the records that the last reply left', async () => {
		const { script } = sandboxed(windows(250));
		const done = await simulate(rowsOf(personalEmail, 400), { script, limits: { concurrency: 1 } });
		expect(done.service.sizes.slice(0, 3)).toEqual([100, 100, 50]);
		expect([count(done, 'found'), done.stop?.reason]).toEqual([250, 'fair_use_records']);
	});

	it('limits it also if other clients use the window', async () => {
		const fairUse: JsonObject = {
			records_remaining_5h: 30,
			records_reset_5h: new Date(START + HOUR).toISOString(),
		};
		const script: Script = (request) => {
			const reply = everyoneFound(request);
			return reply.is === 'http'
				? { ...reply, body: { ...(reply.body as JsonObject), metadata: { fair_use: fairUse } } }
				: reply;
		};
		const done = await simulate(rowsOf(personalEmail, 250), { limits: { concurrency: 1 }, script });
		expect(done.service.sizes.slice(0, 2)).toEqual([100, 30]);
	});
});

describe('overlapping refusals', () => {
	const twoRefusals =
		(first: Reply, second: Reply): Script =>
		(request) =>
			[first, second][request.nth] ?? everyoneFound(request);

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
		const [, , , , , , next, second] = done.service.times;
		expect(next).toBe(31_100);
		expect(second).toBeGreaterThan(next);
	});
});
