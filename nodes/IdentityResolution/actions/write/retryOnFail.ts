import type { INode, INodeExecutionData } from 'n8n-workflow';
import { field } from '../../api/json';
import type { SettledRow } from '../../run/rows';
import { hasAnswer, isError, isOldError, outputOf, type Destinations, type ErrorPolicy } from './rowErrors';
import type { RowShape } from './rowShape';

// With Retry On Fail, n8n runs a node again, with all of its rows, if it throws or if the first item of its first
// output has a field `error`. Only this file prevents that such a run is charged again.

type RetryNode = Pick<INode, 'retryOnFail'>;

/** Whether n8n treats a run with this `error` in its first item as failed. An empty text and 0 count, too. */
const looksFailed = (error: unknown) => ![undefined, null, false].includes(error as undefined);

/** Returns why n8n would run and charge all rows again: an input row has an `error` field of its own. */
export function retryConflict(
	{ retryOnFail }: RetryNode,
	items: readonly INodeExecutionData[],
	{ input, columns }: RowShape,
	{ onNotFound, onLimit, errors }: Destinations,
): string | undefined {
	if (!retryOnFail || input === 'omitted') return undefined;
	const hasOtherOutputs =
		onNotFound === 'drop' || onNotFound === 'output' || onLimit === 'output' || errors === 'own_output';
	const mayBeFirst = hasOtherOutputs ? items : items.slice(0, 1);
	const index = mayBeFirst
		.map(({ json }) => field(json, 'error'))
		.findIndex((error) => looksFailed(error) && !isOldError(error, columns));
	if (index === -1) return undefined;
	return (
		`Retry On Fail is on and row ${index + 1} has a field named "error": n8n would run and charge all rows again. ` +
		'Switch Retry On Fail off, or rename the field'
	);
}

/** Whether another run could charge a row twice: it was answered, or an answer was lost. */
export const couldPayAgain = ({ retryOnFail }: RetryNode, rows: readonly SettledRow[], policy: ErrorPolicy): boolean =>
	retryOnFail === true &&
	rows.some((row) => hasAnswer(row, policy) || row.steps.some(({ record }) => record.lostCount > 0));

/**
 * Finds the failed row that stays on Results as an ordinary row, because otherwise all items there were errors.
 * Undefined if there is no need.
 */
export function keptRow(
	node: RetryNode,
	rows: readonly SettledRow[],
	{ itemRows }: RowShape,
	to: Destinations,
): SettledRow | undefined {
	if (to.errors === 'in_results' || !couldPayAgain(node, rows, to)) return undefined;
	const staysOnResults = ({ outcome }: SettledRow) => outputOf(outcome, to) === 'results';
	const isSafe = rows.some((row) => itemRows(row).some(staysOnResults));
	return isSafe ? undefined : rows.find(({ outcome }) => isError(outcome, to));
}
