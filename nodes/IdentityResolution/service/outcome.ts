import type { Merged } from '../api/person/merge';
import type { WantName } from '../api/person/wants';
import { isNotOffered, type Reason } from '../api/replies/refusals';
import type { Answer } from '../api/replies/reading';
import type { Refusal } from '../api/replies/envelope';
import type { Phone } from '../api/tool';
import type { PossibleLookup } from '../run/cost';

/** The tool that the account cannot use, if that is why a lookup was not answered; else null. */
export const toolNotOffered = (outcome: Outcome): string | null =>
	outcome.is === 'deferred' && isNotOffered(outcome.stop.reason) ? outcome.stop.tool : null;

export const isUnfinished = (outcome: Outcome): boolean =>
	outcome.is === 'failed' || (outcome.is === 'deferred' && toolNotOffered(outcome) === null);

/** Why the rest of a run is deferred. */
export interface Stop {
	reason: Reason;
	/** Earliest time for a new run, epoch ms; null if unknown. */
	retryAt: number | null;
	/** The refusal that caused the stop; null if none did. */
	refusal: Refusal | null;
	/** Name of the refused tool; null if the stop concerns all tools. */
	tool: string | null;
}

export const stopFor = (reason: Reason, cause: Partial<Omit<Stop, 'reason'>> = {}): Stop => ({
	reason,
	retryAt: null,
	refusal: null,
	tool: null,
	...cause,
});

/** Why a lookup was not answered; null if it was answered, or not requested. */
export function stopOf(outcome: Outcome): Stop | null {
	if (outcome.is === 'failed')
		return stopFor(outcome.refusal.reason, { refusal: outcome.refusal });
	return outcome.is === 'deferred' ? outcome.stop : null;
}

/** Defers lookups with a phone that can't be paid for. The run continues without phones. */
export const NO_PHONE_TOKENS: Outcome = {
	is: 'deferred',
	stop: stopFor('insufficient_phone_tokens'),
};

export const lacksPhoneTokens = (outcome: Outcome): boolean =>
	outcome.is === 'deferred' && outcome.stop.reason === 'insufficient_phone_tokens';

/**
 * Whether the phone was requested as the row wanted. `omitted`: the account has no phone tokens.
 * `unreadable`: the phone is not a valid number.
 */
export type PhoneResult = 'as_requested' | 'omitted' | 'unreadable';

/** What the tools of a row returned, and what of the wanted data they did not. */
export interface RowData {
	merged: Merged;
	/** Wanted data that the answers do not contain. */
	unmet: readonly WantName[];
	/**
	 * `unmet` without what an answer has in a field that looks like it: no other tool is paid for
	 * that.
	 */
	missing: readonly WantName[];
	/** The names of those fields. */
	unrecognized: readonly string[];
}

/**
 * The result of a row. `remark`: a note on its input or search. `person`: the keys of all its
 * identifiers. `most`: the most results of a search that are items. `data`: of a row of *Resolve*,
 * so that it is merged once. `completes`: whether it completes what an earlier run has answered.
 * `missed`: the wanted parts that earlier runs did not find.
 */
export type Outcome = Ending & {
	remark?: string;
	person?: readonly string[];
	most?: number;
	data?: RowData;
	completes?: true;
	missed?: readonly WantName[];
};

/** The outcome of a lookup that the service, or an earlier run, has answered. */
export type Answered = Extract<Outcome, { is: 'found' | 'not_found' }>;

export const isAnswered = (outcome: Outcome): outcome is Answered =>
	outcome.is === 'found' || outcome.is === 'not_found';

export const isWithheld = (outcome: Outcome): boolean =>
	outcome.is === 'not_found' && outcome.withheld === true;

/**
 * The phone that an answer includes. An unreadable phone counts as included, so that it is not
 * charged twice.
 */
export const answeredPhone = ({ phone }: Answered, requested: Phone): Phone =>
	phone === 'as_requested' || phone === 'unreadable' ? requested : 'without';

/** All statuses, in the order in which they are reported. */
export const STATUSES = [
	'found',
	'not_found',
	'conflict',
	'suppressed',
	'skipped',
	'invalid',
	'failed',
	'deferred',
	'planned',
] as const;

type Ending =
	| { is: 'found'; answer: Answer; phone: PhoneResult }
	/** `withheld`: a hit was charged whose emails are all worse than the minimum grade. */
	| { is: 'not_found'; answer: Answer; phone: PhoneResult; withheld?: true }
	| { is: 'conflict'; why: string; answer: Answer }
	| { is: 'suppressed'; why: string }
	/** `restores`: the status that the row gets back. */
	| {
			is: 'skipped';
			why: string;
			by: 'blank' | 'complete' | 'answered_before';
			restores?: 'found' | 'suppressed';
	  }
	/** `concerns`: why the whole run was refused, before anything was sent. */
	| { is: 'invalid'; why: string; remedy?: string; concerns?: 'settings' | 'column' }
	/** `possible`: the lookups that the row may need; only its own one if absent. */
	| { is: 'planned'; why: string; possible?: readonly PossibleLookup[] }
	| { is: 'failed'; refusal: Refusal }
	| { is: 'deferred'; stop: Stop };
