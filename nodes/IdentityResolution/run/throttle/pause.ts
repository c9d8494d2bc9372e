import { onLateRateLimit, onRateLimited, onWindowClosed, withPause, type Throttle } from './throttle';

/**
 * No requests until a time (epoch ms). `kind` defines how they slow down afterwards. `lateRateLimit`: another refusal
 * by the last rate limit. `repeat`: no slowdown, because the run already waits for the limit, or because only account
 * checks were refused.
 */
export interface Pause {
	until: number;
	kind: 'rateLimit' | 'lateRateLimit' | 'window' | 'repeat';
}

/** Pauses all requests, and slows down later ones. `now` is epoch ms. */
export const paused = (throttle: Throttle, { until, kind }: Pause, now: number): Throttle =>
	withPause(SLOW_DOWN[kind](throttle), until, now);

const SLOW_DOWN: Readonly<Record<Pause['kind'], (throttle: Throttle) => Throttle>> = {
	rateLimit: onRateLimited,
	lateRateLimit: onLateRateLimit,
	window: onWindowClosed,
	repeat: (throttle) => throttle,
};
