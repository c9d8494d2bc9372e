import { firstOf, onOneLine } from '../api/json';
import type { Answer } from '../api/reading';
import type { Refusal, RefusalKind } from '../api/refusal';
import type { Outcome, PhoneAsked, Reason, Stop } from '../run/outcome';
import type { SettledRow } from '../run/settle';

/** What happened, and what to do about it. */
export interface Explanation {
	what: string;
	cure: string;
}

const STOPS: Readonly<Record<Reason, Explanation>> = {
	rate_limited: { what: 'The service asked to slow down', cure: 'Run this row again later, or raise Max Wait' },
	fair_use_records: {
		what: 'The Fair Use window of records is used up',
		cure: 'Run this row again when the window opens',
	},
	fair_use_requests: {
		what: 'The Fair Use window of requests is used up',
		cure: 'Run this row again when the window opens',
	},
	plan_limit: { what: 'The plan allows no more of these lookups', cure: 'Waiting does not help, another plan does' },
	insufficient_tokens: { what: 'The token balance is used up', cure: 'Top it up, then run this row again' },
	insufficient_phone_tokens: {
		what: 'The phone tokens are used up',
		cure: 'Top them up, or ask without the mobile phone',
	},
	unauthorized: {
		what: 'The service did not accept the API key',
		cure: 'Check the key in the credential: it may be mistyped or revoked',
	},
	forbidden: {
		what: 'The service refused access',
		cure: 'Check that the account is active and that its key may call this tool',
	},
	account_inactive: {
		what: 'The account is not active',
		cure: 'Activate it with the service, then run this row again',
	},
	plan_restricted: {
		what: 'The plan of the account does not include this tool',
		cure: 'Choose another operation, or a plan that includes it',
	},
	unknown_tool: {
		what: 'The service has no tool of this name',
		cure: 'Check the tool name and the Base URL of the credential',
	},
	wrong_address: {
		what: 'The Base URL does not lead to the service',
		cure: 'Correct the Base URL in the credential',
	},
	token_budget: { what: 'Max Tokens is reached', cure: 'Run this row again, or raise Max Tokens' },
	reserve: {
		what: 'Only the reserved records of the Fair Use window are left',
		cure: 'Run this row again when the window opens, or lower Reserve',
	},
	run_time: { what: 'Max Run Time is reached', cure: 'Run this row again, or raise Max Run Time' },
	service_down: { what: 'The service is unavailable', cure: 'Run this row again later' },
	stopped: { what: 'The run was stopped', cure: 'Run this row again' },
};

const FAILURES: Readonly<Partial<Record<RefusalKind, Explanation>>> = {
	invalid_input: { what: 'The service refused this value', cure: 'Check the value' },
	internal_error: {
		what: 'The service is unavailable for a moment',
		cure: 'Run this row again later; a failure like this is not charged',
	},
	unsent: {
		what: 'There is no connection to the service',
		cure: 'Check the Base URL in the credential and the network',
	},
	lost: {
		what: 'The answer of the service did not arrive or could not be read',
		cure: 'Run this row again; it may have been charged already',
	},
	redirected: {
		what: 'The service answered with a redirect, which a key never follows',
		cure: 'Correct the Base URL in the credential',
	},
};

const FAILURE: Explanation = { what: 'The service refused the lookup', cure: 'Run this row again later' };

/** Conditions of one tool, whose sentence names it. */
const NAMING_THE_TOOL: ReadonlySet<Reason> = new Set<Reason>([
	'plan_restricted',
	'unknown_tool',
	'plan_limit',
	'service_down',
]);

export function explainStop({ reason, tool }: Pick<Stop, 'reason' | 'tool'>): Explanation {
	const { what, cure } = STOPS[reason];
	return NAMING_THE_TOOL.has(reason) && tool !== null ? { what: `${what}: ${tool}`, cure } : { what, cure };
}

export const explainFailure = ({ kind }: Pick<Refusal, 'kind'>): Explanation => FAILURES[kind] ?? FAILURE;

const LONGEST_QUOTE = 300;

/** The service's own words, where it said any: its HTTP status, code and message, on one line of bearable length. */
export function serviceSaid(refusal: Refusal | null): string {
	if (refusal === null) return '';
	const told = [refusal.httpStatus === null ? null : `HTTP ${refusal.httpStatus}`, refusal.code]
		.filter(Boolean)
		.join(' ');
	const line = quoted([told, refusal.message].filter(Boolean).join(': '));
	return line === '' ? '' : ` (${line})`;
}

function quoted(words: string): string {
	const line = onOneLine(words).replace(/\.$/, '');
	return line.length > LONGEST_QUOTE ? `${firstOf(line, LONGEST_QUOTE)}…` : line;
}

const PHONE_LEFT_OUT: Readonly<Record<PhoneAsked, string | null>> = {
	as_asked: null,
	left_out: 'Looked up without the phone: the phone tokens are used up',
	put_off: 'Looked up without the phone: the phone tokens are used up',
	unreadable: 'The service returned a phone number that cannot be dialled. Set Output to Raw to see it',
	too_late: 'Looked up without the phone: another row with the same person had been looked up already',
};

/** The `reason` column: a sentence where there is something to say, else null. That of a deferred row starts with its code. */
export function reasonOf(outcome: Outcome): string | null {
	return [endingOf(outcome), outcome.remark].filter(Boolean).join('. ') || null;
}

function endingOf(outcome: Outcome): string | null {
	switch (outcome.is) {
		case 'found':
		case 'not_found':
			return [PHONE_LEFT_OUT[outcome.phone], noteOf(outcome.answer)].filter(Boolean).join('. ') || null;
		case 'invalid':
			return [outcome.why, outcome.cure].filter(Boolean).join('. ');
		case 'skipped':
		case 'planned':
			return outcome.why;
		case 'failed': {
			const { what, cure } = explainFailure(outcome.refusal);
			return `${what}${serviceSaid(outcome.refusal)}. ${cure}`;
		}
		case 'deferred': {
			const { what, cure } = explainStop(outcome.stop);
			return `${outcome.stop.reason}: ${what}${serviceSaid(outcome.stop.refusal)}. ${cure}`;
		}
	}
}

const noteOf = ({ serviceNote }: Answer): string | null =>
	serviceNote === undefined || serviceNote === '' ? null : `The service says: ${quoted(serviceNote)}`;

const LOST_BEFORE = 'An answer was lost before, which may have been charged';

/** What else there is to say of a row that was asked again after a lost answer, and then not answered for another reason. */
export function doubtOf({ outcome, steps }: SettledRow): string | null {
	const isUnanswered = (one: Outcome) =>
		one.is === 'deferred' || (one.is === 'failed' && one.refusal.kind !== 'lost');
	return isUnanswered(outcome) && steps.some((step) => isUnanswered(step.outcome) && step.record.lostCount > 0)
		? LOST_BEFORE
		: null;
}

/** The `retry_at` column: ISO 8601, or null. */
export const retryAtOf = (outcome: Outcome): string | null =>
	outcome.is === 'deferred' && outcome.stop.retryAt !== null ? new Date(outcome.stop.retryAt).toISOString() : null;
