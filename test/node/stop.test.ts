import type { Sandbox } from '../../dev/sandbox/server';
import { findProfiles } from '../support/node/findBestRun';
import { runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

const job = findProfiles(['ada-example', 'bob-example', 'cleo-example']);

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** In ms; long enough for further requests to arrive. */
const GRACE_PERIOD = 300;

/** In ms; the duration of responses and waits without Stop. */
const LONG = 20_000;

const isSent = (sandbox: Sandbox) => sandbox.ledger.summary().maxInFlight > 0;

describe('Stop', () => {
	it.each([
		['during a request', { latency: LONG }, {}, isSent],
		['during a response', { faults: [{ kind: 'drip' as const }] }, {}, isSent],
		[
			'during a wait for a limit',
			{ burst: { perSecond: 1_000 / LONG, burst: 1 } },
			{ maxWait: 600 },
			(sandbox: Sandbox) => sandbox.ledger.summary().byTool.linkedin_to_business_profile?.[429] > 0,
		],
	])('%s ends the run, and no further request starts', async (_moment, settings, options, isReached) => {
		const sandbox = await start(settings);
		let sent = -1;
		let stopped = Infinity;
		const run = await runOperation(sandbox, {
			...job,
			options: { concurrency: 1, ...options },
			onStart: (stop) =>
				void (async () => {
					while (!isReached(sandbox)) await sleep(20);
					await sleep(GRACE_PERIOD);
					sent = sandbox.ledger.summary().requests;
					stopped = performance.now();
					stop();
				})(),
		});
		expect(performance.now() - stopped).toBeLessThan(LONG / 2);
		await sleep(GRACE_PERIOD);

		expect(run.status).toBe('canceled');
		expect(sandbox.ledger.summary().requests).toBe(sent);
	});
});
