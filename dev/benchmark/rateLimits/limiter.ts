import { IN_FLIGHT, type Limit, type RetryAfter, type World } from './worlds';

/** One limit of a service. Times are ms since the start. */
export class Limiter {
	private left: number;
	private at = 0;

	constructor(
		private readonly limit: Limit,
		private readonly draw: () => number,
	) {
		this.left = limit.atOnce;
	}

	/** Returns null if a request is accepted, else the ms until one would be. */
	take(now: number): number | null {
		const { kind, share } = this.limit;
		if (kind === 'none') return null;
		if (kind === 'random') return this.draw() < share ? 1_000 : null;
		this.refill(now);
		if (this.left >= 1 - ROUNDING) {
			this.left -= 1;
			return null;
		}
		return kind === 'window' ? this.nextWindow(now) - now : ((1 - this.left) / this.limit.perSecond) * 1_000;
	}

	private refill(now: number): void {
		const { kind, atOnce, perSecond } = this.limit;
		if (kind === 'bucket') this.left = Math.min(atOnce, this.left + ((now - this.at) / 1_000) * perSecond);
		else if (now >= this.nextWindow(this.at)) this.left = atOnce;
		this.at = now;
	}

	private nextWindow(now: number): number {
		const length = lengthOf(this.limit);
		return (Math.floor(now / length) + 1) * length;
	}
}

const ROUNDING = 1e-9;

const lengthOf = ({ atOnce, perSecond }: Limit): number => (atOnce / perSecond) * 1_000;

/** The ms that the last answer takes to arrive if the limit is known to all clients, and used by all. */
export function perfectTime({ limit, requests, latency, clients }: World): number {
	const perTool = Math.max(0, requests / limit.tools - limit.atOnce);
	const last = limit.kind === 'window' ? Math.ceil(perTool / limit.atOnce) * lengthOf(limit) : 0;
	const limited = limit.kind === 'bucket' ? (perTool / limit.perSecond) * 1_000 : last;
	const inTurn = (requests / (IN_FLIGHT * clients)) * latency;
	return Math.max(limited + latency, inTurn);
}

/** The Retry-After of a refusal, in seconds or epoch seconds; null without one. @param now epoch ms */
export function retryAfterOf(retryAfter: RetryAfter, wait: number, now: number): number | null {
	if (retryAfter === 'missing') return null;
	if (retryAfter === 'exact') return wait / 1_000;
	if (retryAfter === 'epoch') return Math.ceil((now + wait) / 1_000);
	return retryAfter === 'rounded up' ? Math.ceil(wait / 1_000) : Math.floor(wait / 1_000);
}
