export const HOUR = 3_600_000;
export const FIVE_HOURS = 5 * HOUR;
export const ONE_WEEK = 168 * HOUR;

const TICK = 1000;

/**
 * A rolling window: each use leaves it `length` ms after it was made (contract: Limits).
 * Uses are stored by the second, rounded up, so that none leaves early and memory is bounded by the window's seconds.
 * Times are epoch ms, must not go backwards, and come from the caller. Every method is O(1), amortised.
 */
export class RollingWindow {
	private leaving: number[] = [];
	private counts: number[] = [];
	private head = 0;
	private total = 0;

	constructor(private readonly length: number) {}

	add(count: number, now: number): void {
		if (count === 0) return;
		this.roll(now);
		const leaves = Math.ceil(now / TICK) * TICK + this.length;
		const last = this.leaving.length - 1;
		if (last >= this.head && this.leaving[last] >= leaves) this.counts[last] += count;
		else {
			this.leaving.push(leaves);
			this.counts.push(count);
		}
		this.total += count;
	}

	used(now: number): number {
		this.roll(now);
		return this.total;
	}

	/** When the oldest use leaves the window; null if the window is unused. */
	resetsAt(now: number): number | null {
		this.roll(now);
		return this.total === 0 ? null : this.leaving[this.head];
	}

	/** When at least one place is free under the limit: `now` if one is, null if none ever will be. */
	unlocksAt(limit: number, now: number): number | null {
		this.roll(now);
		if (limit < 1) return null;
		let used = this.total;
		for (let index = this.head; used >= limit; index++) {
			used -= this.counts[index];
			if (used < limit) return this.leaving[index];
		}
		return now;
	}

	private roll(now: number): void {
		while (this.head < this.leaving.length && this.leaving[this.head] <= now) {
			this.total -= this.counts[this.head];
			this.head++;
		}
		if (this.head > 1024 && this.head * 2 > this.leaving.length) {
			this.leaving = this.leaving.slice(this.head);
			this.counts = this.counts.slice(this.head);
			this.head = 0;
		}
	}
}
