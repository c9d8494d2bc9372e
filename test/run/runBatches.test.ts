import fc from 'fast-check';
import { everyoneFound, nameOf, profileOf, type Script } from '../support/virtual/fakeService';
import {
	emailAfterProfile,
	inBatchesOf,
	people,
	personalEmail,
	reverseEmail,
	routeFor,
	rowsOf,
} from '../support/run/lookups';
import { count, emailOf, reasonsOf } from '../support/virtual/runAssertions';
import {
	badInput,
	batchOf,
	brokenDown,
	http,
	lost,
	miss,
	partialBatchOf,
	rateLimited,
	unsent,
} from '../support/api/replies';
import { always, exceptFor, unmatchable } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const ones = (count: number) => Array<number>(count).fill(1);

it('a partial batch keeps its answers; rows beyond the balance are deferred, and nothing more is sent', async () => {
	const done = await simulate(rowsOf(inBatchesOf(5, personalEmail), 12), {
		limits: { concurrency: 1 },
		script: ({ inputs }) =>
			partialBatchOf(inputs.slice(0, 2).map((input) => ({ input, results: profileOf(input) }))),
	});
	expect(done.statuses).toEqual(['found', 'found', ...Array<string>(10).fill('deferred')]);
	expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
	expect(done.service.sizes).toEqual([5]);
});

describe('rows of a batch without a certain answer', () => {
	/** Answers batches without these people, and singles as they come. */
	const omitting =
		(names: readonly string[], single: Script = everyoneFound): Script =>
		(request) => {
			if (request.inputs.length === 1) return single(request);
			const inputs = request.inputs.filter((input) => !names.includes(nameOf(input)));
			return batchOf(inputs.map((input) => ({ input, results: profileOf(input) })));
		};

	it('are retried one by one, and no others are', async () => {
		const { rows, service } = await simulate(rowsOf(personalEmail, 5), {
			script: omitting(['person-2', 'person-4']),
		});
		const names = service.requests.map(({ inputs }) => inputs.map(nameOf));
		expect(names).toEqual([people(5), ['person-2'], ['person-4']]);
		expect(rows.map(emailOf)).toEqual(people(5).map((name) => `${name}@example.com`));
		expect(rows.map(({ steps }) => steps[0].record.attempts)).toEqual([1, 2, 1, 2, 1]);
	});

	it('are retried once: if that answer is lost, they fail', async () => {
		const { statuses, service } = await simulate(rowsOf(personalEmail, 5), {
			script: omitting(['person-2'], always(lost)),
		});
		expect(service.sizes).toEqual([5, 1]);
		expect(statuses).toEqual(['found', 'failed', 'found', 'found', 'found']);
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

	it('with only bad rows ends in single lookups, and the run continues', async () => {
		const done = await simulate(rowsOf(inBatchesOf(16, personalEmail), 20), {
			script: exceptFor(people(16), badInput),
		});
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([16, 4]);
		expect(done.service.requests).toHaveLength(31 + 1);
	});

	it('uses neither retries nor the one retry of a lost answer', async () => {
		const done = await simulate(rowsOf(personalEmail, 2), { script: [badInput(), brokenDown(), lost()] });
		expect(done.statuses).toEqual(['found', 'found']);
		expect(done.service.sizes).toEqual([2, 1, 1, 1, 1]);
	});
});

describe('a batch with one miss as its reply, which may be one for all', () => {
	const ODD = ['person-1', 'person-3', 'person-5', 'person-7', 'person-9'];
	const oddRefused: Script = ({ inputs: [one] }) => (ODD.includes(nameOf(one)) ? badInput() : miss());
	const missing = Array<string>(20).fill('not_found');

	it.each<[what: string, single: Script, sizes: number[], statuses: string[]]>([
		['five alone miss: all do, also in later batches', always(miss), [10, ...ones(5), 10], missing],
		['one alone is a hit: all are sent alone', everyoneFound, [10, ...ones(20)], missing.map(() => 'found')],
		[
			'five alone are refused: others are tried',
			oddRefused,
			[10, ...ones(10), 10],
			people(20).map((name) => (ODD.includes(name) ? 'failed' : 'not_found')),
		],
	])('%s', async (_what, single, sizes, statuses) => {
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 20), {
			script: (request) => (request.inputs.length > 1 ? miss() : single(request)),
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual(sizes);
		expect(done.statuses).toEqual(statuses);
	});

	it('is never believed after a hit alone, whatever batches the service accepted', async () => {
		const hits = ['person-1', 'person-45'];
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 60), {
			script: ({ inputs, ...request }) => {
				const names = inputs.map(nameOf);
				if (names.includes('person-8')) return badInput();
				return inputs.length === 1 && hits.includes(names[0]) ? everyoneFound({ inputs, ...request }) : miss();
			},
			limits: { concurrency: 1 },
		});
		expect(done.statuses).toEqual(
			people(60).map((name) => (hits.includes(name) ? 'found' : name === 'person-8' ? 'failed' : 'not_found')),
		);
	});

	it('is checked with five of its lookups for all batches in flight', async () => {
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 50), {
			script: (request) => (request.nth === 0 ? everyoneFound(request) : miss()),
			limits: { concurrency: 4 },
		});
		expect(done.service.sizes).toEqual([...Array<number>(5).fill(10), ...ones(5)]);
		expect([count(done, 'found'), count(done, 'not_found')]).toEqual([10, 40]);
	});
});

describe('a batch without any match', () => {
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

	it('disables batching for good, even if another batch in flight is matched', async () => {
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 100), {
			script: (request) => (request.nth === 1 ? unmatchable(request) : everyoneFound(request)),
			limits: { concurrency: 2 },
		});
		expect(done.service.sizes).toEqual([10, 10, 10, ...Array<number>(80).fill(1)]);
		expect(count(done, 'found')).toBe(100);
	});

	it('is not an answer: earlier consecutive failures still count', async () => {
		const done = await simulate(rowsOf(inBatchesOf(2, personalEmail), 50), {
			script: (request) => (request.nth === 4 ? unmatchable(request) : unsent()),
			limits: { concurrency: 1 },
		});
		expect(done.service.times.slice(0, 7)).toEqual([0, 100, 200, 300, 400, 500, 600]);
		// The fifth failure slows the requests down: one retry goes beside the next lookup.
		expect(done.service.times[7]).toBeGreaterThan(800);
	});

	it('also splits batches in the retry queue', async () => {
		const done = await simulate(rowsOf(inBatchesOf(10, personalEmail), 20), {
			script: (request) => (request.nth === 0 ? brokenDown() : unmatchable(request)),
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([10, 10, ...Array<number>(20).fill(1)]);
		expect(count(done, 'found')).toBe(20);
	});

	it('fails if it is lost again: a possible charge is retried only once', async () => {
		const done = await simulate(rowsOf(personalEmail, 4), {
			script: (request) => (request.nth === 0 ? unmatchable(request) : lost()),
			limits: { concurrency: 1 },
		});
		expect(done.service.sizes).toEqual([4, 1, 1, 1, 1]);
		expect(done.statuses).toEqual(Array(4).fill('failed'));
		expect(done.rows[0].steps[0].record).toMatchObject({ attempts: 2, lostCount: 2 });
	});
});

describe('a batch whose lookups come from the answers of another tool', () => {
	const routes = people(5).map((name) => emailAfterProfile(name));
	/** When each batch was sent, ms since the start, and how many lookups it carried. */
	const batchesOf = ({ service }: SimulatedRun) =>
		service.requests.filter(({ tool }) => tool === personalEmail).map(({ at, inputs }) => [at, inputs.length]);

	it('waits until all of them are known', async () => {
		const done = await simulate(routes, { latency: ({ nth }) => 100 * (nth + 1) });
		expect(batchesOf(done)).toEqual([[500, 5]]);
		expect(count(done, 'found')).toBe(5);
	});

	it('does not wait once batching is disabled: each lookup is sent as soon as it is known', async () => {
		const pairs = inBatchesOf(2, personalEmail);
		const later = ['ada-example', 'bob-example'].map((name) => emailAfterProfile(name, pairs));
		const { service } = await simulate([...rowsOf(pairs, 2), ...later], {
			script: unmatchable,
			latency: ({ tool, nth }) => (tool === pairs ? 50 : 100 * (nth + 1)),
		});
		const known = service.requests.filter(({ tool }) => tool !== pairs).map(({ answered }) => answered?.at);
		const sent = service.requests.filter(({ tool, inputs }) => tool === pairs && /example/.test(inputs[0]));
		expect(new Set(known).size).toBe(2);
		expect(sent.map(({ at }) => at)).toEqual(known);
	});

	it('does not outlast the run: its lookups are deferred with the rest', async () => {
		const done = await simulate(routes, { latency: ({ nth }) => 100 * (nth + 1), limits: { maxRunTime: 250 } });
		expect(batchesOf(done)).toEqual([]);
		const steps = done.rows.map((row) => row.steps.map(({ outcome }) => outcome.is));
		expect(steps).toEqual(Array(5).fill(['found', 'deferred']));
		expect(reasonsOf(done)).toEqual(['run_time']);
	});
});

describe('the first batch of a run', () => {
	it('is sent alone; the others follow once one of its hits is matched', async () => {
		const done = await simulate(rowsOf(personalEmail, 500));
		expect(done.service.sizes).toEqual(Array(5).fill(100));
		expect(done.service.times.slice(1).every((at) => at >= 100 && at < 200)).toBe(true);
		expect(done.service.maxInFlight).toBeGreaterThan(1);
		expect(count(done, 'found')).toBe(500);
	});

	it('is the only batch charged twice if it cannot be matched, for any concurrency', async () => {
		const done = await simulate(rowsOf(personalEmail, 1_000), { script: unmatchable, limits: { concurrency: 50 } });
		expect(done.service.sizes).toEqual([100, ...Array<number>(1_000).fill(1)]);
		expect([done.stats.unconfirmed, count(done, 'found')]).toEqual([100, 1_000]);
	});

	it('is the only batch charged twice if misses have an echo and hits have none', async () => {
		const script: Script = (request) => {
			const { inputs } = request;
			if (inputs.length === 1) return everyoneFound(request);
			const results = inputs.map((input, place) =>
				place % 2 === 0 ? { input, status: 'not_found' } : profileOf(input),
			);
			return http(200, { results, status: 'ok', metadata: {} });
		};
		const done = await simulate(rowsOf(personalEmail, 500), { script });
		expect(done.service.sizes).toEqual([100, ...Array<number>(450).fill(1)]);
		expect([done.stats.unconfirmed, count(done, 'found')]).toEqual([50, 450]);
	});

	it.each<[string, Script]>([
		['was refused by the rate limit', () => rateLimited(1)],
		['was rejected as invalid', badInput],
		['met an error', brokenDown],
		['was lost', lost],
	])('is followed by another single batch if it %s', async (_what, first) => {
		const script: Script = (request) => (request.nth === 0 ? first(request) : everyoneFound(request));
		const { service } = await simulate(rowsOf(personalEmail, 500), { script, limits: { maxWait: 60_000 } });
		const [one, two, three] = service.requests.filter(({ inputs }) => inputs.length > 1);
		expect(two.at).toBeGreaterThanOrEqual(one.answered?.at ?? Infinity);
		expect(three.at).toBeGreaterThanOrEqual(two.answered?.at ?? Infinity);
		expect(service.maxInFlight).toBeGreaterThan(1);
	});

	it('lets one more be in flight for each batch whose rows were all named, as misses', async () => {
		const script: Script = ({ inputs }) => batchOf(inputs.map((input) => ({ input, results: null })));
		const { service, took } = await simulate(rowsOf(personalEmail, 1_000), { script });
		const times = service.requests.map(({ at }) => at);
		expect(times).toEqual([0, 100, 100, 200, 200, 200, 200, 300, 300, 300]);
		expect(took).toBe(400);
	});

	it('is the only batch charged in vain, for any tools, refusals and limits', async () => {
		const spec = fc.tuple(
			fc.constantFrom('alone', 'in a batch', 'after a profile'),
			fc.integer({ min: 1, max: 40 }),
		);
		const replies = fc.constantFrom<Script>(
			unmatchable,
			unmatchable,
			unmatchable,
			() => rateLimited(1),
			brokenDown,
			lost,
		);
		const scenario = fc.record({
			specs: fc.array(spec, { minLength: 1, maxLength: 60 }),
			scripts: fc.array(replies, { maxLength: 30 }),
			latencies: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 }),
			batchSize: fc.integer({ min: 2, max: 10 }),
			concurrency: fc.integer({ min: 1, max: 50 }),
			maxTokens: fc.constantFrom(Infinity, 200, 60, 20),
		});
		await fc.assert(
			fc.asyncProperty(scenario, async ({ specs, scripts, latencies, batchSize, ...limits }) => {
				const emailTool = inBatchesOf(batchSize, personalEmail);
				const routes = specs.map(([how, nth]) => {
					if (how === 'alone') return routeFor(reverseEmail, `person-${nth}@example.com`);
					return how === 'in a batch'
						? routeFor(emailTool, `person-${nth}`)
						: emailAfterProfile(`person-${nth}`, emailTool);
				});
				const { rows, service } = await simulate(routes, {
					limits,
					script: (request) => (scripts[request.nth] ?? unmatchable)(request),
					latency: ({ nth }) => latencies[nth % latencies.length],
				});
				const batches = service.requests.filter(({ inputs }) => inputs.length > 1);
				const unmatched = batches.filter(({ nth }) => (scripts[nth] ?? unmatchable) === unmatchable);
				const overlapping = batches.filter(
					({ at }, place) => place > 0 && at < (batches[place - 1].answered?.at ?? Infinity),
				);
				expect([rows.length, unmatched.length <= 1, overlapping.length]).toEqual([specs.length, true, 0]);
			}),
			{ seed: 901, numRuns: 400 },
		);
	});
});
