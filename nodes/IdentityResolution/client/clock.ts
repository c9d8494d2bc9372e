import { sleep } from 'n8n-workflow';
import type { Clock } from '../run/environment';

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
