import type { Failure } from 'n8n-workflow';
import type { Refusal } from '../../api/replies/refusal';
import type { Outcome, Reason, Stop } from '../../run/outcome';
import { explainFailure, explainStop, serviceMessage } from '../messages/explanations';
import type { RowError } from '../messages/rowErrors';
import type { MissingData } from './event';

const NONE = { httpStatus: null, code: null, identifier: null, retryAt: null };
const NEXT_POLL = 'Nothing is lost: the next poll retries';

const remedyOf = (reason: Reason) => explainStop({ reason, tool: null }).remedy;

/** Remedies for reasons that do not end by themselves. */
const REMEDIES: Partial<Record<Reason, string>> = {
	unauthorized: remedyOf('unauthorized'),
	forbidden: remedyOf('forbidden'),
	// The remedy of an operation mentions a row.
	account_inactive: 'Activate it with the service',
	wrong_address: remedyOf('wrong_address'),
};

/** Why a poll failed: the message, and the cause from which n8n derives the next poll time. */
export interface PollError {
	error: RowError;
	/** Undefined if the cause is unknown. */
	failure?: Failure;
}

/** Causes that the user must fix. n8n polls every 30 minutes until then. */
const ACTIONABLE: Partial<Record<Reason, 'credential-invalid' | 'configuration-invalid'>> = {
	unauthorized: 'credential-invalid',
	forbidden: 'credential-invalid',
	account_inactive: 'configuration-invalid',
	plan_restricted: 'configuration-invalid',
	unknown_tool: 'configuration-invalid',
	wrong_address: 'configuration-invalid',
};

/** Causes that end by themselves. */
const TIMED: Partial<Record<Reason, 'rate-limited' | 'quota-exhausted'>> = {
	rate_limited: 'rate-limited',
	fair_use_records: 'quota-exhausted',
	fair_use_requests: 'quota-exhausted',
	plan_limit: 'quota-exhausted',
	insufficient_tokens: 'quota-exhausted',
};

function causeOfStop({ reason, retryAt }: Stop): Failure {
	const actionable = ACTIONABLE[reason];
	if (actionable !== undefined) return { cause: actionable };
	const cause = TIMED[reason] ?? 'temporarily-unavailable';
	return retryAt === null ? { cause } : { cause, resetsAtEpochMs: retryAt };
}

const causeOfFailure = ({ kind }: Refusal): Failure => ({
	cause: kind === 'redirected' ? 'configuration-invalid' : 'temporarily-unavailable',
});

/** The error of a poll without an answer. Its text does not mention rows. */
export function unanswered(outcome: Outcome): PollError {
	const error = pollError(outcome);
	if (outcome.is === 'deferred') return { error, failure: causeOfStop(outcome.stop) };
	return outcome.is === 'failed' ? { error, failure: causeOfFailure(outcome.refusal) } : { error };
}

function pollError(outcome: Outcome): RowError {
	switch (outcome.is) {
		case 'deferred': {
			const { reason, refusal } = outcome.stop;
			const base = { ...NONE, httpStatus: refusal?.httpStatus ?? null, code: refusal?.code ?? reason };
			if (reason === 'run_time')
				return { ...base, message: 'The service did not answer in time', description: NEXT_POLL };
			// Every account has this tool: if it is unknown, the address belongs to something else.
			const meant = reason === 'unknown_tool' ? 'wrong_address' : reason;
			const { message } = explainStop({ reason: meant, tool: null });
			return {
				...base,
				message: message + serviceMessage(refusal),
				description: REMEDIES[meant] ?? NEXT_POLL,
			};
		}
		case 'failed': {
			const { refusal } = outcome;
			const { message, remedy } = explainFailure(refusal);
			const description = refusal.kind === 'unsent' || refusal.kind === 'redirected' ? remedy : NEXT_POLL;
			return {
				...NONE,
				httpStatus: refusal.httpStatus,
				code: refusal.code,
				message: message + serviceMessage(refusal),
				description,
			};
		}
		default:
			return { ...NONE, message: 'The service returned nothing about the account', description: NEXT_POLL };
	}
}

/** The error of an account that lacks the data of the event. */
export const missingData = ({ message, remedy }: MissingData): PollError => ({
	error: { ...NONE, message, description: remedy },
});

/** The error of an invalid parameter. */
export const invalidSetting = (why: string): PollError => ({
	error: { ...NONE, message: why, description: 'Correct it in the trigger, then publish the workflow again' },
	failure: { cause: 'configuration-invalid' },
});
