import type { Outcome, Reason } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Settings } from '../parameters/settings';

export type ErrorPolicy = Pick<Settings, 'onNotFound' | 'onLimit'> & {
	/** For deferrals that the user must fix, such as a rejected key. */
	onBlocked: 'defer' | 'error';
};

const LIMITS: ReadonlySet<Reason> = new Set<Reason>([
	'rate_limited',
	'fair_use_records',
	'fair_use_requests',
	'plan_limit',
	'insufficient_tokens',
	'insufficient_phone_tokens',
]);

/** Reasons that the user must fix before any row can be answered. */
const BLOCKING_REASONS: ReadonlySet<Reason> = new Set<Reason>([
	'unauthorized',
	'forbidden',
	'account_inactive',
	'plan_restricted',
	'unknown_tool',
	'wrong_address',
	'service_down',
]);

/** Whether the row is an error for n8n's On Error setting. */
export function isError(outcome: Outcome, { onNotFound, onLimit, onBlocked }: ErrorPolicy): boolean {
	switch (outcome.is) {
		case 'invalid':
		case 'failed':
			return true;
		case 'not_found':
			return onNotFound === 'error';
		case 'deferred':
			return (
				(onLimit === 'error' && LIMITS.has(outcome.stop.reason)) ||
				(onBlocked === 'error' && BLOCKING_REASONS.has(outcome.stop.reason))
			);
		default:
			return false;
	}
}

/** Whether a run without any answer fails because of this row. */
export const isFatal = (outcome: Outcome, policy: ErrorPolicy): boolean =>
	isError(outcome, policy) || (outcome.is === 'deferred' && BLOCKING_REASONS.has(outcome.stop.reason));

/** Whether the row needs no further run. */
function isHandled(outcome: Outcome, { onNotFound }: ErrorPolicy): boolean {
	if (outcome.is === 'not_found') return onNotFound !== 'error';
	return outcome.is === 'found' || outcome.is === 'planned' || (outcome.is === 'skipped' && outcome.by !== 'blank');
}

/** Whether the row has an answer that must not be discarded, even if a later tool failed. */
export const hasAnswer = ({ outcome, steps }: SettledRow, policy: ErrorPolicy): boolean =>
	isHandled(outcome, policy) ||
	steps.some(({ outcome: result, record }) => result.is === 'found' && record.attempts > 0);

/** Whether another run of the row could charge it twice: it was answered, or an answer was lost. */
export const mayHavePaid = (row: SettledRow, policy: ErrorPolicy): boolean =>
	hasAnswer(row, policy) || row.steps.some(({ record }) => record.lostCount > 0);
