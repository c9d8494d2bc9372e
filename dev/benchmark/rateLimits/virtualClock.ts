import type { Clock } from '../../../nodes/IdentityResolution/service/environment';

interface Sleeper {
	wakesAt: number;
	wake(): void;
}

/** Epoch ms. */
export const START = Date.UTC(2030, 0, 1);

/**
 * A clock that stands still during work and jumps to the next sleeper when everything is idle.
 * Nothing waits in real time, and the same work takes the same course every time.
 */
export class VirtualClock implements Clock {
	private time: number;
	/** In order of waking; sleepers with the same time wake in the order in which they fell asleep. */
	private readonly sleepers: Sleeper[] = [];
	private woken = 0;

	constructor(readonly start = START) {
		this.time = start;
	}

	now(): number {
		return this.time;
	}

	/** ms since the clock was made. */
	get elapsed(): number {
		return this.time - this.start;
	}

	/** Number of sleepers. */
	get sleeping(): number {
		return this.sleepers.length;
	}

	sleep(ms: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted) {
				resolve();
				return;
			}
			const leave = () => {
				this.sleepers.splice(this.sleepers.indexOf(sleeper), 1);
				resolve();
			};
			const sleeper: Sleeper = {
				wakesAt: this.time + Math.max(0, ms),
				wake: () => {
					signal?.removeEventListener('abort', leave);
					resolve();
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.sleepers.push(sleeper);
			this.sleepers.sort((one, other) => one.wakesAt - other.wakesAt);
		});
	}

	/**
	 * Advances the time until the work is done.
	 * @throws if the work waits without a sleeper, or after `maxEvents` sleepers were woken
	 */
	async until<T>(work: Promise<T>, maxEvents = 100_000): Promise<T> {
		let isOver = false;
		const watched = work.finally(() => {
			isOver = true;
		});
		watched.catch(() => undefined);
		for (;;) {
			await untilIdle();
			if (isOver) return await watched;
			const next = this.sleepers.shift();
			if (next === undefined)
				throw new Error(`After ${this.elapsed} ms all work waits and no sleeper will wake it`);
			this.woken += 1;
			if (this.woken > maxEvents) throw new Error(`No end after ${this.elapsed} ms and ${maxEvents} events`);
			this.time = next.wakesAt;
			next.wake();
		}
	}
}

/** All pending promises settle before the event loop turns. */
const untilIdle = () => new Promise<void>((resolve) => setImmediate(resolve));
