import { ruleOf, type Reason } from '../../api/replies/refusals';
import { LONGEST_WAIT, type Refusal } from '../../api/replies/envelope';
import type { Limits } from '../environment';
import type { Stop } from '../outcome';
import { leastWait, addedWait, refusedFor, type PassingLimit, type Throttle } from '../throttle';
import { halvesInTurn, halvesOf, singlesOf, type PendingRequest } from '../queue/queue';

/** All times are ms. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 8_000;
const JITTER = 0.25;
/** Added to a retry time, because the service rounds to whole seconds. */
const MARGIN = 1_000;

/**
 * Returns the ms before the retry of a failed request: exponential backoff, minus up to 25 %
 * jitter.
 */
export const errorBackoff = (failures: number, random: () => number) =>
	Math.min(FIRST_BACKOFF * 2 ** failures, MAX_BACKOFF) * (1 - JITTER * random());

/**
 * Returns the earliest time for a new run of deferred rows, epoch ms; null if the service reported
 * none.
 */
export const retryTime = (retryAfter: number | null, now: number) =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

export interface PolicyInput {
	/**
	 * What to use if the service does not know the name that was sent: the next name, the current
	 * one, or none.
	 */
	otherName: string | null;
	/** With this refusal. */
	throttle: Throttle;
	limits: Limits;
	/** Epoch ms. */
	now: number;
	/** Epoch ms after which no request is sent; Infinity for no bound. */
	deadline: number;
	/** Whether the tool answers some requests, and others only after a failure. */
	isBrownOut: boolean;
	random(): number;
}

/** How the open lookups of a refused request and the run proceed. Times are epoch ms. */
export type RetryDecision =
	/** Sends the lookups again: together, or in parts. */
	| { do: 'retry' | 'split'; requests: PendingRequest[] }
	| { do: 'closePhones' }
	/** Retries the lookups under another name of the tool. */
	| { do: 'rename'; name: string }
	/** Sends the lookups again afterwards, and counts no error. A window pauses the run. */
	| { do: 'wait'; for: PassingLimit; until: number }
	| { do: 'fail' }
	| {
			do: 'closeTool';
			/** A limit of the plan applies to the tool's family. */
			scope: 'tool' | 'family';
			reason: Reason;
			retryAt: number | null;
	  }
	| { do: 'stop'; lookups: 'deferred' | 'failed'; stop: Omit<Stop, 'tool'> };

/** How often a lookup is sent again after an error that is known not to be charged. */
export const MAX_RETRIES = 3;
/** ms after its first failure in which a lookup is retried in a brown-out, however often. */
const BROWN_OUT_TIME = 60_000;

/**
 * Decides what becomes of the open lookups of a refused request, and of the run (`REFUSALS`;
 * contract: Errors).
 */
export function decideRetry(
	refusal: Refusal,
	request: PendingRequest,
	input: PolicyInput,
): RetryDecision {
	const { reason } = refusal;
	const { tries, ends } = ruleOf(reason);
	if (tries === 'halves') {
		const isBatch = request.entries.length > 1;
		return isBatch
			? { do: 'split', requests: halvesInTurn({ ...request, notBefore: input.now }) }
			: { do: 'fail' };
	}
	if (tries === 'retry') return decideFailure(refusal, request, input);
	if (tries === 'wait') return decideLimit(refusal, input);
	if (tries === 'withoutPhone' && request.phone === 'with') return { do: 'closePhones' };
	if (tries === 'otherName' && input.otherName !== null)
		return { do: 'rename', name: input.otherName };
	if (ends === 'lookup') return { do: 'fail' };
	if (ends === 'tool' || ends === 'family')
		return { do: 'closeTool', scope: ends, reason, retryAt: null };
	return stopRun(reason, refusal, null);
}

/**
 * Adds the wait to a refusal by a Fair Use window without one: until the reset that a reply of the
 * run has named for a window at 0. Without such a reply, a used-up window of records is a limit of
 * the plan, which waiting does not lift. A window of requests never is (contract: Errors, 1; Silent
 * points, 11).
 * @param opensAt epoch ms; null if no reply has named a reset
 */
export function withKnownReset(refusal: Refusal, opensAt: number | null, now: number): Refusal {
	const { reason, retryAfter } = refusal;
	const isFairUse = reason === 'fair_use_records' || reason === 'fair_use_requests';
	if (!isFairUse || retryAfter !== null) return refusal;
	if (opensAt !== null && opensAt > now)
		return { ...refusal, retryAfter: Math.min(opensAt - now, LONGEST_WAIT) };
	return reason === 'fair_use_records' ? { ...refusal, reason: 'plan_limit' } : refusal;
}

/** The refusal for a lookup that the reply to its batch does not mention. */
export const UNMATCHED: Refusal = {
	reason: 'lost',
	httpStatus: 200,
	code: null,
	message: "the answer to its batch can't be matched",
	retryAfter: null,
};

/** Retries, splits or fails. A tool whose Retry-After is too long for this run is closed. */
function decideFailure(
	{ reason, retryAfter, final }: Refusal,
	request: PendingRequest,
	{ limits, now, deadline, isBrownOut, random }: PolicyInput,
): RetryDecision {
	if (retryAfter !== null && (retryAfter > limits.maxWait || now + retryAfter >= deadline))
		return {
			do: 'closeTool',
			scope: 'tool',
			reason: 'service_down',
			retryAt: retryTime(retryAfter, now),
		};
	const { entries, errorCount, lostCount, failingSince } = request;
	const later = (failures: number, counted: Partial<PendingRequest>): PendingRequest => ({
		...request,
		failingSince: failingSince ?? now,
		...counted,
		notBefore: now + Math.max(errorBackoff(failures, random), retryAfter ?? 0),
	});
	if (ruleOf(reason).mayBeCharged) {
		if (lostCount > 0 || final === true) return { do: 'fail' };
		// One lookup may be the cause, and the others have only this retry.
		return {
			do: entries.length > 1 ? 'split' : 'retry',
			requests: singlesOf(later(0, { lostCount: 1 })),
		};
	}
	const retried = later(errorCount, { errorCount: errorCount + 1 });
	const isInTime = retried.notBefore - (failingSince ?? now) <= BROWN_OUT_TIME;
	if (errorCount < MAX_RETRIES || (isBrownOut && entries.length === 1 && isInTime))
		return { do: 'retry', requests: [retried] };
	if (entries.length === 1 || reason === 'unsent') return { do: 'fail' };
	// One lookup may be the cause. The halves have no retries left.
	return { do: 'split', requests: halvesOf(later(0, { errorCount: MAX_RETRIES + 1 })) };
}

/**
 * Waits until *Max Wait* has passed since the last accepted request; how many were refused in it
 * does not matter.
 */
function decideLimit(refusal: Refusal, input: PolicyInput): RetryDecision {
	const { reason, retryAfter } = refusal;
	const { throttle, limits, now, random } = input;
	const limit = limitOf(reason);
	const least = leastWait(limit, retryAfter);
	const left = limits.maxWait - refusedFor(throttle, now);
	if (least === null || least > left) return stopRun(reason, refusal, retryTime(retryAfter, now));
	const wait = Math.min(least + addedWait(throttle, retryAfter, now, random), left);
	return { do: 'wait', for: limit, until: now + wait };
}

export const limitOf = (reason: Reason): PassingLimit =>
	reason === 'rate_limited' ? 'rateLimit' : 'window';

const stopRun = (
	reason: Reason,
	refusal: Refusal | null,
	retryAt: number | null,
): Extract<RetryDecision, { do: 'stop' }> => ({
	do: 'stop',
	// A key never follows a redirect, so that the same request would be redirected again.
	lookups: reason === 'wrong_address' ? 'failed' : 'deferred',
	stop: { reason, retryAt, refusal },
});
