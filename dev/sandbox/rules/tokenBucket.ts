import type { SandboxSettings } from '../settings';

/** Sums of fractions miss a whole token by less than this. */
const ROUNDING = 1e-9;

interface Bucket {
	tokens: number;
	at: number;
}

/** The burst guard: one token bucket per tool. The contract does not show its thresholds (contract: Errors). */
export class BurstGuard {
	private readonly buckets = new Map<string, Bucket>();

	/** Null if the request is let through, else the ms until the next one will be. `now` is epoch ms. */
	refuse(tool: string, guard: NonNullable<SandboxSettings['burst']>, now: number): number | null {
		const bucket = this.buckets.get(tool) ?? { tokens: guard.burst, at: now };
		const refill = (Math.max(0, now - bucket.at) / 1000) * guard.perSecond;
		bucket.tokens = Math.min(guard.burst, bucket.tokens + refill);
		bucket.at = Math.max(bucket.at, now);
		this.buckets.set(tool, bucket);
		if (bucket.tokens < 1 - ROUNDING) return ((1 - bucket.tokens) / guard.perSecond) * 1000;
		bucket.tokens = Math.max(0, bucket.tokens - 1);
		return null;
	}
}
