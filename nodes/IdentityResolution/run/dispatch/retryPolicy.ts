import type { Refusal } from '../../api/replies/refusal';
import type { Phone } from '../../api/request';
import { burstWait, errorBackoff, retryTime, windowWait } from './backoff';
import type { ClosedWindow } from '../budget/fairUse';
import type { Limits } from '../limits';
import type { Reason, Stop } from '../outcome';
import { totalWait, type Throttle } from '../throttle/throttle';

/** What a refused request had behind it. */
export interface Attempt {
	/** Lookups that it left open. */
	size: number;
	/** Whether it asks for a phone, where that does not stand in a body of the user's own. */
	phone: Phone | 'in_body';
	/** Failures so far that are known not to be charged. */
	errorCount: number;
	/** Answers lost so far, each of which may have been charged. */
	lostCount: number;
	/** The throttle's generation when it was sent. */
	generation: number;
}

/** How the run stands when something is decided. */
export interface PolicyInput {
	throttle: Throttle;
	limits: Limits;
	/** Epoch ms. */
	now: number;
	/** Epoch ms at which the run ends; Infinity for no bound. */
	deadline: number;
	random(): number;
}

/** What to do with the lookups that a refused request left open, and with the run. Delays are ms, times epoch ms. */
export type RetryDecision =
	| { do: 'retry'; after: number; as: 'same' | 'halves' | 'singles'; counts: 'error' | 'lost' | 'nothing' }
	| Split
	| { do: 'dropPhone' }
	| Pause
	| { do: 'fail' }
	| {
			do: 'closeTool';
			reason: 'plan_restricted' | 'plan_limit' | 'unknown_tool' | 'service_down';
			retryAt: number | null;
	  }
	| StopRun;

/**
 * Asks the halves of a batch that failed for good, each once: one lookup may be the cause, and not cost the others
 * their answer. That the whole batch failed does not tell yet that the service is down; that a part of it fails too
 * does.
 */
export interface Split {
	do: 'split';
	after: number;
	counts: 'failure' | 'nothing';
}

export interface StopRun {
	do: 'stop';
	lookups: 'deferred' | 'failed';
	stop: Omit<Stop, 'tool'>;
}

/**
 * `repeat`: another refusal by a limit that the run already waits for. `accountCheck`: a refusal by the account's own
 * limit, which does not slow down lookups.
 */
export interface Pause {
	do: 'pause';
	until: number;
	kind: 'rateLimit' | 'window' | 'repeat' | 'accountCheck';
}

const MAX_REFUSALS = 8;

/** The refusal table (README, When something goes wrong; contract: Errors) as a pure function. */
export function decideRetry(refusal: Refusal, attempt: Attempt, input: PolicyInput): RetryDecision {
	switch (refusal.kind) {
		case 'invalid_input':
			return attempt.size > 1 ? { do: 'retry', after: 0, as: 'halves', counts: 'nothing' } : { do: 'fail' };
		case 'plan_restricted':
		case 'plan_limit':
		case 'unknown_tool':
			return { do: 'closeTool', reason: refusal.kind, retryAt: null };
		case 'unauthorized':
		case 'forbidden':
		case 'account_inactive':
		case 'insufficient_tokens':
			return stopFor(refusal.kind, refusal, null);
		case 'insufficient_phone_tokens':
			if (attempt.phone === 'with') return { do: 'dropPhone' };
			// Only a request that asks for a phone can be refused for want of phone tokens; another one would ask for
			// ever.
			return stopFor(attempt.phone === 'in_body' ? refusal.kind : 'insufficient_tokens', refusal, null);
		case 'rate_limited':
		case 'fair_use_records':
		case 'fair_use_requests':
			return decideLimit(refusal.kind, refusal, attempt, input);
		case 'internal_error':
		case 'unsent':
		case 'lost':
			return decideFailure(refusal.kind, refusal, attempt, input);
		case 'redirected':
			return { do: 'stop', lookups: 'failed', stop: { reason: 'wrong_address', retryAt: null, refusal } };
	}
}

/** An answer to a batch that does not mention one of its lookups. */
export const UNMATCHED: Refusal = {
	kind: 'lost',
	httpStatus: 200,
	code: null,
	message: "the answer to its batch can't be matched",
	retryAfter: null,
};

/**
 * Decides about lookups that the answer to their batch does not mention. They may have been charged, so that they are
 * retried only once, and alone.
 */
export const decideUnmatched = ({ lostCount }: Pick<Attempt, 'lostCount'>, { onLostAnswer }: Limits): RetryDecision =>
	lostCount > 0 || onLostAnswer === 'fail'
		? { do: 'fail' }
		: { do: 'retry', after: 0, as: 'singles', counts: 'lost' };

/** Retries, splits or fails. A tool whose Retry-After is too long for this run is closed. */
function decideFailure(
	kind: 'internal_error' | 'unsent' | 'lost',
	{ retryAfter }: Refusal,
	{ size, errorCount, lostCount }: Attempt,
	{ limits, now, deadline, random }: PolicyInput,
): RetryDecision {
	if (retryAfter !== null && (retryAfter > limits.maxWait || now + retryAfter >= deadline))
		return { do: 'closeTool', reason: 'service_down', retryAt: retryTime(retryAfter, now) };
	const backoff = (failures: number) => Math.max(errorBackoff(failures, random), retryAfter ?? 0);
	if (kind === 'lost') {
		if (lostCount > 0 || limits.onLostAnswer === 'fail') return { do: 'fail' };
		return { do: 'retry', after: backoff(0), as: 'same', counts: 'lost' };
	}
	if (errorCount < limits.retries) return { do: 'retry', after: backoff(errorCount), as: 'same', counts: 'error' };
	if (size === 1 || kind === 'unsent') return { do: 'fail' };
	return { do: 'split', after: backoff(0), counts: errorCount > limits.retries ? 'failure' : 'nothing' };
}

/** What a window means that is known to be closed, so that nothing need be sent to be refused by it. */
export function decideClosedWindow({ reason, opensAt }: ClosedWindow, input: PolicyInput): Pause | StopRun {
	const { throttle, now, random } = input;
	const wait = opensAt === null ? null : Math.max(0, opensAt - now);
	const stop = stopFor(reason, null, retryTime(wait, now));
	// The reserve is the user's own bound, and without a time there is nothing to wait for.
	if (reason === 'reserve' || wait === null) return stop;
	const until = now + windowWait(wait, random);
	return isPatient(until, throttle.refusals + 1, input) ? { do: 'pause', until, kind: 'window' } : stop;
}

function decideLimit(
	reason: 'rate_limited' | 'fair_use_records' | 'fair_use_requests',
	refusal: Refusal,
	attempt: Attempt,
	input: PolicyInput,
): RetryDecision {
	const { throttle, now, random } = input;
	const { retryAfter } = refusal;
	// That a window is closed is news after the burst guard refused, too.
	const news =
		attempt.generation === throttle.generation || (reason !== 'rate_limited' && throttle.limit === 'rateLimit');
	if (!news && retryAfter === null) return { do: 'pause', until: throttle.pausedUntil, kind: 'repeat' };
	// A request of an older generation is one of those that started the current one.
	const before = news ? throttle.refusals : Math.max(0, throttle.refusals - 1);
	// Only the burst guard says no time: a Fair Use code without one is a condition of the plan.
	const wait =
		reason === 'rate_limited' || retryAfter === null
			? burstWait(retryAfter, before, random)
			: windowWait(retryAfter, random);
	const until = now + wait;
	if (!isPatient(until, before + 1, input)) return stopFor(reason, refusal, retryTime(retryAfter, now));
	if (!news) return { do: 'pause', until, kind: 'repeat' };
	return { do: 'pause', until, kind: reason === 'rate_limited' ? 'rateLimit' : 'window' };
}

const isPatient = (until: number, refusals: number, { throttle, limits, now }: PolicyInput) =>
	limits.onLimit === 'wait' && refusals <= MAX_REFUSALS && totalWait(throttle, until, now) <= limits.maxWait;

const stopFor = (reason: Reason, refusal: Refusal | null, retryAt: number | null): StopRun => ({
	do: 'stop',
	lookups: 'deferred',
	stop: { reason, retryAt, refusal },
});
