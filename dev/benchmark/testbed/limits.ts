import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server';
import type { Session } from './session';

const RATE_LIMIT = { perSecond: 30, burst: 30 };

export const RATE_LIMIT_WORDS = `Rate limit: ${RATE_LIMIT.perSecond} requests a second, ${RATE_LIMIT.burst} at once.`;

export async function withFullBucket({ sandbox }: Pick<Session, 'sandbox'>): Promise<void> {
	sandbox.configure({ burst: RATE_LIMIT });
	await sleep((RATE_LIMIT.burst / RATE_LIMIT.perSecond) * 1_000 + 100);
}

const FIVE_HOURS = 5 * 3_600_000;
const EVERY_MS = 10;

/**
 * Closes the window of requests for some ms once so many lookups were answered. Returns a function that ends the watch
 * and throws if the window never closed.
 */
export function closeWindowAfter(sandbox: Sandbox, lookups: number, ms: number): () => void {
	let isClosed = false;
	const watch = setInterval(() => {
		const answered = sandbox.ledger
			.requests()
			.reduce((sum, { status, keys }) => sum + (status === 200 ? keys.length : 0), 0);
		if (isClosed || answered < lookups) return;
		isClosed = true;
		useUp(sandbox, { records: 0, requests: sandbox.settings().limits.enrich.requests['5h'] }, ms);
	}, EVERY_MS);
	return () => {
		clearInterval(watch);
		if (!isClosed) throw new Error(`The window never closed: fewer than ${lookups} lookups were answered`);
	};
}

/** Uses up a part of the enrichment windows, so that it is free again after `ms`. */
function useUp(sandbox: Sandbox, spent: { records: number; requests: number }, ms: number): void {
	sandbox.configure({ spent: { enrich: spent } });
	// The next request enters the usage into the windows: one of nearly five hours ago makes it expire soon.
	const { key, service } = sandbox;
	const headers = { 'content-type': 'application/json', 'user-agent': 'benchmark', authorization: `Bearer ${key}` };
	const request = { tool: 'get_account', method: 'POST', headers, body: '{}' };
	service.handle(request, sandbox.now() - FIVE_HOURS + ms);
}
