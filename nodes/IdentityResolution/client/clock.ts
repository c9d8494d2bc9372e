import { sleep } from 'n8n-workflow';
import type { Clock } from '../run/environment';
import type { Reply } from '../api/replies/reading';
import { TIMED_OUT } from './transportErrors';

/** ms. n8n before 2.34 cannot cancel a sleep, so a canceled wait ends after at most one slice. */
const SLICE = 200;

/** Returns a monotonic clock (epoch ms): setting the system clock back during a run would prolong its waits. */
export function createClock(): Clock {
	const begin = Date.now() - performance.now();
	const now = () => Math.floor(begin + performance.now());

	/** Sleeps `ms`, or until the signal fires. Never rejects. */
	async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
		const end = performance.now() + ms;
		for (let remaining = ms; remaining > 0 && !signal.aborted; remaining = end - performance.now()) {
			try {
				await sleep(Math.min(remaining, SLICE), signal);
			} catch {
				return;
			}
		}
	}
	return { now, sleep: sleepFor };
}

/** ms that a request with a number of lookups may take, until the last byte of its reply. */
export type Timeout = (lookups: number) => number;

export const DEFAULT_TIMEOUT: Timeout = (lookups) => 60_000 + 1_000 * lookups;

/** Shared, because a signal without a reason creates an exception with a stack trace for each request. */
const ENDED = new Error('The request has ended');

/**
 * Returns the reply to a request, or `TIMED_OUT` after `ms`. The timeout of n8n covers only the headers of a stream.
 * @param exchange must not reject; its signal aborts when the request has ended
 */
export async function withTimeout(
	ms: number,
	clock: Clock,
	exchange: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
	const controller = new AbortController();
	const timedOut = clock.sleep(ms, controller.signal).then(() => TIMED_OUT);
	const reply = await Promise.race([exchange(controller.signal), timedOut]);
	controller.abort(ENDED);
	return reply;
}
