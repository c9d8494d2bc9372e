import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { at } from '../../api/json';
import { isResume } from '../../api/resume';
import type { SettledRow } from '../../run/rows';
import { isAnotherPerson } from '../read/personKey';
import { NO_COLUMNS, previousColumns, resumesIn } from '../read/previousColumns';
import { errorJson, errorOf, type RowError } from './rowErrors';
import { isError, mayHavePaid, type ErrorPolicy } from './errorPolicy';
import type { RowShape } from './rowShape';
import { writeRow } from './writeRow';

/** The output of each kind of row. */
export interface Destinations extends ErrorPolicy {
	errors: 'own_output' | 'in_results';
}

/**
 * Returns the items of the outputs: Results, then Deferred and Not Found if they are on. Empties the list of rows, so
 * that answers and items of a large sheet are not in memory together.
 */
export function writeRows(
	host: IExecuteFunctions,
	items: INodeExecutionData[],
	rows: SettledRow[],
	shape: RowShape,
	to: Destinations,
): INodeExecutionData[][] {
	const results: INodeExecutionData[] = [];
	const deferred: INodeExecutionData[] = [];
	const notFound: INodeExecutionData[] = [];
	const errors: INodeExecutionData[] = [];
	const keptRow = findKeptRow(host, rows, shape, to);
	takeEach(rows, shape, (row, index) => {
		const { is } = row.outcome;
		if (row !== keptRow && to.errors === 'own_output' && isError(row.outcome, to)) {
			const json = errorJson({ ...errorOf(row), ...continuationOf(items[index], row, shape) });
			errors.push({
				json,
				pairedItem: { item: index },
				...(shape.input === 'kept' && items[index].binary && { binary: items[index].binary }),
			});
		} else if (is !== 'not_found' || to.onNotFound !== 'drop') {
			const item = writeRow(items[index], index, row, shape);
			if (is === 'not_found' && to.onNotFound === 'output') notFound.push(item);
			else if (is === 'deferred' && to.onLimit === 'output') deferred.push(item);
			else results.push(item);
		}
	});
	const outputs = [[...results, ...errors]];
	if (to.onLimit === 'output') outputs.push(deferred);
	if (to.onNotFound === 'output') outputs.push(notFound);
	return outputs;
}

/** Adds the columns from which a later run continues to rows of the error output, which have no other columns. */
function continuationOf(
	{ json }: INodeExecutionData,
	row: SettledRow,
	{ continuation, inputPrefix }: RowShape,
): Pick<RowError, 'resume' | 'next_page'> {
	const before = previousColumns(json, inputPrefix);
	const isAnother = isAnotherPerson(row, before);
	const previous = isAnother ? NO_COLUMNS : before;
	const texts = isAnother ? [] : resumesIn(json, inputPrefix);
	// n8n adds the columns of the input row, but replaces its `error`.
	const columns =
		continuation?.(row, texts, previous) ??
		(previous === NO_COLUMNS ? {} : { resume: [at(json, 'error.resume')].find(isResume) });
	return Object.fromEntries(Object.entries(columns).filter(([, text]) => typeof text === 'string' && text !== ''));
}

function takeEach(rows: SettledRow[], { itemRows }: RowShape, write: (row: SettledRow, index: number) => void): void {
	rows.reverse();
	for (let index = 0, row = rows.pop(); row !== undefined; index++, row = rows.pop())
		for (const part of itemRows(row)) write(part, index);
}

/**
 * Finds the failed row that stays on Results. With Retry On Fail, n8n runs the node again if the first item has an
 * `error` field. If all items were errors, and a lookup may have been charged, the first one stays an ordinary row.
 */
function findKeptRow(
	host: IExecuteFunctions,
	rows: readonly SettledRow[],
	{ itemRows }: RowShape,
	to: Destinations,
): SettledRow | undefined {
	if (to.errors === 'in_results' || !host.getNode().retryOnFail) return undefined;
	const staysOnResults = ({ outcome }: SettledRow) =>
		!isError(outcome, to) &&
		!(outcome.is === 'not_found' && to.onNotFound !== 'keep') &&
		!(outcome.is === 'deferred' && to.onLimit === 'output');
	if (rows.some((row) => itemRows(row).some(staysOnResults)) || !rows.some((row) => mayHavePaid(row, to)))
		return undefined;
	return rows.find(({ outcome }) => isError(outcome, to));
}
