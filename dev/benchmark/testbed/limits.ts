import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server';
import type { Session } from './session';

/** The service's rate limit: a token bucket per tool. */
export const RATE_LIMIT = { perSecond: 30, burst: 30 };

const FIVE_HOURS = 5 * 3_600_000;
const EVERY_MS = 10;

/** Sets the rate limit, and waits until its bucket is full. */
export async function withFullBucket({ sandbox }: Session): Promise<void> {
	sandbox.configure({ burst: RATE_LIMIT });
	await sleep((RATE_LIMIT.burst / RATE_LIMIT.perSecond) * 1_000 + 100);
}

/** Closes the window of requests for some ms once so many lookups were answered. Returns a function that ends the watch and throws if the window never closed. */
export function closeWindowAfter(sandbox: Sandbox, lookups: number, ms: number): () => void {
	let isClosed = false;
	const watch = setInterval(() => {
		const answered = sandbox.ledger
			.requests()
			.reduce((sum, { status, keys }) => sum + (status === 200 ? keys.length : 0), 0);
		if (isClosed || answered < lookups) return;
		isClosed = true;
		closeWindow(sandbox, ms);
	}, EVERY_MS);
	return () => {
		clearInterval(watch);
		if (!isClosed) throw new Error(`The window never closed: fewer than ${lookups} lookups were answered`);
	};
}

function closeWindow(sandbox: Sandbox, ms: number): void {
	const { requests } = sandbox.settings().limits.enrich;
	sandbox.configure({ spent: { enrich: { records: 0, requests: requests['5h'] } } });
	// The service counts what is spent at its next request.
	const { key, service } = sandbox;
	const headers = { 'content-type': 'application/json', 'user-agent': 'benchmark', authorization: `Bearer ${key}` };
	service.handle({ tool: 'get_account', method: 'POST', headers, body: '{}' }, sandbox.now());
	sandbox.advance(FIVE_HOURS - ms);
}
