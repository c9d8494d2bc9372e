import { findBest, findProfiles } from '../support/node/findBestRun';
import { speedUp } from '../../dev/n8n/engine/fastTime';
import { column, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

describe('Limits', () => {
	it('Max Tokens is never exceeded, and the remaining rows are deferred', async () => {
		const sandbox = await start();
		const names = Array.from({ length: 20 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { options: { maxTokens: 7 } }));
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 7 });
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(7);
		expect(column(run, 'enriched_reason').at(-1)).toContain('token_budget: ');
	});

	it('Max Run Time defers the remaining rows, and keeps answers in flight', async () => {
		const sandbox = await start({ latency: 300 });
		const names = Array.from({ length: 40 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findProfiles(names, { options: { maxRunTime: 0.01, concurrency: 2 } }));
		const { requests } = sandbox.ledger.summary();
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(requests);
		expect(requests).toBeLessThan(40);
		expect(column(run, 'enriched_reason').at(-1)).toContain('run_time: ');
	});

	it('an answer that takes over a minute is lost, and the lookup is sent once more', async () => {
		const sandbox = await start({ faults: [{ kind: 'slow', ms: 60_000, first: 1 }] });
		const restore = speedUp(20);
		const run = await runOperation(sandbox, findBest(['test-found'])).finally(restore);
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it('an invalid limit is rejected under its display name, and an empty number uses the default', async () => {
		const messageWith = async (options: OperationRun['options']) =>
			(await runOperation(await start(), findBest(['test-found'], { options }))).error?.message;
		expect(await messageWith({ maxWait: -1 })).toBe('Max Wait must be a number from 0 to 604800');
		expect(await messageWith({ concurrency: '', maxTokens: '' })).toBeUndefined();
	});
});
