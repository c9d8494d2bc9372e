import type { Clock } from './environment';

/** Shared, because an abort without a reason creates an error with a stack trace. */
const NOTIFIED = new Error('Notified');

/** Waits for a notification or a time. A notification before the wait ends the next wait. */
export class WakeUp {
	private notified = false;
	private wake: (() => void) | null = null;

	notify(): void {
		this.notified = true;
		this.wake?.();
	}

	/** @param time epoch ms; Infinity to wait only for a notification */
	async waitUntil(time: number, clock: Clock): Promise<void> {
		if (!this.notified) {
			const notified = new Promise<void>((resolve) => {
				this.wake = resolve;
			});
			await (time === Infinity ? notified : raceTimeout(notified, time - clock.now(), clock));
		}
		this.notified = false;
		this.wake = null;
	}
}

/** Used only for finite times, because a canceled sleep is expensive. */
async function raceTimeout(notified: Promise<void>, ms: number, clock: Clock): Promise<void> {
	const timer = new AbortController();
	await Promise.race([notified, clock.sleep(ms, timer.signal)]);
	timer.abort(NOTIFIED);
}
