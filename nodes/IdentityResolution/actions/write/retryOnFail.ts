import type { INode, INodeExecutionData } from 'n8n-workflow';
import { field } from '../../api/json';
import type { SettledRow } from '../../run/rows';
import { hasAnswer, isError, outputOf, type Destinations, type ErrorPolicy } from './rowErrors';
import type { RowShape } from './rowShape';

// With Retry On Fail, n8n runs a node again, with all of its rows, if it throws or if the first item of its first
// output has a field `error`. Only this file prevents that such a run is charged again.

type RetryNode = Pick<INode, 'retryOnFail'>;

/** Whether n8n treats a run with this `error` in its first item as failed. An empty text and 0 count, too. */
const looksFailed = (error: unknown) => ![undefined, null, false].includes(error as undefined);

/** Renames the field `error` of the first item, because n8n would take it for a failed run. */
export function withoutErrorFirst({ retryOnFail }: RetryNode, outputs: INodeExecutionData[][]): INodeExecutionData[][] {
	const [[first, ...others], ...further] = outputs;
	// An item of the error output has no other fields, and is first only if nothing was paid.
	if (!retryOnFail || first === undefined || Object.keys(first.json).length < 2) return outputs;
	if (!looksFailed(field(first.json, 'error'))) return outputs;
	let other = 'input_error';
	while (Object.hasOwn(first.json, other)) other += '_';
	const json = Object.fromEntries(
		Object.entries(first.json).map(([name, cell]) => [name === 'error' ? other : name, cell]),
	);
	return [[{ ...first, json }, ...others], ...further];
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
