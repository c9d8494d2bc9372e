import { IN_FLIGHT, REQUESTS, type Point } from './points';

/** A token bucket or a window at a point. Times are ms since the start. */
export class Limiter {
	private tokens: number;
	private at = 0;

	/** @param changesAt when the rate of a limit changes */
	constructor(
		private readonly point: Point,
		private readonly changesAt = Infinity,
	) {
		this.tokens = point.burst;
	}

	/** Returns null if a request is accepted, else the ms until one would be. */
	take(now: number): number | null {
		const opens = this.opensAt(now);
		if (opens > now) return opens - now;
		this.tokens -= 1;
		return null;
	}

	/** The earliest time at which a request is accepted. */
	opensAt(now: number): number {
		this.refill(now);
		if (this.tokens >= 1 - ROUNDING) return now;
		if (this.point.kind === 'window') return (Math.floor(now / this.windowLength) + 1) * this.windowLength;
		return now + ((1 - this.tokens) / this.rateAt(now)) * 1_000;
	}

	private refill(now: number): void {
		const { kind, burst } = this.point;
		if (kind === 'window') {
			const isNew = Math.floor(now / this.windowLength) > Math.floor(this.at / this.windowLength);
			this.tokens = isNew ? burst : this.tokens;
		} else {
			this.tokens = Math.min(burst, this.tokens + ((now - this.at) / 1_000) * this.rateAt(now));
		}
		this.at = now;
	}

	private get windowLength(): number {
		return (this.point.burst / this.point.rate) * 1_000;
	}

	private rateAt(now: number): number {
		const { rate, kind } = this.point;
		if (kind === 'two workers') return rate / 2;
		if (now < this.changesAt) return rate;
		return kind === 'slower' ? rate / 2 : rate * 2;
	}
}

const ROUNDING = 1e-9;

/** One limiter for each tool that the requests are for. */
export function limitersOf(point: Point): Limiter[] {
	const isChanging = point.kind === 'slower' || point.kind === 'faster';
	const changesAt = isChanging ? perfectTime({ ...point, kind: 'bucket' }) / 2 : Infinity;
	return Array.from({ length: point.kind === 'two tools' ? 2 : 1 }, () => new Limiter(point, changesAt));
}

/** Returns the ms that all requests take if the limits are known, the first one alone, and at most 20 in flight. */
export function perfectTime(point: Point): number {
	const limiters = limitersOf(point);
	const { latency } = point;
	limiters[0].take(0);
	const replies: number[] = [];
	let now = latency;
	for (let nth = 1; nth < REQUESTS; nth += 1) {
		if (replies.length === IN_FLIGHT) now = Math.max(now, replies.shift() ?? 0);
		const opening = limiters.map((limiter) => limiter.opensAt(now));
		now = Math.min(...opening);
		limiters[opening.indexOf(now)].take(now + ROUNDING);
		replies.push(now + latency);
	}
	return now + latency;
}

/** The Retry-After of a refusal, in seconds; null without one. */
export function retryAfterOf({ retryAfter }: Point, wait: number): number | null {
	if (retryAfter === 'missing') return null;
	return retryAfter === 'exact' ? wait / 1_000 : Math.ceil(wait / 1_000);
}
