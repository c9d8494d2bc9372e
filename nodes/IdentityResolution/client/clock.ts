import { sleep } from 'n8n-workflow';
import type { Clock } from '../run/environment';

/** Hosts before 2.34 cannot end a sleep early: in slices, every wait ends soon after it is called off. */
const SLICE = 200;

/**
 * n8n's clock: epoch ms as they are at its start, from where it goes on by itself. The machine's own may be set while a
 * run is under way, and a run that waits until then would wait for as long as it was set back.
 */
export function createClock(): Clock {
	const begin = Date.now() - performance.now();
	const now = () => Math.floor(begin + performance.now());

	/** Sleeps `ms`, or until the signal fires. Never rejects. */
	async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
		const end = performance.now() + ms;
		for (let left = ms; left > 0 && !signal.aborted; left = end - performance.now()) {
			try {
				await sleep(Math.min(left, SLICE), signal);
			} catch {
				return;
			}
		}
	}
	return { now, sleep: sleepFor };
}
