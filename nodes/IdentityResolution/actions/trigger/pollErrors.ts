import type { Failure } from 'n8n-workflow';
import { ruleOf, type Reason } from '../../api/refusals';
import type { Outcome } from '../../run/outcome';
import { explain, serviceMessage } from '../write/explanations';
import type { ShownError } from '../write/rowErrors';
import type { MissingData } from './event';

const NEXT_POLL = 'Nothing is lost: the next poll retries';

/** Why a poll failed, and the cause from which n8n derives the next poll time. Its text does not mention rows. */
export interface PollError extends ShownError {
	/** Undefined if the cause is unknown. */
	failure?: Failure;
}

/** From the cause, n8n derives the next poll: every 30 minutes until the user fixes a credential or configuration. */
const CAUSES = {
	key: 'credential-invalid',
	account: 'configuration-invalid',
	quota: 'quota-exhausted',
	service: 'temporarily-unavailable',
	value: 'temporarily-unavailable',
	run: 'temporarily-unavailable',
} as const;

function failureOf(reason: Reason, retryAt: number | null): Failure {
	const cause = reason === 'rate_limited' ? 'rate-limited' : CAUSES[ruleOf(reason).fixedBy];
	return retryAt === null || cause === 'credential-invalid' || cause === 'configuration-invalid'
		? { cause }
		: { cause, resetsAtEpochMs: retryAt };
}

/** The error of a poll without an answer. */
export function unanswered(outcome: Outcome): PollError {
	if (outcome.is !== 'deferred' && outcome.is !== 'failed')
		return {
			message: 'The service returned nothing about the account',
			description: NEXT_POLL,
			httpStatus: null,
		};
	const { reason, refusal, retryAt } =
		outcome.is === 'deferred'
			? outcome.stop
			: { reason: outcome.refusal.reason, refusal: outcome.refusal, retryAt: null };
	const base = { httpStatus: refusal?.httpStatus ?? null, failure: failureOf(reason, retryAt) };
	if (reason === 'run_time')
		return { ...base, message: 'The service did not answer in time', description: NEXT_POLL };
	// Every account has this tool: if it is unknown, the address belongs to something else.
	const { message, remedy } = explain({ reason: reason === 'unknown_tool' ? 'wrong_address' : reason });
	const isLasting = ['key', 'account'].includes(ruleOf(reason).fixedBy) || reason === 'unsent';
	return { ...base, message: message + serviceMessage(refusal), description: isLasting ? remedy : NEXT_POLL };
}

/** The error of an account that lacks the data of the event. */
export const missingData = ({ message, remedy }: MissingData): PollError => ({
	message,
	description: remedy,
	httpStatus: null,
});

/** The error of an invalid parameter. */
export const invalidSetting = (message: string): PollError => ({
	message,
	description: 'Correct it in the trigger, then publish the workflow again',
	httpStatus: null,
	failure: { cause: 'configuration-invalid' },
});
