import type { Sandbox } from '../../sandbox/server';
import { repeat } from './repeat';

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
 * @returns ends the watch; throws where they never were
 */
export function closeWindowAfter(sandbox: Sandbox, lookups: number, ms: number): () => Promise<void> {
	let isClosed = false;
	const end = repeat(EVERY_MS, () => {
		if (!isClosed && answeredSoFar(sandbox) >= lookups) {
			isClosed = true;
			closeWindow(sandbox, ms);
		}
		return Promise.resolve();
	});
	return async () => {
		await end();
		if (!isClosed) throw new Error(`The window was never closed: fewer than ${lookups} lookups were answered`);
	};
}

const answeredSoFar = ({ ledger }: Sandbox) =>
	ledger.requests().reduce((sum, { status, keys }) => sum + (status === 200 ? keys.length : 0), 0);
