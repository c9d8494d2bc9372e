import type { Clock } from './surroundings';

/** Wakes the one who waits for the next event: a ring, or a time. A ring that nobody waits for is kept. */
export class Bell {
	private rung = false;
	private wake: (() => void) | null = null;

	ring(): void {
		this.rung = true;
		this.wake?.();
	}

	/** @param time epoch ms; Infinity to wait for a ring alone */
	async ringsOrIs(time: number, clock: Clock): Promise<void> {
		if (!this.rung) {
			const timer = new AbortController();
			const ring = new Promise<void>((resolve) => {
				this.wake = resolve;
			});
			await Promise.race(time === Infinity ? [ring] : [ring, clock.sleep(time - clock.now(), timer.signal)]);
			timer.abort();
		}
		this.rung = false;
		this.wake = null;
	}
}
