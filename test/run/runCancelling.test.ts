import { getEventListeners } from 'node:events';
import { run } from '../../nodes/IdentityResolution/run/run';
import { FakeService, type Script } from '../support/virtual/fakeService';
import { limitsWith } from '../support/run/limits';
import { businessProfile, rowsOf } from '../support/run/lookups';
import { reasonsOf } from '../support/virtual/runAssertions';
import { badKey, brokenDown, recordsUsedUp } from '../support/api/replies';
import { always, atFirst } from '../support/virtual/scripts';
import { VirtualClock } from '../support/virtual/virtualClock';
import { simulate } from '../support/virtual/virtualRun';

describe('a canceled run', () => {
	it('sends nothing more, keeps its answers, and ends when the host aborts its requests', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), { limits: { concurrency: 2 }, cancelAt: 250 });
		expect(done.service.times).toEqual([0, 0, 100, 100, 200, 200]);
		expect(done.statuses).toEqual([...Array<string>(4).fill('found'), ...Array<string>(6).fill('deferred')]);
		expect(reasonsOf(done)).toEqual(['stopped']);
		expect(done.took).toBe(250);
	});

	it('waits for requests in flight that the host does not abort, and keeps their answers', async () => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 2 },
			cancelAt: 250,
			abortsRequests: false,
		});
		expect(done.service.times).toEqual([0, 0, 100, 100, 200, 200]);
		expect(done.statuses).toEqual([...Array<string>(6).fill('found'), ...Array<string>(4).fill('deferred')]);
		expect(reasonsOf(done)).toEqual(['stopped']);
		expect(done.took).toBe(300);
	});

	it.each<[string, Script]>([
		['a pause', atFirst(() => recordsUsedUp(50))],
		['the wait for a retry', always(brokenDown)],
	])('ends %s immediately', async (_says, script) => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			limits: { concurrency: 1 },
			script,
			cancelAt: 1_111,
		});
		expect(done.statuses).toContain('deferred');
		expect(reasonsOf(done)).toEqual(['stopped']);
		expect(done.took).toBe(1_111);
	});

	it('sends no lookup during an account check', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), { limits: { maxTokens: 100 }, cancelAt: 50 });
		expect(done.service.tools).toEqual(['get_account']);
		expect(reasonsOf(done)).toEqual(['stopped']);
		expect(done.took).toBe(50);
	});

	it('ends while it waits for answers after another stop', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			script: atFirst(badKey),
			latency: ({ nth }) => 100 + 900 * nth,
			cancelAt: 500,
		});
		expect(reasonsOf(done)).toEqual(['unauthorized']);
		expect(done.took).toBe(500);
	});

	it('sends nothing if it was canceled before the start', async () => {
		const clock = new VirtualClock();
		const service = new FakeService(clock);
		const env = {
			send: service.send,
			clock,
			random: () => 0,
			signal: AbortSignal.abort(),
			progress: () => undefined,
			log: () => undefined,
		};
		const { rows, stop } = await clock.until(run(rowsOf(businessProfile, 3), limitsWith(), env));
		expect(service.requests).toEqual([]);
		expect(rows.map(({ outcome }) => outcome.is)).toEqual(['deferred', 'deferred', 'deferred']);
		expect(stop).toEqual({ reason: 'stopped', retryAt: null, refusal: null, tool: null });
	});

	it('removes its abort listener at the end', async () => {
		const clock = new VirtualClock();
		const { signal } = new AbortController();
		const env = {
			send: new FakeService(clock).send,
			clock,
			random: () => 0,
			signal,
			progress: () => undefined,
			log: () => undefined,
		};
		await clock.until(run(rowsOf(businessProfile, 3), limitsWith({ maxTokens: 100 }), env));
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
