import { sleep } from 'n8n-workflow';
import { speedUp } from '../../../../dev/n8n/engine/fastTime';
import { findBest } from '../../../support/node/findBestRun';
import { column, runOperation } from '../../../support/node/nodeRun';
import { sandboxes } from '../../../support/node/sandboxes';

const start = sandboxes();
const HOUR = 3_600_000;
const TOOL = 'linkedin_to_best_personal_email_usa';

/** Returns the real time that something takes, in ms. */
async function timeOf(something: () => Promise<unknown>): Promise<number> {
	const begin = process.hrtime.bigint();
	await something();
	return Number((process.hrtime.bigint() - begin) / 1_000_000n);
}

it('speedUp ends a run whose requests time out within seconds instead of two minutes', async () => {
	const sandbox = await start({ faults: [{ kind: 'slow', ms: HOUR, tool: TOOL }] });
	const restore = speedUp(20);
	const node = { onError: 'continueRegularOutput' as const };
	const time = await timeOf(async () => {
		const run = await runOperation(sandbox, findBest(['test-found'], { node })).finally(restore);
		expect(column(run, 'enriched_status')).toEqual(['failed']);
	});
	// The node sends the lookup twice, and waits 61 s for each answer.
	expect(sandbox.ledger.requests().filter(({ tool }) => tool === TOOL)).toHaveLength(2);
	expect(time).toBeGreaterThan(6_000);
	expect(time).toBeLessThan(30_000);
});

it('speedUp restores the usual time', async () => {
	const { now } = performance;
	const restore = speedUp(100);
	const begin = performance.now();
	expect(await timeOf(() => sleep(5_000))).toBeLessThan(2_500);
	expect(performance.now() - begin).toBeGreaterThanOrEqual(4_500);
	restore();
	expect(performance.now).toBe(now);
	expect(await timeOf(() => sleep(100))).toBeGreaterThanOrEqual(95);
});
