import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server';

const FIVE_HOURS = 5 * 3_600_000;
const EVERY_MS = 10;

/** Closes the window of requests for some ms, which the service rounds up to whole seconds. */
export function closeWindow(sandbox: Sandbox, ms: number): void {
	const { requests } = sandbox.settings().limits.enrich;
	sandbox.configure({ spent: { enrich: { records: 0, requests: requests['5h'] } } });
	// What is spent enters the window when the service is asked the next time.
	const { key, service } = sandbox;
	const headers = { 'content-type': 'application/json', 'user-agent': 'benchmark', authorization: `Bearer ${key}` };
	service.handle({ tool: 'get_account', method: 'POST', headers, body: '{}' }, sandbox.now());
	sandbox.advance(FIVE_HOURS - ms);
}

/**
 * Closes the window once so many lookups were answered.
 * @returns ends the watch
 */
export function closeWindowAfter(sandbox: Sandbox, lookups: number, ms: number): () => void {
	let over = false;
	void (async () => {
		while (!over) {
			if (answeredSoFar(sandbox) >= lookups) {
				closeWindow(sandbox, ms);
				return;
			}
			await sleep(EVERY_MS);
		}
	})();
	return () => {
		over = true;
	};
}

const answeredSoFar = ({ ledger }: Sandbox) => ledger.requests().reduce((sum, { status, keys }) => sum + (status === 200 ? keys.length : 0), 0);
