import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { MAX_RETRIES } from '../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { everyoneFound, profileOf, type Script } from '../support/virtual/fakeService';
import { businessProfile, personalEmail, rowsOf } from '../support/run/lookups';
import { count, emailOf, reasonsOf } from '../support/virtual/runAssertions';
import {
	badInput,
	badKey,
	brokenDown,
	http,
	lost,
	miss,
	outOfTokens,
	rateLimited,
	recordsUsedUp,
	refusal,
	unsent,
} from '../support/api/replies';
import { always, atFirst, exceptFor } from '../support/virtual/scripts';
import { simulate } from '../support/virtual/virtualRun';

describe('a refusal that stops a run', () => {
	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a dead key, in the flat shape', () => http(401, { error: 'unauthorized', message: 'No' }), 'unauthorized'],
		['a key without access', () => refusal(403, 'forbidden'), 'forbidden'],
		['an inactive account', () => refusal(403, 'account_inactive'), 'account_inactive'],
		['an empty balance', outOfTokens, 'insufficient_tokens'],
		['a Fair Use limit of the plan', () => recordsUsedUp(), 'plan_limit'],
	])('such as %s costs only the requests in flight, and everything is deferred', async (_says, reply, reason) => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { concurrency: 7 },
			script: always(reply),
		});
		expect(done.service.requests).toHaveLength(7);
		expect(count(done, 'deferred')).toBe(50);
		expect(reasonsOf(done)).toEqual([reason]);
		expect(done.stop).toMatchObject({
			reason,
			retryAt: null,
			tool: businessProfile.name,
			refusal: { message: expect.any(String) as string },
		});
		expect(done.took).toBe(100);
	});

	it('such as a redirect fails the sent lookups and defers the rest', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { concurrency: 7 },
			script: always(() => http(302, '')),
		});
		expect(done.service.requests).toHaveLength(7);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([7, 43]);
		expect(reasonsOf(done)).toEqual(['wrong_address']);
	});

	it('keeps all earlier answers', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), {
			limits: { concurrency: 1 },
			script: (request) => (request.nth < 1 ? everyoneFound(request) : outOfTokens()),
		});
		expect(done.statuses).toEqual([...Array<string>(100).fill('found'), ...Array<string>(150).fill('deferred')]);
		expect(done.service.requests).toHaveLength(2);
	});

	it('keeps answers that arrive afterwards', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 3 },
			script: atFirst(badKey),
			latency: ({ nth }) => (nth === 0 ? 50 : 100),
		});
		expect(done.statuses).toEqual(['deferred', 'found', 'found', ...Array<string>(7).fill('deferred')]);
		expect(done.service.requests).toHaveLength(3);
		expect(done.took).toBe(100);
	});

	it('reports the first reason, because later ones are its consequence', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			script: (request) => (request.nth === 0 ? outOfTokens() : badKey()),
		});
		expect(done.stop?.reason).toBe('insufficient_tokens');
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
	});

	it('does not retry a lost lookup after the stop', async () => {
		const done = await simulate(rowsOf(businessProfile, 2), {
			script: (request) => (request.nth === 0 ? badKey() : lost()),
			latency: ({ nth }) => 100 + nth,
		});
		expect(done.statuses).toEqual(['deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(2);
	});

	it('is not reported if the run ends by itself', async () => {
		expect((await simulate(rowsOf(businessProfile, 3))).stop).toBeNull();
	});
});

describe.each<[string, () => Reply]>([
	['a 500', brokenDown],
	['a connection that cannot be made', unsent],
])('%s, which is not charged,', (_says, reply) => {
	it('is retried after half a second, one second and two, and then fails', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), { script: always(reply) });
		expect(done.service.times).toEqual([0, 600, 1_700, 3_800]);
		expect(done.statuses).toEqual(['failed']);
		expect(done.stop).toBeNull();
	});

	it('has no effect if a retry succeeds', async () => {
		const done = await simulate(rowsOf(businessProfile, 2), { script: [reply(), reply(), reply()] });
		expect(done.statuses).toEqual(['found', 'found']);
	});

	it('does not delay others', async () => {
		const done = await simulate(rowsOf(businessProfile, 4), {
			script: exceptFor(['person-1'], reply),
			limits: { concurrency: 1 },
		});
		expect(done.statuses).toEqual(['failed', 'found', 'found', 'found']);
		expect(done.service.times).toEqual([0, 100, 200, 300, 600, 1_700, 3_800]);
	});

	it('closes the tool once five lookups have no retries left, and tries others in between', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			script: always(reply),
			limits: { concurrency: 1 },
		});
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, 45]);
		const attempts = done.rows.map(({ steps }) => steps[0].record.attempts);
		expect(attempts.slice(0, 5)).toEqual(Array(5).fill(MAX_RETRIES + 1));
		expect(done.service.requests).toHaveLength(39);
		expect(reasonsOf(done)).toEqual(['service_down']);
		expect(done.stop).toMatchObject({
			tool: businessProfile.name,
			retryAt: null,
			refusal: { message: expect.any(String) as string },
		});
	});

	it.each<[string, Script]>([
		['a hit', everyoneFound],
		['a miss', always(miss)],
		['a refusal of that lookup alone', always(badInput)],
	])('does not close the tool with %s after every four failures', async (_answer, fifth) => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			script: (request) => (request.nth % 5 === 4 ? fifth(request) : reply()),
			limits: { concurrency: 1 },
		});
		expect(done.stop).toBeNull();
		expect(count(done, 'deferred')).toBe(0);
	});
});

describe('a batch without a connection', () => {
	it('counts as one failure; after five, single lookups are sent', async () => {
		const done = await simulate(rowsOf(personalEmail, 700), {
			script: always(unsent),
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([...Array<number>(5).fill(100), ...Array<number>(34).fill(1)]);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, 695]);
	});
});

describe('a batch that fails with 500 until its retries are used up', () => {
	it('is split into halves, each sent once after half a second, until the cause is alone', async () => {
		const done = await simulate(rowsOf(personalEmail, 64), {
			script: exceptFor(['person-20'], brokenDown),
			limits: { concurrency: 1 },
		});
		// The fifth failure in a row is followed by a single lookup, which shows that the service answers.
		expect(done.service.sizes).toEqual([64, 64, 64, 64, 32, 1, 31, 16, 16, 8, 8, 4, 4, 2, 2, 1, 1]);
		expect(done.service.times.slice(0, 5)).toEqual([0, 600, 1_700, 3_800, 4_400]);
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([1, 63, null]);
		expect(done.rows[19].outcome.is).toBe('failed');
	});

	it('does not stop the run if five batches contain such a lookup at the same time', async () => {
		const bad = Array.from({ length: 5 }, (_, batch) => `person-${batch * 100 + 7}`);
		const done = await simulate(rowsOf(personalEmail, 500), {
			script: exceptFor(bad, brokenDown),
			limits: { concurrency: 5 },
		});
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([5, 495, null]);
	});

	it('stops the run if its parts fail too, which are sent as single lookups', async () => {
		const done = await simulate(rowsOf(personalEmail, 100), {
			script: always(brokenDown),
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([100, 100, 100, 100, 50, 1, 1, 1, 1, 1]);
		expect(done.stop?.reason).toBe('service_down');
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, 95]);
	});
});

describe('a lost answer, which may have been charged', () => {
	const kinds: Array<[string, () => Reply]> = [
		['a connection that was cut', lost],
		['a 408', () => http(408, '')],
		['a 502', () => http(502, '<html>')],
		['a 200 that is not JSON', () => http(200, '<html>')],
		['a 200 with neither results nor status', () => http(200, {})],
	];

	describe.each(kinds)('%s', (_says, reply) => {
		it('is retried once', async () => {
			const done = await simulate(rowsOf(businessProfile, 1), { script: [reply()] });
			expect(done.service.times).toEqual([0, 600]);
			expect(done.statuses).toEqual(['found']);
		});

		it('is not sent a third time', async () => {
			const done = await simulate(rowsOf(businessProfile, 1), { script: always(reply) });
			expect(done.service.requests).toHaveLength(2);
			expect(done.statuses).toEqual(['failed']);
		});
	});

	it('of a batch is retried as the same batch', async () => {
		const done = await simulate(rowsOf(personalEmail, 4), { script: [lost()] });
		expect(done.service.sizes).toEqual([4, 4]);
		expect(done.statuses).toEqual(Array(4).fill('found'));
	});

	it('of a batch of five or more is retried with a single lookup first', async () => {
		const done = await simulate(rowsOf(personalEmail, 100), { script: [lost()] });
		expect(done.service.sizes).toEqual([100, 1, 99]);
		expect(done.statuses).toEqual(Array(100).fill('found'));
	});

	it('is retried once even after failures that were not charged', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), { script: [brokenDown(), lost()] });
		expect(done.service.requests).toHaveLength(3);
		expect(done.statuses).toEqual(['found']);
	});

	it('is counted with its lookup, and other failures are not', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { script: [brokenDown(), rateLimited(1), lost()] });
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.rows.map(({ steps }) => steps[0].record.lostCount)).toEqual([0, 0, 1]);
	});

	it('uses no retry of failures that are not charged', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), {
			script: [lost(), ...Array.from({ length: MAX_RETRIES }, brokenDown)],
		});
		expect(done.service.requests).toHaveLength(MAX_RETRIES + 2);
		expect(done.statuses).toEqual(['found']);
	});

	it('is not sent a third time after failures that were not charged', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), { script: [lost(), brokenDown(), lost()] });
		expect(done.service.requests).toHaveLength(3);
		expect(done.statuses).toEqual(['failed']);
	});

	it('closes the tool if it goes on, although each is retried once', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			script: always(lost),
			limits: { concurrency: 1 },
		});
		expect(done.service.requests).toHaveLength(14);
		expect(reasonsOf(done)).toEqual(['service_down']);
	});
});

describe('an answer with an error block', () => {
	const withRefusal = (code: string): Reply =>
		http(200, {
			results: profileOf('person-1'),
			status: 'ok',
			metadata: { tokens_charged: 1 },
			error: { code, message: 'Besides' },
		});

	it.each(['internal_error', 'rate_limited', 'insufficient_phone_tokens', 'invalid_input'])(
		'(%s) is kept, nothing is retried, and the run ends by itself',
		async (code) => {
			const done = await simulate(rowsOf(businessProfile, 2, 'with'), {
				script: [withRefusal(code)],
				limits: { concurrency: 1 },
			});
			expect(done.rows.map(emailOf)).toEqual(['person-1@example.com', 'person-2@example.com']);
			expect(done.service.requests).toHaveLength(2);
			expect(done.stop).toBeNull();
		},
	);

	it.each(['insufficient_tokens', 'unauthorized'])('(%s) is kept, and the run stops', async (code) => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			script: [withRefusal(code)],
			limits: { concurrency: 1 },
		});
		expect(done.statuses).toEqual(['found', 'deferred', 'deferred']);
		expect(reasonsOf(done)).toEqual([code]);
		expect(done.service.requests).toHaveLength(1);
	});
});
