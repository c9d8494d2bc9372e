import fc from 'fast-check';
import { RollingWindow } from '../../../dev/sandbox/windows';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a window should be, without any cleverness: every use is kept, and leaves at its second, rounded up, plus the length. */
class NaiveWindow {
	private uses: Array<{ leaves: number; count: number }> = [];
	constructor(private readonly length: number) {}

	add(count: number, now: number) {
		this.uses.push({ leaves: Math.ceil(now / SECOND) * SECOND + this.length, count });
	}

	used(now: number): number {
		return this.inside(now).reduce((sum, { count }) => sum + count, 0);
	}

	resetsAt(now: number): number | null {
		const leaves = this.inside(now)
			.filter(({ count }) => count > 0)
			.map((use) => use.leaves);
		return leaves.length > 0 ? Math.min(...leaves) : null;
	}

	unlocksAt(limit: number, now: number): number | null {
		if (limit < 1) return null;
		const times = [now, ...this.inside(now).map(({ leaves }) => leaves)].sort((a, b) => a - b);
		return times.find((time) => this.used(time) < limit) ?? null;
	}

	private inside(now: number) {
		return this.uses.filter(({ leaves }) => leaves > now);
	}
}

describe('a rolling window', () => {
	test('is unused at first', () => {
		const window = new RollingWindow(MINUTE);
		expect([window.used(0), window.resetsAt(0), window.unlocksAt(1, 0)]).toEqual([0, null, 0]);
	});

	test.each([
		{ at: 0, used: 5, resetsAt: 60_000 },
		{ at: 59_999, used: 5, resetsAt: 60_000 },
		{ at: 60_000, used: 3, resetsAt: 90_000 },
		{ at: 89_999, used: 3, resetsAt: 90_000 },
		{ at: 90_000, used: 0, resetsAt: null },
	])('at $at ms: $used used, resets at $resetsAt', ({ at, used, resetsAt }) => {
		const window = new RollingWindow(MINUTE);
		window.add(2, 0);
		if (at >= 30_000) window.add(3, 30_000);
		else window.add(3, 0);
		expect([window.used(at), window.resetsAt(at)]).toEqual([used, resetsAt]);
	});

	test('a use leaves on the whole second, never early', () => {
		const window = new RollingWindow(MINUTE);
		window.add(1, 300);
		expect([window.used(60_300), window.used(60_999), window.used(61_000)]).toEqual([1, 1, 0]);
	});

	test.each([
		{ limit: 7, unlocks: 40_000 },
		{ limit: 6, unlocks: 60_000 },
		{ limit: 4, unlocks: 70_000 },
		{ limit: 1, unlocks: 80_000 },
		{ limit: 0, unlocks: null },
	])('with 1 + 2 + 3 used, a limit of $limit lets one in at $unlocks', ({ limit, unlocks }) => {
		const window = new RollingWindow(MINUTE);
		window.add(1, 0);
		window.add(2, 10_000);
		window.add(3, 20_000);
		expect(window.unlocksAt(limit, 40_000)).toBe(unlocks);
	});

	test('agrees with a naive one, whatever is used when', () => {
		const step = fc.record({
			later: fc.integer({ min: 0, max: 3 * MINUTE }),
			count: fc.integer({ min: 0, max: 5 }),
			limit: fc.integer({ min: 0, max: 20 }),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), (steps, minutes) => {
				const window = new RollingWindow(minutes * MINUTE);
				const naive = new NaiveWindow(minutes * MINUTE);
				let now = 1_893_456_000_123;
				for (const { later, count, limit } of steps) {
					now += later;
					window.add(count, now);
					naive.add(count, now);
					expect(window.used(now)).toBe(naive.used(now));
					expect(window.resetsAt(now)).toBe(naive.resetsAt(now));
					expect(window.unlocksAt(limit, now)).toBe(naive.unlocksAt(limit, now));
				}
			}),
			{ seed: 11, numRuns: 200 },
		);
	});

	test('counts a million uses right, and forgets them as they leave', () => {
		const day = 24 * 60 * MINUTE;
		const window = new RollingWindow(day);
		const uses = 1_000_000;
		for (let use = 1; use <= uses; use++) window.add(use, use * SECOND);
		const last = uses * SECOND;
		const left = uses - day / SECOND;
		expect(window.used(last)).toBe((uses * (uses + 1)) / 2 - (left * (left + 1)) / 2);
		expect(window.used(last + day)).toBe(0);
	});
});
