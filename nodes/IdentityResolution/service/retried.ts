import type { Tool } from '../api/tool';
import type { Environment, Limits } from './environment';
import { stopFor, type Stop } from './outcome';
import type { CircuitBreaker } from './circuitBreaker';
import { decideFailure, type FailureDecision } from './failurePolicy';
import { retryTime } from './limited';
import type { Log } from './log';
import { UNMATCHED } from './once';
import type { Pacer } from './paced';
import { failedAttempts, type Entry, type Remedy, type Request, type Unanswered } from './request';

/** What retries need besides the requests. */
export interface Retrying {
	breaker: CircuitBreaker;
	pacer: Pacer;
	limits: Pick<Limits, 'maxWait'>;
	env: Pick<Environment, 'clock' | 'random'>;
	/** Defers some lookups of a tool, and all others from now on. */
	defer(tool: Tool, stop: Stop, entries: readonly Entry[]): void;
	log: Log;
}

/**
 * Sends again what the service failed to answer, and closes a tool that fails again and again
 * (contract: Errors).
 */
export const afterFailure =
	(retrying: Retrying): Remedy =>
	(one, ask) => {
		const decision = decide(one, retrying);
		if (decision.do === 'retry') logRetry(one, decision.parts, retrying);
		if (decision.do === 'close_tool') closeFor(one, decision.retryAfter, retrying);
		const isLast = decision.do === 'give_up' || (decision.do === 'retry' && decision.isLast);
		if (one.refusal !== UNMATCHED) noteFailure(one, isLast ? 'given_up' : 'retried', retrying);
		if (decision.do === 'retry') return Promise.all(decision.parts.map(ask));
		return decision.do === 'give_up' ? null : Promise.resolve();
	};

function decide({ request, refusal }: Unanswered, retrying: Retrying): FailureDecision {
	const { breaker, pacer, limits, env } = retrying;
	const now = env.clock.now();
	return decideFailure(refusal, request, {
		limits,
		now,
		deadline: pacer.deadline,
		isBrownOut: breaker.isBrownOut(request.tool, now),
		random: env.random,
	});
}

function logRetry(
	{ request, refusal }: Unanswered,
	parts: readonly Request[],
	{ env, log }: Retrying,
): void {
	const isSplit = parts.length > 1;
	const wait = (parts.at(0)?.notBefore ?? 0) - env.clock.now();
	const attempt = failedAttempts(request) + 1;
	log(isSplit ? 'split' : 'retry', request.tool.name, refusal.reason, wait, attempt);
}

/** Closes a tool that asks for a wait that is too long for this run. */
function closeFor(
	{ request: { tool, entries }, refusal }: Unanswered,
	retryAfter: number,
	{ env, defer }: Retrying,
): void {
	const retryAt = retryTime(retryAfter, env.clock.now());
	defer(tool, { reason: 'service_down', retryAt, refusal, tool: tool.name }, entries);
}

/** Counts a failure of a tool, which may close it. @param lookups whether they are sent again */
export function noteFailure(
	{ request, refusal }: Unanswered,
	lookups: 'retried' | 'given_up',
	{ breaker, env, defer, log }: Retrying,
): void {
	const { tool } = request;
	const mode = breaker.onFailure(request, refusal, lookups, env.clock.now());
	if (mode === 'probing') log('slowDown', tool.name, refusal.reason);
	if (mode === 'down') defer(tool, stopFor('service_down', { refusal, tool: tool.name }), []);
}
