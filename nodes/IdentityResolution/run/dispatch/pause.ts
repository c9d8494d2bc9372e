import type { Refusal } from '../../api/replies/refusal';
import { onLateRateLimit, onRateLimited, onWindowClosed, withPause, type Throttle } from '../throttle/throttle';
import type { Pause } from './retryPolicy';

/** A refused request: the refusal, and the throttle's generation when it was sent. */
export interface RefusedRequest {
	readonly refusal: Refusal;
	readonly generation: number;
}

/**
 * Pauses all requests, and slows down those after the pause.
 * @param refused null if a limit is known to be closed
 * @param now epoch ms
 */
export const paused = (throttle: Throttle, pause: Pause, refused: RefusedRequest | null, now: number): Throttle =>
	withPause(slowedDown(throttle, pause, refused), pause.until, now);

function slowedDown(throttle: Throttle, { kind }: Pause, refused: RefusedRequest | null): Throttle {
	switch (kind) {
		case 'rateLimit':
			return onRateLimited(throttle);
		case 'window':
			return onWindowClosed(throttle);
		case 'accountCheck':
			return throttle;
		case 'repeat': {
			const isLate = refused?.refusal.kind === 'rate_limited' && refused.generation === throttle.generation - 1;
			return isLate ? onLateRateLimit(throttle) : throttle;
		}
	}
}
