import { countSent, newRateEstimate, onLateRefusal, onRefused } from '../../nodes/IdentityResolution/run/throttle';
import { BurstGuard } from '../../dev/sandbox/rules/tokenBucket';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Minimum ms between two requests: 200 per second. */
const MIN_GAP = 5;

interface RateLimit {
	perSecond: number;
	burst: number;
}

interface Result {
	/** Accepted requests as a share of the refilled ones. */
	share: number;
	/** Pauses per minute. */
	pauses: number;
}

/** A reply in flight: its arrival, the pauses before its request, and the ms to wait if it is a refusal. */
interface Reply {
	at: number;
	pauses: number;
	wait: number | null;
}

/** Sends requests to a rate limit as fast as the estimate allows, and pauses after refusals as a run does. */
class Simulation {
	private readonly bucket = new BurstGuard();
	private readonly lateness: number;
	private readonly latency: number;
	private readonly inFlight: Reply[] = [];
	private rate = newRateEstimate();
	private now = NOW;
	private sent = 0;
	private accepted = 0;
	private pauses = 0;
	/** Earliest time of the next request. */
	private nextAt = NOW;

	/** @param lateness maximum ms by which a request is sent late @param latency ms from a request to its reply */
	constructor({ lateness = 0, latency = 0 }: { lateness?: number; latency?: number } = {}) {
		this.lateness = lateness;
		this.latency = latency;
	}

	run(minutes: number, limit: RateLimit): Result {
		const { now: start, accepted, pauses } = this;
		while (this.now < start + minutes * MINUTE) {
			const late = this.lateness * ((this.sent * 0.37) % 1);
			const sendAt = Math.max(this.now, this.nextAt, this.rate.nextAt + late);
			if (this.inFlight.length > 0 && this.inFlight[0].at <= sendAt) this.receive();
			else this.send(limit, sendAt);
		}
		const refilled = ((this.now - start) * limit.perSecond) / SECOND;
		return { share: (this.accepted - accepted) / refilled, pauses: (this.pauses - pauses) / minutes };
	}

	private send(limit: RateLimit, at: number): void {
		this.now = at;
		this.nextAt = at + MIN_GAP;
		this.sent += 1;
		this.rate = countSent(this.rate, at);
		this.inFlight.push({
			at: at + this.latency,
			pauses: this.pauses,
			wait: this.bucket.refuse('any_tool', limit, at),
		});
	}

	private receive(): void {
		const [{ at, pauses, wait }] = this.inFlight.splice(0, 1);
		this.now = at;
		if (wait === null) {
			this.accepted += 1;
			return;
		}
		const isFirst = pauses === this.pauses;
		this.rate = isFirst ? onRefused(this.rate) : onLateRefusal(this.rate);
		if (isFirst) this.pauses += 1;
		this.nextAt = Math.max(this.nextAt, at + Math.ceil(wait / SECOND) * SECOND + SECOND);
	}
}

describe.each<[string, number, number[]]>([
	['at once', 0, [1, 10, 30, 100]],
	['after 200 ms', 200, [2, 50]],
])('with replies %s,', (_case, latency, rates) => {
	describe.each(rates)('a rate limit of %i per second', (rate) => {
		const limitWith = (seconds: number): RateLimit => ({ perSecond: rate, burst: Math.max(2, rate * seconds) });

		it.each([
			[0.5, 0.955],
			[1, 0.955],
			[3, 0.998],
			[10, 0.998],
		])('with %d s of burst accepts nearly all requests (%d), with a pause every 40 s', (seconds, minimum) => {
			const simulation = new Simulation({ latency });
			simulation.run(10, limitWith(seconds));
			const { share, pauses } = simulation.run(20, limitWith(seconds));
			expect(share).toBeGreaterThan(minimum);
			expect(pauses).toBeLessThanOrEqual(1.5);
		});

		it.each([
			[0.5, 0.93],
			[1, 0.94],
			[3, 1],
			[10, 1.02],
		])('with %d s of burst accepts most requests from the start (%d)', (seconds, minimum) => {
			const { share, pauses } = new Simulation({ latency }).run(5, limitWith(seconds));
			expect(share).toBeGreaterThan(minimum);
			expect(pauses).toBeLessThanOrEqual(2.5);
		});

		it('loses nothing if requests are sent up to 90 ms late', () => {
			const simulation = new Simulation({ latency, lateness: 90 });
			simulation.run(10, limitWith(1));
			expect(simulation.run(20, limitWith(1)).share).toBeGreaterThan(0.955);
		});

		it('without burst accepts most requests', () => {
			const simulation = new Simulation({ latency });
			simulation.run(10, { perSecond: rate, burst: 1 });
			expect(simulation.run(20, { perSecond: rate, burst: 1 }).share).toBeGreaterThan(0.915);
		});
	});

	it.each([
		['a lower rate', 20, 5, 0, 0.935],
		['a far lower rate', 50, 5, 0, 0.935],
		['a higher rate', 5, 20, 4, 0.955],
		['a far higher rate', 2, 50, 8, 0.915],
	])(
		'a rate limit that changes to %s (%i, then %i per second) is learned within %i min (%d)',
		(_case, before, after, minutes, minimum) => {
			const simulation = new Simulation({ latency });
			simulation.run(10, { perSecond: before, burst: before });
			simulation.run(minutes, { perSecond: after, burst: after });
			const { share } = simulation.run(2, { perSecond: after, burst: after });
			expect(share).toBeGreaterThan(minimum);
		},
	);
});
