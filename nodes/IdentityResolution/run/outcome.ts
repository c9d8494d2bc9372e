import type { Answer } from '../api/replies/reading';
import type { Refusal } from '../api/replies/refusal';

/** Why a row was deferred. The codes are public: they start the row's `reason`. */
export type Reason =
	| 'rate_limited'
	| 'fair_use_records'
	| 'fair_use_requests'
	| 'plan_limit'
	| 'insufficient_tokens'
	| 'insufficient_phone_tokens'
	| 'unauthorized'
	| 'forbidden'
	| 'account_inactive'
	| 'plan_restricted'
	| 'unknown_tool'
	| 'wrong_address'
	| 'token_budget'
	| 'reserve'
	| 'run_time'
	| 'service_down'
	| 'stopped';

/** Reasons that close one tool or one family of tools, while other tools continue. */
export const OF_ONE_TOOL: ReadonlySet<Reason> = new Set<Reason>([
	'plan_restricted',
	'plan_limit',
	'unknown_tool',
	'service_down',
]);

/** Why the rest of a run is deferred. */
export interface Stop {
	reason: Reason;
	/** Earliest time at which a new run makes sense, epoch ms; null if unknown. */
	retryAt: number | null;
	/** The service's refusal; null if none caused it. */
	refusal: Refusal | null;
	/** The name of the tool that was refused; null if the stop concerns all tools. */
	tool: string | null;
}

export const stopFor = (reason: Reason, cause: Partial<Omit<Stop, 'reason'>> = {}): Stop => ({
	reason,
	retryAt: null,
	refusal: null,
	tool: null,
	...cause,
});

/**
 * Whether the phone was requested as the row wanted. `omitted` and `deferred`: it was not, for lack of phone tokens.
 * `too_late`: the lookup was sent without it for another row. `unreadable`: the phone cannot be dialled.
 */
export type PhoneResult = 'as_requested' | 'omitted' | 'deferred' | 'too_late' | 'unreadable';

/**
 * The result of a row. `remark`: a sentence about its input. `person`: the keys of its identifiers, if it has more than
 * were looked up.
 */
export type Outcome = Ending & { remark?: string; person?: readonly string[] };

type Ending =
	| { is: 'found'; answer: Answer; phone: PhoneResult }
	| { is: 'not_found'; answer: Answer; phone: PhoneResult }
	| { is: 'skipped'; why: string; by: 'blank' | 'skip_when' }
	| { is: 'invalid'; why: string; /** The remedy, if there is one. */ remedy?: string }
	| { is: 'planned'; why: string }
	| { is: 'failed'; refusal: Refusal }
	| { is: 'deferred'; stop: Stop };
