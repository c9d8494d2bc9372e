import type { Ask } from './entry';
import { hold, type Refused } from './hold';
import { askAgain, leavePhoneOut, settleAll } from './rest';
import type { Outcome, Stop } from './outcome';
import { halt, type Running, type RunState } from './state';
import type { Refusal } from '../api/refusal';
import type { Verdict } from './verdict';

/** So many failures one after another, without an answer between them, mean that the service is down. */
const FAILURES_IN_A_ROW = 5;

/**
 * Does what was decided on the lookups that a refused request left open, and on the run.
 * @param now epoch ms
 */
export function applyVerdict(run: Running, verdict: Verdict, refused: Refused, rest: Ask, now: number): void {
	const { state, book, limits } = run;
	const { refusal } = refused;
	switch (verdict.do) {
		case 'again':
			askAgain(state, ...sentAgain(rest, verdict, now));
			return;
		case 'part':
			if (verdict.counts === 'failure') countFailure(state, refusal);
			askAgain(state, ...halvesOf({ ...rest, errors: limits.retries + 1, notBefore: now + verdict.after }));
			return;
		case 'leavePhoneOut':
			leavePhoneOut(state, book, rest, limits);
			return;
		case 'pause':
			askAgain(state, { ...rest, notBefore: 0 });
			hold(run, verdict, { tool: rest.tool, refused }, now);
			return;
		case 'fail':
			settleAll(book, rest, { is: 'failed', refusal });
			if (refusal.kind === 'invalid_input') state.failedInARow = 0;
			else countFailure(state, refusal);
			return;
		case 'closeTool':
			closeTool(run, { ...rest, reason: verdict.reason, refusal });
			return;
		case 'stop':
			if (verdict.lookups === 'failed') settleAll(book, rest, { is: 'failed', refusal });
			else askAgain(state, rest);
			halt(state, { ...verdict.stop, tool: rest.tool.name });
	}
}

function countFailure(state: RunState, refusal: Refusal): void {
	state.failedInARow += 1;
	if (state.failedInARow >= FAILURES_IN_A_ROW)
		halt(state, { reason: 'service_down', retryAt: null, refusal, tool: null });
}

/** A tool that the account may not use, or that does not exist, answers nobody: all others go on. */
function closeTool(
	{ state, book }: Running,
	{ reason, refusal, ...rest }: Ask & Pick<Stop, 'reason' | 'refusal'>,
): void {
	const stop: Stop = { reason, retryAt: null, refusal, tool: rest.tool.name };
	const outcome: Outcome = { is: 'deferred', stop };
	state.closedTool ??= stop;
	settleAll(book, rest, outcome);
	book.closeTool(rest.tool, outcome);
}

function sentAgain(rest: Ask, { as, after, counts }: Extract<Verdict, { do: 'again' }>, now: number): Ask[] {
	const again: Ask = {
		...rest,
		errors: rest.errors + (counts === 'error' ? 1 : 0),
		lost: rest.lost + (counts === 'lost' ? 1 : 0),
		notBefore: now + after,
	};
	return as === 'same' ? [again] : halvesOf(again);
}

function halvesOf(ask: Ask): Ask[] {
	const middle = Math.ceil(ask.entries.length / 2);
	return [
		{ ...ask, entries: ask.entries.slice(0, middle) },
		{ ...ask, entries: ask.entries.slice(middle) },
	];
}
