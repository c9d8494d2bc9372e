import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import type { SettledRow } from '../../run/rows';
import { errorOf, hasAnswer, isFatal, mayHavePaid, type ErrorPolicy, type RowError } from './rowErrors';

/**
 * The one place where an error of ours becomes one of n8n's. It is built from words alone, so that nothing of the
 * request, and no key, can ride along.
 */
export function toNodeError(node: INode, error: RowError, itemIndex?: number): NodeApiError | NodeOperationError {
	const { message, description, httpStatus } = error;
	if (httpStatus === null) return new NodeOperationError(node, message, { description, itemIndex });
	const response: JsonObject = { message, description };
	return new NodeApiError(node, response, { message, description, httpCode: String(httpStatus), itemIndex });
}

/**
 * Throws where no row was answered and one of them tells of something that must not pass in silence. A run that
 * answered any row, be it in part, never throws: n8n would throw its answers away. Nor does one that a limit put off.
 */
export function throwIfUnanswered(node: INode, rows: readonly SettledRow[], policy: ErrorPolicy): void {
	if (rows.some((row) => hasAnswer(row, policy))) return;
	// Retry On Fail would run everything again at once, and pay again for what was charged but never arrived.
	if (node.retryOnFail && rows.some((row) => mayHavePaid(row, policy))) return;
	const grave = rows.filter(({ outcome }) => isFatal(outcome, policy));
	// What stopped the run says more than a single row that could not be read.
	const stopped = grave.find(({ outcome }) => outcome.is === 'deferred');
	// Rows that a limit put off are there to come back: a typo beside them must not keep them from it.
	if (stopped === undefined && rows.some(({ outcome }) => outcome.is === 'deferred')) return;
	const cause = stopped ?? grave.at(0);
	if (cause === undefined) return;
	throw toNodeError(node, errorOf(cause), rows.indexOf(cause));
}
