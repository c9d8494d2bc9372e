import type { Refusal } from '../../api/replies/refusal';
import type { Tool } from '../../api/tool';
import { withPause, onRateLimited, onLateRateLimit, onWindowClosed, type Throttle } from '../throttle/throttle';
import { stopRun, type RunContext } from './state';
import type { Pause } from './retryPolicy';

/** What makes a run pause. */
export interface PauseCause {
	tool: Tool;
	/** Null where nothing was refused, and the tool's windows are known to be closed. */
	refused: RefusedRequest | null;
}

/** A refused request: the refusal, and the throttle's generation when it was sent. */
export interface RefusedRequest {
	refusal: Refusal;
	generation: number;
}

/**
 * Holds all senders until a limit is open again, and slows down those who go on.
 * @param now epoch ms
 */
export function pauseSending(
	{ state, budget }: RunContext,
	{ until, kind: generation }: Pause,
	{ tool, refused }: PauseCause,
	now: number,
): void {
	if (generation === 'rateLimit') state.throttle = onRateLimited(state.throttle);
	if (generation === 'repeat' && isLate(refused, state.throttle)) state.throttle = onLateRateLimit(state.throttle);
	if (generation === 'window') {
		state.throttle = onWindowClosed(state.throttle);
		budget.invalidateWindows(tool);
	}
	state.throttle = withPause(state.throttle, until, now);
	if (state.throttle.pausedUntil < state.deadline) return;
	stopRun(state, {
		reason: 'run_time',
		retryAt: state.throttle.pausedUntil,
		refusal: refused && refused.refusal,
		tool: null,
	});
}

const isLate = (refused: RefusedRequest | null, { generation }: Throttle) =>
	refused?.refusal.kind === 'rate_limited' && refused.generation === generation - 1;
