import fc from 'fast-check';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { routeFor, emailAfterProfile, inBatchesOf, personalEmail, reverseEmail, rowsOf } from '../support/run/lookups';
import { count } from '../support/virtual/runAssertions';
import { badInput, batchOf, brokenDown, lost, rateLimited } from '../support/api/replies';
import { unmatchable } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

/** When each request was sent, ms since the start, and how many lookups it carried. */
const sent = ({ service }: SimulatedRun) => service.requests.map(({ at, inputs }) => [at, inputs.length]);

describe('the first batch of a run', () => {
	it('is sent alone; the others follow once one of its hits is matched', async () => {
		const done = await simulate(rowsOf(personalEmail, 500));
		expect(sent(done)[0]).toEqual([0, 100]);
		expect(done.service.times.slice(1).every((at) => at >= 100 && at < 200)).toBe(true);
		expect(done.service.maxInFlight).toBeGreaterThan(1);
		expect([done.service.requests.length, count(done, 'found')]).toEqual([5, 500]);
	});

	it('is the only batch charged twice if it cannot be matched, for any concurrency', async () => {
		const done = await simulate(rowsOf(personalEmail, 1_000), { script: unmatchable, limits: { concurrency: 50 } });
		expect(done.service.sizes).toEqual([100, ...Array<number>(1_000).fill(1)]);
		expect([done.stats.unconfirmed, count(done, 'found')]).toEqual([100, 1_000]);
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

	it('passes without a hit if its rows can be matched', async () => {
		const misses: Script = ({ inputs }) => batchOf(inputs.map((input) => ({ input, results: null })));
		const done = await simulate(rowsOf(personalEmail, 500), { script: misses });
		expect([count(done, 'not_found'), done.service.maxInFlight > 1]).toEqual([500, true]);
	});

	it('does not exist if each request contains one lookup', async () => {
		const { service } = await simulate(rowsOf(inBatchesOf(1, personalEmail), 5));
		expect(service.maxInFlight).toBe(5);
	});

	it('does not delay single lookups', async () => {
		const done = await simulate([...rowsOf(personalEmail, 300), routeFor(reverseEmail, 'ada@example.com')]);
		const [batch, single] = done.service.requests;
		expect([batch.inputs.length, single.inputs]).toEqual([100, ['ada@example.com']]);
		expect(single.at).toBeLessThan(batch.answered?.at ?? 0);
	});

	it('does not depend on a single lookup that was answered before it', async () => {
		const rows = [...rowsOf(personalEmail, 300), routeFor(reverseEmail, 'ada@example.com')];
		const { service } = await simulate(rows, { latency: ({ tool }) => (tool === reverseEmail ? 10 : 100) });
		const [batch, single, next] = service.requests;
		expect(single.answered?.at).toBeLessThan(batch.answered?.at ?? 0);
		expect([next.inputs.length, next.at]).toEqual([100, batch.answered?.at]);
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
