import type { Refusal } from '../api/refusal';
import type { Tool } from '../api/tool';
import { paused, slowedDown, slowedMore, turnedAway, type Pace } from './pace';
import { halt, type Running } from './state';
import type { Pause } from './verdict';

/** What makes a run pause. */
export interface Cause {
	tool: Tool;
	/** Null where nothing was refused, and the tool's windows are known to be closed. */
	refused: Refused | null;
}

/** A request that was refused: why, and the pace's episode in which it was sent. */
export interface Refused {
	refusal: Refusal;
	episode: number;
}

/**
 * Holds all senders until a limit is open again, and slows down those who go on.
 * @param now epoch ms
 */
export function hold(
	{ state, budget }: Running,
	{ until, episode }: Pause,
	{ tool, refused }: Cause,
	now: number,
): void {
	if (episode === 'burst') state.pace = slowedDown(state.pace);
	if (episode === 'known' && isLatecomer(refused, state.pace)) state.pace = slowedMore(state.pace);
	if (episode === 'window') {
		state.pace = turnedAway(state.pace);
		budget.forget(tool);
	}
	state.pace = paused(state.pace, until, now);
	if (state.pace.pausedUntil < state.deadline) return;
	halt(state, {
		reason: 'run_time',
		retryAt: state.pace.pausedUntil,
		refusal: refused && refused.refusal,
		tool: null,
	});
}

const isLatecomer = (refused: Refused | null, { episode }: Pace) =>
	refused?.refusal.kind === 'rate_limited' && refused.episode === episode - 1;
