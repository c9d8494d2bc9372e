import { ruleOf } from '../../api/refusals';
import type { Outcome, Stop } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Settings } from '../read/settings';
import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { errorOf, type RowError } from './rowErrors';

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

export type ShownError = Pick<RowError, 'message' | 'description' | 'httpStatus'>;

/** Creates an n8n error from texts only, so that it can't contain the request or the key. */
export function toNodeError(node: INode, error: ShownError, itemIndex?: number): NodeApiError | NodeOperationError {
	const { message, description, httpStatus } = error;
	if (httpStatus === null) return new NodeOperationError(node, message, { description, itemIndex });
	const response: JsonObject = { message, description };
	return new NodeApiError(node, response, { message, description, httpCode: String(httpStatus), itemIndex });
}

/** Throws if a row has an error and none was answered. Otherwise it never throws: n8n would discard the answers. */
export function throwIfUnanswered(node: INode, rows: readonly SettledRow[], policy: ErrorPolicy): void {
	if (rows.some((row) => hasAnswer(row, policy))) return;
	// Retry On Fail would run all rows again, and pay again for lost answers.
	if (node.retryOnFail && rows.some((row) => mayHavePaid(row, policy))) return;
	const fatal = rows.filter(({ outcome }) => isFatal(outcome, policy));
	// The stop explains more than a single invalid row.
	const stopped = fatal.find(({ outcome }) => outcome.is === 'deferred');
	// A typo must not prevent the deferred rows of a limit from being returned.
	if (stopped === undefined && rows.some(({ outcome }) => outcome.is === 'deferred')) return;
	const cause = stopped ?? fatal.at(0);
	if (cause === undefined) return;
	throw toNodeError(node, errorOf(cause), concernsAll(rows) ? undefined : rows.indexOf(cause));
}

/** Whether all rows are invalid for the same reason, which is then a setting or a column, and no single row. */
function concernsAll(rows: readonly SettledRow[]): boolean {
	const reasons = new Set(rows.map(({ outcome }) => (outcome.is === 'invalid' ? outcome.why : null)));
	return rows.length > 1 && reasons.size === 1 && !reasons.has(null);
}
