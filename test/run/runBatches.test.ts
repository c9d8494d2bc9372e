import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { everyoneFound, nameOf, profileOf, type ReceivedRequest, type Script } from '../support/virtual/fakeService';
import {
	businessProfile,
	emailAfterProfile,
	inBatchesOf,
	people,
	personalEmail,
	reverseEmail,
	routeFor,
	rowsOf,
} from '../support/run/lookups';
import { count, emailOf, reasonsOf } from '../support/virtual/runAssertions';
import { badInput, batchOf, brokenDown, http, lost, partialBatchOf, unsent } from '../support/api/replies';
import { always, exceptFor, unmatchable } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

describe('a partial batch', () => {
	const firstTwo: Script = ({ inputs }) =>
		partialBatchOf(inputs.slice(0, 2).map((input) => ({ input, results: profileOf(input) })));

	it('keeps its answers; rows beyond the balance are deferred, and nothing more is sent', async () => {
		const done = await simulate(rowsOf(inBatchesOf(5, personalEmail), 12), {
			limits: { concurrency: 1 },
			script: firstTwo,
		});
		expect(done.statuses).toEqual(['found', 'found', ...Array<string>(10).fill('deferred')]);
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
		expect(done.service.sizes).toEqual([5]);
	});
});

describe('rows of a batch without a certain answer', () => {
	/** Answers batches without these people, and singles as they come. */
	const omitting =
		(names: readonly string[], single: Script = everyoneFound): Script =>
		(request) =>
			request.inputs.length > 1
				? batchOf(
						request.inputs
							.filter((input) => !names.includes(nameOf(input)))
							.map((input) => ({ input, results: profileOf(input) })),
					)
				: single(request);

	it('are retried one by one, and no others are', async () => {
		const { statuses, rows, service } = await simulate(rowsOf(personalEmail, 5), {
			script: omitting(['person-2', 'person-4']),
		});
		expect(service.requests.map(({ inputs }) => inputs.map(nameOf))).toEqual([
			people(5),
			['person-2'],
			['person-4'],
		]);
		expect(statuses).toEqual(Array(5).fill('found'));
		expect(rows.map(emailOf)).toEqual(people(5).map((name) => `${name}@example.com`));
	});

	it.each<[string, () => Reply]>([
		['lost', lost],
		['unreadable', () => http(200, 'gateway')],
	])('are retried once: if that answer is %s, they fail', async (_says, reply) => {
		const { statuses, service } = await simulate(rowsOf(personalEmail, 5), {
			script: omitting(['person-2'], always(reply)),
		});
		expect(service.sizes).toEqual([5, 1]);
		expect(statuses).toEqual(['found', 'failed', 'found', 'found', 'found']);
	});

	it('are all of its rows if the reply cannot be matched', async () => {
		const withoutEcho: Script = (request) =>
			request.inputs.length > 1
				? http(200, { results: [profileOf('person-1'), profileOf('person-2')], status: 'ok', metadata: {} })
				: everyoneFound(request);
		const { rows, service } = await simulate(rowsOf(personalEmail, 3), { script: withoutEcho });
		expect(service.sizes).toEqual([3, 1, 1, 1]);
		expect(rows.map(emailOf)).toEqual(people(3).map((name) => `${name}@example.com`));
	});

	it('count the requests that contained them', async () => {
		const { rows } = await simulate(rowsOf(personalEmail, 3), { script: omitting(['person-2']) });
		expect(rows.map(({ steps }) => steps[0].record.attempts)).toEqual([1, 2, 1]);
	});
});

describe('a batch that the service rejects as invalid', () => {
	it('is halved, one half after the other, until the bad row is alone; the others are found', async () => {
		const done = await simulate(rowsOf(personalEmail, 8), {
			script: exceptFor(['person-3'], badInput),
			limits: { concurrency: 1 },
		});
		expect(
			done.service.requests.map(({ inputs }) => inputs.map((input) => nameOf(input).slice(-1)).join('')),
		).toEqual(['12345678', '1234', '12', '34', '3', '4', '5678']);
		expect(done.statuses).toEqual(people(8).map((name) => (name === 'person-3' ? 'failed' : 'found')));
		expect(done.stop).toBeNull();
	});

	it.each([1, 2, 37, 50, 51, 64, 100])(
		'of a hundred with one bad row, the %ith, needs at most 15 requests',
		async (place) => {
			const done = await simulate(rowsOf(personalEmail, 100), {
				script: exceptFor([`person-${place}`], badInput),
			});
			expect(done.service.requests.length).toBeLessThanOrEqual(15);
			expect(done.statuses.indexOf('failed')).toBe(place - 1);
			expect([count(done, 'found'), count(done, 'failed')]).toEqual([99, 1]);
		},
	);

	it('with only bad rows ends in single lookups, and the run continues', async () => {
		const bad = people(16);
		const done = await simulate(rowsOf(inBatchesOf(16, personalEmail), 20), {
			script: exceptFor(bad, badInput),
		});
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([16, 4]);
		expect(done.service.requests).toHaveLength(31 + 1);
	});

	it('uses neither retries nor the one retry of a lost answer', async () => {
		const script: Script = (request) => [badInput(), brokenDown(), lost()][request.nth] ?? everyoneFound(request);
		const done = await simulate(rowsOf(personalEmail, 2), { script });
		expect(done.statuses).toEqual(['found', 'found']);
		expect(done.service.sizes).toEqual([2, 1, 1, 1, 1]);
	});

	it('fails with the message of the service', async () => {
		const done = await simulate(rowsOf(businessProfile, 1), { script: always(badInput) });
		expect(done.rows[0].outcome).toEqual({
			is: 'failed',
			refusal: {
				reason: 'invalid_input',
				httpStatus: 422,
				code: 'invalid_input',
				message: 'The service says invalid_input',
				retryAfter: null,
			},
		});
	});
});

describe('a batch without any match', () => {
	it('is retried one by one and disables batching: nothing else is charged twice', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), { script: unmatchable, limits: { concurrency: 1 } });
		expect(done.service.sizes).toEqual([100, ...Array<number>(250).fill(1)]);
		expect(count(done, 'found')).toBe(250);
		expect(done.stats.unconfirmed).toBe(100);
	});

	it.each([
		['a window', 'fair_use_limit_exceeded', 2],
		['the balance', 'insufficient_tokens', undefined],
	])('that was cut by %s counts as lost: retried at most once, and never as a batch', async (_what, code, wait) => {
		const cut = http(200, {
			results: [{ email: 'one@example.com' }, { email: 'two@example.com' }],
			status: 'ok',
			error: { code, message: 'Some items were dropped' },
			metadata: wait === undefined ? {} : { retry_after: wait },
		});
		const done = await simulate(rowsOf(personalEmail, 3), {
			script: (request) => (request.inputs.length > 1 ? cut : everyoneFound(request)),
		});
		expect(done.service.sizes.filter((size) => size > 0)).toEqual(wait === undefined ? [3] : [3, 1, 1, 1]);
		expect(done.stats.unconfirmed).toBe(3);
		expect(done.statuses).toEqual(Array(3).fill(wait === undefined ? 'deferred' : 'found'));
	});

	it('disables batching even if it had two rows', async () => {
		const done = await simulate(rowsOf(inBatchesOf(2, personalEmail), 6), {
			script: unmatchable,
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([2, ...Array<number>(6).fill(1)]);
	});

	it('disables batching for good, even if another batch in flight is matched', async () => {
		const script: Script = (request) => (request.nth === 1 ? unmatchable(request) : everyoneFound(request));
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 100), {
			script,
			limits: { concurrency: 2 },
		});
		expect(done.service.sizes).toEqual([10, 10, 10, ...Array<number>(80).fill(1)]);
		expect(count(done, 'found')).toBe(100);
	});

	it('is not an answer: earlier consecutive failures still count', async () => {
		const script: Script = (request) => (request.nth === 4 ? unmatchable(request) : unsent());
		const done = await simulate(rowsOf(inBatchesOf(2, personalEmail), 50), {
			script,
			limits: { concurrency: 1 },
		});
		expect(done.service.times.slice(0, 6)).toEqual([0, 100, 200, 300, 400, 500]);
		// The fifth failure slows the requests down.
		expect(done.service.times[6]).toBeGreaterThan(700);
	});

	it('also splits batches in the retry queue', async () => {
		const script: Script = (request) => (request.nth === 0 ? brokenDown() : unmatchable(request));
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 20), { script, limits: { concurrency: 1 } });
		expect(done.service.sizes).toEqual([10, 10, ...Array<number>(20).fill(1)]);
		expect(count(done, 'found')).toBe(20);
	});

	it('fails if it was lost before: a possible charge is retried only once', async () => {
		const script: Script = (request) => (request.nth === 0 ? lost() : unmatchable(request));
		const done = await simulate(rowsOf(personalEmail, 4), { script, limits: { concurrency: 1 } });
		expect(done.service.sizes).toEqual([4, 4]);
		expect(done.statuses).toEqual(Array(4).fill('failed'));
		expect(done.rows[0].steps[0].record).toMatchObject({ attempts: 2, lostCount: 2 });
	});
});

describe('a batch whose lookups come from the answers of another tool', () => {
	/** When each batch was sent, ms since the start, and how many lookups it carried. */
	const batchesOf = ({ service }: SimulatedRun) =>
		service.requests
			.filter(({ tool }) => tool.name === personalEmail.name)
			.map(({ at, inputs }) => [at, inputs.length]);

	const oneByOne = {
		latency: ({ tool, nth }: ReceivedRequest) => (tool.name === personalEmail.name ? 50 : 100 * (nth + 1)),
	};

	it('waits until all of them are known', async () => {
		const done = await simulate(
			people(5).map((name) => emailAfterProfile(name)),
			oneByOne,
		);
		expect(batchesOf(done)).toEqual([[500, 5]]);
		expect(count(done, 'found')).toBe(5);
	});

	it.each([
		[
			2,
			[
				[200, 2],
				[400, 2],
				[500, 1],
			],
		],
		[5, [[500, 5]]],
		[
			1,
			[
				[100, 1],
				[200, 1],
				[300, 1],
				[400, 1],
				[500, 1],
			],
		],
	])('is sent at once when it is full with %i lookups', async (batchSize, batches) => {
		const emailTool = inBatchesOf(batchSize, personalEmail);
		const done = await simulate(
			people(5).map((name) => emailAfterProfile(name, emailTool)),
			oneByOne,
		);
		expect(batchesOf(done)).toEqual(batches);
	});

	it('also waits for retries to that tool', async () => {
		const done = await simulate(
			people(3).map((name) => emailAfterProfile(name)),
			{ script: [brokenDown()], latency: () => 100 },
		);
		expect(batchesOf(done)).toEqual([[700, 3]]);
	});

	it('also waits for any other tool whose answers may add lookups', async () => {
		const done = await simulate([...rowsOf(personalEmail, 3), routeFor(reverseEmail, 'ada@example.com')], {
			latency: ({ tool }) => (tool === reverseEmail ? 300 : 100),
		});
		expect(batchesOf(done)).toEqual([[300, 3]]);
	});

	it('does not wait for answered, failed or deferred lookups', async () => {
		const done = await simulate(
			people(3).map((name) => emailAfterProfile(name)),
			{
				script: exceptFor(['person-2'], badInput),
				latency: () => 100,
				limits: { concurrency: 1 },
			},
		);
		expect(batchesOf(done)[0]).toEqual([300, 3]);
	});

	it('does not wait once batching is disabled: each lookup is sent as soon as it is known', async () => {
		const pairs = inBatchesOf(2, personalEmail);
		const routes = [
			...rowsOf(pairs, 2),
			...['ada-example', 'bob-example', 'eve-example'].map((name) => emailAfterProfile(name, pairs)),
		];
		const { service } = await simulate(routes, {
			script: unmatchable,
			latency: ({ tool, nth }) => (tool === pairs ? 50 : 100 * (nth + 1)),
		});
		const known = service.requests
			.filter(({ tool }) => tool === businessProfile)
			.map(({ answered }) => answered?.at);
		const request = service.requests
			.filter(({ tool, inputs }) => tool === pairs && /example/.test(inputs[0]))
			.map(({ at }) => at);
		expect(new Set(known).size).toBe(3);
		expect(request).toEqual(known);
	});

	it('does not outlast the run: its lookups are deferred with the rest', async () => {
		const done = await simulate(
			people(3).map((name) => emailAfterProfile(name)),
			{ ...oneByOne, limits: { maxRunTime: 250 } },
		);
		expect(batchesOf(done)).toEqual([]);
		expect(done.rows.map(({ steps }) => steps.map(({ outcome }) => outcome.is))).toEqual(
			Array(3).fill(['found', 'deferred']),
		);
		expect(reasonsOf(done)).toEqual(['run_time']);
	});
});
