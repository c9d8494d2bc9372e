import type { Clock } from '../../nodes/IdentityResolution/run/surroundings';

interface Sleeper {
	wakesAt: number;
	wake(): void;
}

/**
 * A clock whose time stands still while anything is being done and jumps to the next sleeper once everything is idle.
 * Nothing waits for real, and the same work takes the same course every time.
 */
export class VirtualClock implements Clock {
	private time: number;
	/** In the order in which they wake: by time, then by who lay down first. */
	private readonly sleepers: Sleeper[] = [];
	private woken = 0;

	constructor(readonly start = Date.UTC(2030, 0, 1)) {
		this.time = start;
	}

	now(): number {
		return this.time;
	}

	/** ms since the clock was made. */
	get elapsed(): number {
		return this.time - this.start;
	}

	/** How many are asleep. */
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
			this.lieDown(sleeper);
		});
	}

	/**
	 * Lets time pass until the work is done.
	 * @throws where everybody waits and nobody sleeps, or where too many had to be woken
	 */
	async until<T>(work: Promise<T>, mostWoken = 100_000): Promise<T> {
		let isOver = false;
		const watched = work.finally(() => {
			isOver = true;
		});
		watched.catch(() => undefined);
		for (;;) {
			await everythingIdle();
			if (isOver) return await watched;
			this.wakeNext(mostWoken);
		}
	}

	private wakeNext(mostWoken: number): void {
		const next = this.sleepers.shift();
		if (next === undefined)
			throw new Error(`After ${this.elapsed} ms everything waits and nothing will ever happen`);
		this.woken += 1;
		if (this.woken > mostWoken) throw new Error(`No end after ${this.elapsed} ms and ${mostWoken} events`);
		this.time = next.wakesAt;
		next.wake();
	}

	private lieDown(sleeper: Sleeper): void {
		let place = this.sleepers.length;
		while (place > 0 && this.sleepers[place - 1].wakesAt > sleeper.wakesAt) place -= 1;
		this.sleepers.splice(place, 0, sleeper);
	}
}

/** Everything that promises can set in motion has come to rest before the event loop turns. */
const everythingIdle = () => new Promise<void>((resolve) => setImmediate(resolve));
