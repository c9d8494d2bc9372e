import type { Refusal, RefusalKind } from '../api/refusal';
import type { Tool } from '../api/tool';
import { decideFailureMode, withAnswer, withFailedAttempt, type FailedAttempt } from './circuitBreaker';
import type { Ask } from './entry';
import { hold, type Refused } from './hold';
import type { Outcome, Stop } from './outcome';
import { askAgain, leavePhoneOut, settleAll } from './rest';
import { failuresOf, halt, type Running, type RunState } from './state';
import type { Verdict } from './verdict';

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
			break;
		case 'part':
			askAgain(state, ...halvesOf({ ...rest, errors: limits.retries + 1, notBefore: now + verdict.after }));
			break;
		case 'leavePhoneOut':
			leavePhoneOut(state, book, rest, limits);
			break;
		case 'pause':
			askAgain(state, { ...rest, notBefore: 0 });
			hold(run, verdict, { tool: rest.tool, refused }, now);
			break;
		case 'fail':
			settleAll(book, rest, { is: 'failed', refusal });
			break;
		case 'closeTool': {
			const { reason, retryAt } = verdict;
			const stop: Stop = { reason, retryAt, refusal, tool: rest.tool.name };
			settleAll(book, rest, { is: 'deferred', stop });
			if (reason === 'plan_limit') closeFamily(run, rest.tool, stop);
			else closeTool(run, rest.tool, stop);
			break;
		}
		case 'stop':
			if (verdict.lookups === 'failed') settleAll(book, rest, { is: 'failed', refusal });
			else askAgain(state, rest);
			halt(state, { ...verdict.stop, tool: rest.tool.name });
	}
	if (refusal.kind === 'invalid_input') recordAnswer(state, rest.tool);
	if (FAILURES.has(refusal.kind)) recordFailure(run, verdict, refusal, rest, now);
}

/** Refusals that are failures of the service, independent of the input. */
const FAILURES: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['internal_error', 'unsent', 'lost']);

/** Resets the failures of a tool that answered, or that rejected one input. */
export function recordAnswer(state: RunState, tool: Tool): void {
	if (state.failures.has(tool.name)) state.failures.set(tool.name, withAnswer(failuresOf(state, tool)));
}

/** Records a failed attempt, and closes the tool if it is down. */
function recordFailure(run: Running, verdict: Verdict, refusal: Refusal, rest: Ask, now: number): void {
	const { state, random } = run;
	const { tool, attempt: kind, entries } = rest;
	const isLast = verdict.do === 'fail' || (verdict.do === 'part' && verdict.counts === 'failure');
	const failed: FailedAttempt = {
		kind,
		weight: refusal.kind === 'lost' ? entries.length : 1,
		decision: isLast ? 'fail' : 'retry',
		retryAfter: refusal.retryAfter,
	};
	const failures = withFailedAttempt(failuresOf(state, tool), failed, now, random);
	state.failures.set(tool.name, failures);
	if (decideFailureMode(failures) === 'down')
		closeTool(run, tool, { reason: 'service_down', retryAt: null, refusal, tool: tool.name });
}

/** Defers all queued lookups of a tool. Other tools continue; the dispatcher settles pending retries of this one. */
function closeTool({ state, book }: Running, tool: Tool, stop: Stop): void {
	const outcome: Outcome = { is: 'deferred', stop };
	state.closedTool ??= stop;
	book.closeTool(tool, outcome);
}

/** Closes all tools of a family, or only the tool if its family is unknown. */
function closeFamily(run: Running, tool: Tool, stop: Stop): void {
	if (tool.family === 'unknown') return closeTool(run, tool, stop);
	run.state.closedTool ??= stop;
	// The reason names only the tool that the service refused.
	run.book.closeFamily(tool, { is: 'deferred', stop: { ...stop, tool: null } });
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
