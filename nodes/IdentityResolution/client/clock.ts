import { sleep } from 'n8n-workflow';

/** Hosts before 2.34 cannot end a sleep early: in slices, every wait ends soon after it is called off. */
const SLICE = 200;

/** n8n's clock: times are epoch ms. */
export const hostClock = {
	now: () => Date.now(),

	/** Sleeps `ms`, or until the signal fires. Never rejects. */
	async sleep(ms: number, signal: AbortSignal): Promise<void> {
		const end = Date.now() + ms;
		for (let left = ms; left > 0 && !signal.aborted; left = end - Date.now()) {
			try {
				await sleep(Math.min(left, SLICE), signal);
			} catch {
				return;
			}
		}
	},
};
