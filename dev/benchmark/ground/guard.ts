import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from './session';

/** The burst guard: a token bucket for each tool. */
export const GUARD = { perSecond: 30, burst: 30 };

/** Puts the guard up, or waits until it is full again. */
export async function withFullGuard({ sandbox }: Session): Promise<void> {
	sandbox.configure({ burst: GUARD });
	await sleep((GUARD.burst / GUARD.perSecond) * 1_000 + 100);
}

/** The least ms in which the guard lets so many requests through, the last one answered. */
export const leastUnderGuard = (requests: number, latency: number): number =>
	(Math.max(0, requests - GUARD.burst) / GUARD.perSecond) * 1_000 + latency;
