import { onLateRateLimit, onRateLimited, onWindowClosed, withPause, type Throttle } from '../throttle/throttle';
import type { Pause } from './retryPolicy';

/** Pauses all requests, and slows down later ones. `now` is epoch ms. */
export const paused = (throttle: Throttle, { until, kind }: Pause, now: number): Throttle =>
	withPause(SLOW_DOWN[kind](throttle), until, now);

const SLOW_DOWN: Readonly<Record<Pause['kind'], (throttle: Throttle) => Throttle>> = {
	rateLimit: onRateLimited,
	lateRateLimit: onLateRateLimit,
	window: onWindowClosed,
	repeat: (throttle) => throttle,
};
