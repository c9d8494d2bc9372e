import { ruleOf } from '../../api/refusals';
import type { Outcome, Stop } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Settings } from '../read/settings';

export type ErrorPolicy = Pick<Settings, 'onNotFound' | 'onLimit'> & {
	/** For deferrals that the user must fix, such as a rejected key. */
	onBlocked: 'defer' | 'error';
};

/** Whether the user, or the service, must act before any row can be answered. */
const isBlocking = ({ reason }: Stop): boolean => ['key', 'account', 'service'].includes(ruleOf(reason).fixedBy);

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
				(onLimit === 'error' && ruleOf(outcome.stop.reason).fixedBy === 'quota') ||
				(onBlocked === 'error' && isBlocking(outcome.stop))
			);
		default:
			return false;
	}
}

/** Whether a run without any answer fails because of this row. */
export const isFatal = (outcome: Outcome, policy: ErrorPolicy): boolean =>
	isError(outcome, policy) || (outcome.is === 'deferred' && isBlocking(outcome.stop));

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
