import type { Clock } from '../environment';

/** A shared reason: without one, each abort would create an error with a stack. */
const NOTIFIED = new Error('Notified');

/** Waits for a notification or a time. A notification that comes early ends the next wait. */
export class WakeUp {
	private notified = false;
	private wake: (() => void) | null = null;

	notify(): void {
		this.notified = true;
		this.wake?.();
	}

	/** @param time epoch ms; Infinity to wait for a notification only */
	async waitUntil(time: number, clock: Clock): Promise<void> {
		if (!this.notified) {
			const notification = new Promise<void>((resolve) => {
				this.wake = resolve;
			});
			await (time === Infinity ? notification : firstOf(notification, time - clock.now(), clock));
		}
		this.notified = false;
		this.wake = null;
	}
}

/** Only for finite times, because cancelling a sleep is expensive. */
async function firstOf(notification: Promise<void>, ms: number, clock: Clock): Promise<void> {
	const timer = new AbortController();
	await Promise.race([notification, clock.sleep(ms, timer.signal)]);
	timer.abort(NOTIFIED);
}
