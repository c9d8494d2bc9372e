import { runOperation } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();

const rows = [{ who: 'ada-example' }, { who: 'bob-example' }];
const job = { resource: 'personalEmail', operation: 'findBest', parameters: { linkedinUrl: '={{ $json.who }}' }, rows };

/** Long enough for a wait to be under way, short against what it would last. */
const MEANWHILE = 300;

describe('Stop', () => {
	it.each([
		['in the middle of requests', { latency: 20_000 }, { batchSize: 1, concurrency: 1 }],
		['in the middle of a wait for a limit', { burst: { perSecond: 0.05, burst: 1 } }, { batchSize: 1, concurrency: 1, maxWait: 600 }],
	])('%s ends the run, and no further request starts', async (_when, settings, limits) => {
		const sandbox = await start(settings);
		let sent = 0;
		const run = await runOperation(sandbox, {
			...job,
			limits,
			onStart: (stop) =>
				setTimeout(() => {
					sent = sandbox.ledger.summary().requests;
					stop();
				}, MEANWHILE),
		});
		expect(run.status).toBe('canceled');
		// What was sent before Stop may still be answered by the sandbox; nothing new arrives there.
		await new Promise((resolve) => setTimeout(resolve, MEANWHILE));
		expect(sandbox.ledger.summary().requests).toBe(sent);
	});
});
