import {
	countSent,
	newRateEstimate,
	onRefused,
	onLateRefusal,
} from '../../../nodes/IdentityResolution/run/throttle/rateEstimate';
import { BurstGuard } from '../../../dev/sandbox/rules/tokenBucket';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** ms from one request to the next at least: 200 a second. */
const FASTEST = 5;

interface Guard {
	perSecond: number;
	burst: number;
}

interface Played {
	/** Share of what the guard gained that got through. */
	share: number;
	/** Pauses per minute. */
	pauses: number;
}

/** A reply that is under way: when it arrives, after how many pauses its request was sent, and the ms to wait if it was refused. */
interface Reply {
	at: number;
	pauses: number;
	wait: number | null;
}

/** Sends to a burst guard as fast as the rate lets it, and pauses after refusals as a run does. */
class Game {
	private readonly guard = new BurstGuard();
	private readonly lateness: number;
	private readonly latency: number;
	private readonly underWay: Reply[] = [];
	private rate = newRateEstimate();
	private now = NOW;
	private sent = 0;
	private passed = 0;
	private pauses = 0;
	/** Nothing is sent before. */
	private nextAt = NOW;

	/** @param lateness the most ms that a request is sent late @param latency ms from a request to its reply */
	constructor({ lateness = 0, latency = 0 }: { lateness?: number; latency?: number } = {}) {
		this.lateness = lateness;
		this.latency = latency;
	}

	play(minutes: number, guard: Guard): Played {
		const { now: begin, passed, pauses } = this;
		while (this.now < begin + minutes * MINUTE) {
			const late = this.lateness * ((this.sent * 0.37) % 1);
			const sendAt = Math.max(this.now, this.nextAt, this.rate.nextAt + late);
			if (this.underWay.length > 0 && this.underWay[0].at <= sendAt) this.receive();
			else this.send(guard, sendAt);
		}
		const gained = ((this.now - begin) * guard.perSecond) / SECOND;
		return { share: (this.passed - passed) / gained, pauses: (this.pauses - pauses) / minutes };
	}

	private send(guard: Guard, at: number): void {
		this.now = at;
		this.nextAt = at + FASTEST;
		this.sent += 1;
		this.rate = countSent(this.rate, at);
		this.underWay.push({
			at: at + this.latency,
			pauses: this.pauses,
			wait: this.guard.refuse('any_tool', guard, at),
		});
	}

	private receive(): void {
		const [{ at, pauses, wait }] = this.underWay.splice(0, 1);
		this.now = at;
		if (wait === null) {
			this.passed += 1;
			return;
		}
		const isFirst = pauses === this.pauses;
		this.rate = isFirst ? onRefused(this.rate) : onLateRefusal(this.rate);
		if (isFirst) this.pauses += 1;
		this.nextAt = Math.max(this.nextAt, at + Math.ceil(wait / SECOND) * SECOND + SECOND);
	}
}

describe.each<[string, number, number[]]>([
	['at once', 0, [1, 2, 5, 10, 20, 30, 50, 100]],
	['after 200 ms', 200, [2, 10, 50]],
])('where replies come %s,', (_says, latency, rates) => {
	describe.each(rates)('a guard that lets %i a second through', (gain) => {
		const saving = (seconds: number): Guard => ({ perSecond: gain, burst: Math.max(2, gain * seconds) });

		it.each([
			[0.5, 0.955],
			[1, 0.955],
			[3, 0.998],
			[10, 0.998],
		])('and saves up %d s of it lets nearly all through (%d), with a pause every 40 s', (seconds, least) => {
			const game = new Game({ latency });
			game.play(10, saving(seconds));
			const { share, pauses } = game.play(20, saving(seconds));
			expect(share).toBeGreaterThan(least);
			expect(pauses).toBeLessThanOrEqual(1.5);
		});

		it.each([
			[0.5, 0.93],
			[1, 0.94],
			[3, 1],
			[10, 1.02],
		])('and saves up %d s of it lets most through from the start, savings included (%d)', (seconds, least) => {
			const { share, pauses } = new Game({ latency }).play(5, saving(seconds));
			expect(share).toBeGreaterThan(least);
			expect(pauses).toBeLessThanOrEqual(2.5);
		});

		it('loses nothing where senders come up to 90 ms late', () => {
			const game = new Game({ latency, lateness: 90 });
			game.play(10, saving(1));
			expect(game.play(20, saving(1)).share).toBeGreaterThan(0.955);
		});

		it('and saves up nothing lets most of it through', () => {
			const game = new Game({ latency });
			game.play(10, { perSecond: gain, burst: 1 });
			expect(game.play(20, { perSecond: gain, burst: 1 }).share).toBeGreaterThan(0.915);
		});
	});

	it.each([
		['fewer', 20, 5, 0, 0.935],
		['far fewer', 50, 5, 0, 0.935],
		['more', 5, 20, 4, 0.955],
		['far more', 2, 50, 8, 0.915],
	])(
		'a guard that comes to let %s through (%i, then %i a second) is found again: after %i min (%d)',
		(_what, before, after, minutes, least) => {
			const game = new Game({ latency });
			game.play(10, { perSecond: before, burst: before });
			game.play(minutes, { perSecond: after, burst: after });
			const { share } = game.play(2, { perSecond: after, burst: after });
			expect(share).toBeGreaterThan(least);
		},
	);
});
