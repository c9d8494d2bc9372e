import { ruleOf } from '../api/replies/refusals';
import type { Refusal } from '../api/replies/envelope';
import type { Limits } from './environment';
import { halvesOf, retryOf, singlesOf, type Request } from './request';

/** All times are ms. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 8_000;
const JITTER = 0.25;

/**
 * Returns the ms before the retry of a failed request: exponential backoff, minus up to 25 %
 * jitter.
 */
export const errorBackoff = (failures: number, random: () => number): number =>
	Math.min(FIRST_BACKOFF * 2 ** failures, MAX_BACKOFF) * (1 - JITTER * random());

/** How often a lookup is sent again after an error that is known not to be charged. */
const MAX_RETRIES = 3;
/** ms after its first failure in which a lookup is retried in a brown-out, however often. */
const BROWN_OUT_TIME = 60_000;

/** What depends on the run. Times are epoch ms. */
export interface FailureContext {
	limits: Pick<Limits, 'maxWait'>;
	now: number;
	/** After which no request is sent; Infinity for no bound. */
	deadline: number;
	/** Whether the tool answers some requests, and others only after a failure. */
	isBrownOut: boolean;
	random(): number;
}

/** How lookups that the service failed to answer proceed. */
export type FailureDecision =
	/** `parts`: requests that are sent again, all or some of the lookups each. */
	| { do: 'retry'; parts: readonly Request[]; isLast: boolean }
	| { do: 'give_up' }
	/** The service asks for a wait that is too long for this run. */
	| { do: 'close_tool'; retryAfter: number };

/**
 * Decides what becomes of the lookups of a failed request. One that may have been charged is sent
 * again once, and each lookup alone; one that is known not to be charged three times, and then in
 * halves, because one lookup may be the cause.
 */
export function decideFailure(
	{ reason, retryAfter, final }: Refusal,
	request: Request,
	context: FailureContext,
): FailureDecision {
	if (retryAfter !== null && isTooLong(retryAfter, context))
		return { do: 'close_tool', retryAfter };
	const { entries, errorCount, lostCount } = request;
	const later = (failures: number, counted: Partial<Request>): Request => {
		const wait = Math.max(
			errorBackoff(failures, () => context.random()),
			retryAfter ?? 0,
		);
		const failingSince = request.failingSince ?? context.now;
		return retryOf(request, { failingSince, ...counted, notBefore: context.now + wait });
	};
	if (ruleOf(reason).mayBeCharged) {
		if (lostCount > 0 || final === true) return { do: 'give_up' };
		return { do: 'retry', parts: singlesOf(later(0, { lostCount: 1 })), isLast: false };
	}
	const retried = later(errorCount, { errorCount: errorCount + 1 });
	if (errorCount < MAX_RETRIES || mayOutlastBrownOut(retried, context))
		return { do: 'retry', parts: [retried], isLast: false };
	if (entries.length === 1 || reason === 'unsent') return { do: 'give_up' };
	const halves = halvesOf(later(0, { errorCount: MAX_RETRIES + 1 }));
	// A failed whole batch does not indicate a failing service; a failed part of a split batch
	// does.
	return { do: 'retry', parts: halves, isLast: errorCount > MAX_RETRIES };
}

const isTooLong = (wait: number, { limits, now, deadline }: FailureContext): boolean =>
	wait > limits.maxWait || now + wait >= deadline;

/** Whether a lookup is retried once more, because its tool answers others. */
const mayOutlastBrownOut = (
	{ entries, notBefore, failingSince }: Request,
	{ isBrownOut, now }: FailureContext,
): boolean => {
	if (!isBrownOut || entries.length > 1) return false;
	return notBefore - (failingSince ?? now) <= BROWN_OUT_TIME;
};
