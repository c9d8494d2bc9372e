import { findBest } from '../support/findBestRun';
import { column, runOperation } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();

describe('On Error: Stop Workflow, nobody answered, and a typo beside rows that a limit put off', () => {
	it.each([
		['a window', 'test-plan-limit', {}],
		['the burst guard', 'test-rate-limited', { maxWait: 0 }],
		['the balance', 'test-insufficient-tokens', {}],
	])('%s: the run ends normally, so that its rows can come back', async (_what, name, limits) => {
		const run = await runOperation(
			await start(),
			findBest(['nobody at all', name, 'ada-example'], { limits: { batchSize: 1, concurrency: 1, ...limits } }),
		);
		expect([run.status, column(run, 'enriched_status')]).toEqual(['success', ['invalid', 'deferred', 'deferred']]);
	});

	it('what the user must remedy is still an error, and so is nothing but typos', async () => {
		const sandbox = await start();
		expect(
			(await runOperation(sandbox, findBest(['nobody at all', 'test-unauthorized']))).error?.message,
		).toContain('API key');
		expect((await runOperation(sandbox, findBest(['nobody at all']))).error?.message).toContain('nobody at all');
	});

	it('is an error where On Limit says so', async () => {
		const run = await runOperation(
			await start(),
			findBest(['nobody at all', 'test-plan-limit'], { limits: { onLimit: 'error' } }),
		);
		expect(run.error?.message).toContain('The plan allows no more');
	});
});
