import type { INode, INodeExecutionData } from 'n8n-workflow';
import { at, field, isEmpty } from '../../api/json';
import { missingColumn } from '../read/parameterReader';
import type { RowShape } from './rowShape';
import { DATA_COLUMNS, isOurStatus, OCCASIONAL_COLUMNS, STATUS_COLUMNS } from '../spec/operation';
import { isOldError } from './rowErrors';
import type { Destinations } from './writeRows';

/** Any of these columns shows that this node wrote the row, even if only some columns were stored. */
const WRITTEN = ['found', 'reason', 'retry_at', 'answered_at', 'resume'];
const MAX_NAMES = 4;
const EMPTY: readonly unknown[] = [undefined, null, ''];

type ConflictShape = Pick<RowShape, 'prefix' | 'input' | 'columns' | 'details'>;

/** Returns why a run without a column prefix would overwrite the user's columns; undefined if it would not. */
export function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, columns, details }: ConflictShape,
): string | undefined {
	if (prefix !== '' || input === 'omitted') return undefined;
	const isFilled = (name: string) => items.some(({ json }) => !EMPTY.includes(field(json, name)));
	const occasional = [details === null ? [] : 'lookup', columns.includes('results') ? 'service_error' : []].flat();
	const names = [...STATUS_COLUMNS, ...columns, ...occasional].filter(isFilled);
	const isOurs = items.some(
		({ json }) => isOurStatus(field(json, 'status')) && WRITTEN.some((name) => Object.hasOwn(json, name)),
	);
	if (names.length === 0 || isOurs) return undefined;
	const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
	return (
		`Column Prefix is empty, and the rows already have ${listed}, which would be overwritten. Set a Column ` +
		'Prefix'
	);
}

const MAX_ROWS = 100;

/**
 * Returns the status column if another operation, or another choice of columns, wrote the input rows; else null. Most
 * columns of the operation may not be missing; a few may, because a file that is read back lacks its empty cells.
 */
export function columnConflict(items: INodeExecutionData[], { input, prefix, columns }: RowShape): string | null {
	if (input === 'omitted') return null;
	const name = `${prefix}status`;
	const rows = items.filter(({ json }) => !isEmpty(json[name])).slice(0, MAX_ROWS);
	const ours = new Set<string>(columns);
	const foreign = DATA_COLUMNS.filter((column) => !ours.has(column));
	const has =
		({ json }: INodeExecutionData) =>
		(column: string) =>
			Object.hasOwn(json, prefix + column);
	// Rows of which only some columns were stored may lack any column.
	const isComplete = (row: INodeExecutionData) => STATUS_COLUMNS.every(has(row));
	const found = rows.filter((row) => row.json[name] === 'found' && isComplete(row));
	const lacksOwn = () => {
		if (ours.has('sources')) return found.some(({ json }) => isEmpty(json[`${prefix}sources`]));
		return (
			found.length > 0 &&
			columns.filter((column) => found.some((row) => has(row)(column))).length * 2 < columns.length
		);
	};
	return rows.some((row) => foreign.some(has(row))) || lacksOwn() ? name : null;
}

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem(
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	prefix: string,
): string | undefined {
	const column = missingColumn(at(parameters, 'options.skipWhen'), items);
	if (column === null || prefix === '' || !column.startsWith(prefix)) return undefined;
	const isOurs = [...STATUS_COLUMNS, ...DATA_COLUMNS, ...OCCASIONAL_COLUMNS].includes(column.slice(prefix.length));
	if (isOurs || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}

/** Whether n8n treats a run with this `error` in its first item as failed. An empty text and 0 count, too. */
const looksFailed = (error: unknown) => ![undefined, null, false].includes(error as undefined);

/**
 * Returns why Retry On Fail would run and charge all rows again: an input row has an `error` field of its own.
 * @param isSkipped whether Skip When skips a row, which then keeps the error of an earlier run
 */
export async function retryConflict(
	{ retryOnFail }: Pick<INode, 'retryOnFail'>,
	items: INodeExecutionData[],
	{ input, columns }: RowShape,
	{ onNotFound, onLimit, errors }: Destinations,
	isSkipped: (index: number) => Promise<boolean>,
): Promise<string | undefined> {
	if (!retryOnFail || input === 'omitted') return undefined;
	const hasOtherOutputs =
		onNotFound === 'drop' || onNotFound === 'output' || onLimit === 'output' || errors === 'own_output';
	const mayBeFirst = hasOtherOutputs ? items : items.slice(0, 1);
	for (const [index, { json }] of mayBeFirst.entries()) {
		const cell = field(json, 'error');
		if (looksFailed(cell) && (!isOldError(cell, columns) || (await isSkipped(index)))) return conflictIn(index);
	}
	return undefined;
}

const conflictIn = (index: number) =>
	`Retry On Fail is on and row ${index + 1} has a field named "error": n8n would run and charge all rows again. ` +
	'Switch Retry On Fail off, or rename the field';
