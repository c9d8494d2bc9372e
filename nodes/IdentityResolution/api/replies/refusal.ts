import { REASONS, ruleOf, type Reason } from '../refusals';
import type { ErrorBlock } from './envelope';
import type { Reply } from './reading';

/** Why a reply contains no answer (contract: Errors). */
export interface Refusal {
	reason: Reason;
	httpStatus: number | null;
	/** The service's code, also if it is unknown. */
	code: string | null;
	message: string | null;
	/** ms that the service requests to wait; null if it does not. */
	retryAfter: number | null;
	/** A retry would fail in the same way, and may be charged. */
	final?: true;
}

/** Classifies a refused reply by its status first and its code second (contract: Silent points, 9). */
export const refusalBy = (status: number, error: ErrorBlock | null, retryAfter: number | null): Refusal => ({
	reason: reasonOf(status, error?.code ?? null, retryAfter),
	httpStatus: status,
	code: error?.code ?? null,
	message: error?.message ?? null,
	retryAfter,
});

/** Returns the refusal for a request without a reply. */
export const noReply = (reply: Exclude<Reply, { is: 'http' }>): Refusal => ({
	reason: reply.is,
	httpStatus: null,
	code: null,
	message: reply.message,
	retryAfter: null,
	...(reply.is === 'lost' && reply.final && { final: reply.final }),
});

/** Classifies by the status first, then by the code. A success with an error block has only the code. */
function reasonOf(status: number, code: string | null, retryAfter: number | null): Reason {
	if (status >= 300 && status < 400) return 'wrong_address';
	const isSuccess = status >= 200 && status < 300;
	const possible = REASONS.filter((one) => (isSuccess ? ruleOf(one).status : ruleOf(one).status === status));
	const reason =
		possible.find((one) => code === (ruleOf(one).code ?? one)) ?? (isSuccess ? undefined : possible.at(0));
	if (reason === undefined) return status > 400 && status < 500 && status !== 408 ? 'invalid_input' : 'lost';
	const isFairUse = reason === 'fair_use_records' || reason === 'fair_use_requests';
	// A Fair Use code without a wait is a limit of the plan, which waiting does not lift (contract: Errors, 1).
	return isFairUse && retryAfter === null ? 'plan_limit' : reason;
}
