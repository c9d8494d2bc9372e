import type { Refusal, RefusalKind } from '../../api/replies/refusal';
import type { Tool } from '../../api/tool';
import { decideFailureMode, withAnswer, withFailedAttempt, type FailedAttempt } from './circuitBreaker';
import type { PendingRequest } from '../queue/entry';
import { pauseSending, type RefusedRequest } from './pause';
import type { Outcome, Stop } from '../outcome';
import { requeue, dropPhone, settleAll } from './rest';
import { failuresOf, stopRun, type RunContext, type RunState } from './state';
import type { RetryDecision } from './retryPolicy';

/**
 * Does what was decided on the lookups that a refused request left open, and on the run.
 * @param now epoch ms
 */
export function applyDecision(
	run: RunContext,
	decision: RetryDecision,
	refused: RefusedRequest,
	rest: PendingRequest,
	now: number,
): void {
	const { state, registry, limits } = run;
	const { refusal } = refused;
	switch (decision.do) {
		case 'retry':
			requeue(state, ...retriesOf(rest, decision, now));
			break;
		case 'split':
			requeue(state, ...halvesOf({ ...rest, errorCount: limits.retries + 1, notBefore: now + decision.after }));
			break;
		case 'dropPhone':
			dropPhone(state, registry, rest, limits);
			break;
		case 'pause':
			requeue(state, { ...rest, notBefore: 0 });
			pauseSending(run, decision, { tool: rest.tool, refused }, now);
			break;
		case 'fail':
			settleAll(registry, rest, { is: 'failed', refusal });
			break;
		case 'closeTool': {
			const { reason, retryAt } = decision;
			const stop: Stop = { reason, retryAt, refusal, tool: rest.tool.name };
			settleAll(registry, rest, { is: 'deferred', stop });
			if (reason === 'plan_limit') closeFamily(run, rest.tool, stop);
			else closeTool(run, rest.tool, stop);
			break;
		}
		case 'stop':
			if (decision.lookups === 'failed') settleAll(registry, rest, { is: 'failed', refusal });
			else requeue(state, rest);
			stopRun(state, { ...decision.stop, tool: rest.tool.name });
	}
	if (refusal.kind === 'invalid_input') recordAnswer(state, rest.tool);
	if (FAILURES.has(refusal.kind)) recordFailure(run, decision, refusal, rest, now);
}

/** Refusals that are failures of the service, independent of the input. */
const FAILURES: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['internal_error', 'unsent', 'lost']);

/** Resets the failures of a tool that answered, or that rejected one input. */
export function recordAnswer(state: RunState, tool: Tool): void {
	if (state.failures.has(tool.name)) state.failures.set(tool.name, withAnswer(failuresOf(state, tool)));
}

/** Records a failed attempt, and closes the tool if it is down. */
function recordFailure(
	run: RunContext,
	decision: RetryDecision,
	refusal: Refusal,
	rest: PendingRequest,
	now: number,
): void {
	const { state, random } = run;
	const { tool, attempt: kind, entries } = rest;
	const isLast = decision.do === 'fail' || (decision.do === 'split' && decision.counts === 'failure');
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
function closeTool({ state, registry }: RunContext, tool: Tool, stop: Stop): void {
	const outcome: Outcome = { is: 'deferred', stop };
	state.closedTool ??= stop;
	registry.closeTool(tool, outcome);
}

/** Closes all tools of a family, or only the tool if its family is unknown. */
function closeFamily(run: RunContext, tool: Tool, stop: Stop): void {
	if (tool.family === 'unknown') return closeTool(run, tool, stop);
	run.state.closedTool ??= stop;
	// The reason names only the tool that the service refused.
	run.registry.closeFamily(tool, { is: 'deferred', stop: { ...stop, tool: null } });
}

function retriesOf(
	rest: PendingRequest,
	{ as, after, counts }: Extract<RetryDecision, { do: 'retry' }>,
	now: number,
): PendingRequest[] {
	const again: PendingRequest = {
		...rest,
		errorCount: rest.errorCount + (counts === 'error' ? 1 : 0),
		lostCount: rest.lostCount + (counts === 'lost' ? 1 : 0),
		notBefore: now + after,
	};
	return as === 'same' ? [again] : halvesOf(again);
}

function halvesOf(request: PendingRequest): PendingRequest[] {
	const middle = Math.ceil(request.entries.length / 2);
	return [
		{ ...request, entries: request.entries.slice(0, middle) },
		{ ...request, entries: request.entries.slice(middle) },
	];
}
