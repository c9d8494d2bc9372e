import { findBest } from '../support/node/findBestRun';
import { column, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

describe('Limits and Budget', () => {
	it('Max Tokens is never exceeded, and the remaining rows are deferred', async () => {
		const sandbox = await start();
		const names = Array.from({ length: 20 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { limits: { maxTokens: 7, batchSize: 3 } }));
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 7 });
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(7);
		expect(column(run, 'enriched_reason').at(-1)).toContain('token_budget: ');
	});

	it('Reserve keeps records of the window unused', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 10 } } } });
		const names = Array.from({ length: 20 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { limits: { reserve: 4 } }));
		expect(sandbox.ledger.summary()).toMatchObject({ recordsUsed: 6 });
		expect(column(run, 'enriched_reason').at(-1)).toContain('reserve: ');
	});

	it('Max Run Time defers the remaining rows, and keeps answers in flight', async () => {
		const sandbox = await start({ latency: 300 });
		const names = Array.from({ length: 40 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(
			sandbox,
			findBest(names, { limits: { maxRunTime: 0.01, batchSize: 1, concurrency: 2 } }),
		);
		const { requests } = sandbox.ledger.summary();
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(requests);
		expect(requests).toBeLessThan(40);
		expect(column(run, 'enriched_reason').at(-1)).toContain('run_time: ');
	});

	it('Timeout loses a slow answer, which is retried once', async () => {
		const sandbox = await start({ faults: [{ kind: 'slow', ms: 20_000, first: 1 }] });
		const run = await runOperation(sandbox, findBest(['test-found'], { limits: { timeout: 3 } }));
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it.each([
		[{ maxTokens: '={{ [] }}' }, 'Max Tokens must be a whole number of 0 or more'],
		[{ concurrency: '={{ true }}' }, 'Concurrency must be a whole number from 1 to 50'],
		[{ maxWait: -1 }, 'Max Wait must be a number from 0 to 604800'],
		[{ maxTokens: '={{ undefined }}' }, 'Max Tokens is empty. Correct its expression'],
		[{ onLimit: '={{ "never" }}' }, 'On Limit must be one of wait, defer, error'],
	])('%j is rejected under its display name', async (limits, sentence) => {
		const run = await runOperation(await start(), findBest(['test-found'], { limits }));
		expect(run.error?.message).toBe(sentence);
	});

	it('an empty number uses the default', async () => {
		const limits = { batchSize: '', concurrency: '', maxTokens: '' };
		const run = await runOperation(await start(), findBest(['test-found'], { limits }));
		expect(column(run, 'enriched_status')).toEqual(['found']);
	});
});
