import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import type { SettledRow } from '../../run/rows';
import { errorOf, type RowError } from '../write/rowErrors';
import { hasAnswer, isFatal, mayHavePaid, type ErrorPolicy } from '../write/errorPolicy';

/** Creates an n8n error from texts only, so that it can't contain the request or the key. */
export function toNodeError(node: INode, error: RowError, itemIndex?: number): NodeApiError | NodeOperationError {
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
