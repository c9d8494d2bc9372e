import type { SandboxSettings } from './settings';

/** Sums of fractions fall short of a whole token by less than this. */
const ROUNDING = 1e-9;

interface Bucket {
	tokens: number;
	/** Epoch ms of the last refill. */
	at: number;
}

/** The burst guard: one token bucket per tool (contract: Errors, `rate_limited`; its thresholds are not shown). */
export class BurstGuard {
	private readonly buckets = new Map<string, Bucket>();

	/** Lets a request through (null), or tells the ms until the next one may come. Time is epoch ms. */
	refuse(tool: string, guard: NonNullable<SandboxSettings['burst']>, now: number): number | null {
		const bucket = this.buckets.get(tool) ?? { tokens: guard.burst, at: now };
		const gained = (Math.max(0, now - bucket.at) / 1000) * guard.perSecond;
		bucket.tokens = Math.min(guard.burst, bucket.tokens + gained);
		bucket.at = Math.max(bucket.at, now);
		this.buckets.set(tool, bucket);
		if (bucket.tokens < 1 - ROUNDING) return ((1 - bucket.tokens) / guard.perSecond) * 1000;
		bucket.tokens = Math.max(0, bucket.tokens - 1);
		return null;
	}
}
