import { findBest, findProfiles } from '../support/node/findBestRun';
import { column, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

describe('On Error: Stop Workflow, with no answers, a typo and rows deferred by a limit', () => {
	it.each([
		['a window', 'test-plan-limit', {}],
		['the rate limit', 'test-rate-limited', { maxWait: 0 }],
		['the balance', 'test-insufficient-tokens', {}],
	])('%s: the run succeeds, so that its rows can be run again', async (_what, name, options) => {
		const run = await runOperation(
			await start(),
			findProfiles(['nobody at all', name, 'ada-example'], { options }),
		);
		expect([run.status, column(run, 'enriched_status')]).toEqual(['success', ['invalid', 'deferred', 'deferred']]);
	});

	it('a problem that the user must fix is still an error, and so are only typos', async () => {
		const sandbox = await start();
		expect(
			(await runOperation(sandbox, findBest(['nobody at all', 'test-unauthorized']))).error?.message,
		).toContain('API key');
		expect((await runOperation(sandbox, findBest(['nobody at all']))).error?.message).toContain('nobody at all');
	});

	it('a limit is an error if On Limit is set to Error', async () => {
		const run = await runOperation(
			await start(),
			findBest(['nobody at all', 'test-plan-limit'], { options: { onLimit: 'error' } }),
		);
		expect(run.error?.message).toContain('The plan allows no more');
	});
});
