import type { Clock } from '../environment';

/** Given a reason, a signal makes no exception with a stack of its own for each ring. */
const NOTIFIED = new Error('Notified');

/** Wakes the one who waits for the next event: a ring, or a time. A ring that nobody waits for is kept. */
export class WakeUp {
	private notified = false;
	private wake: (() => void) | null = null;

	notify(): void {
		this.notified = true;
		this.wake?.();
	}

	/** @param time epoch ms; Infinity to wait for a ring alone */
	async waitUntil(time: number, clock: Clock): Promise<void> {
		if (!this.notified) {
			const ring = new Promise<void>((resolve) => {
				this.wake = resolve;
			});
			await (time === Infinity ? ring : firstOf(ring, time - clock.now(), clock));
		}
		this.notified = false;
		this.wake = null;
	}
}

/** Apart, because to call a sleep off costs more than all else here. */
async function firstOf(ring: Promise<void>, ms: number, clock: Clock): Promise<void> {
	const timer = new AbortController();
	await Promise.race([ring, clock.sleep(ms, timer.signal)]);
	timer.abort(NOTIFIED);
}
