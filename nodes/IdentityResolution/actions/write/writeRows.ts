import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { at, isEmpty, setField } from '../../api/values/json';
import { containsData } from '../../api/values/nothing';
import { inSlices, type Clock } from '../../service/environment';
import { wasAnsweredBefore, type SettledRow } from '../../run/rows';
import { ON_LIST } from '../../run/suppression';
import {
	keyOfSuppressed,
	NO_COLUMNS,
	ownColumnsIn,
	type PreviousColumns,
} from '../read/previousColumns';
import {
	ALL_COLUMNS,
	CONTINUATION_COLUMNS,
	RULES,
	statusIn,
	SUPPRESSED_COLUMNS,
	type OwnColumn,
} from '../spec/columns';
import {
	errorJson,
	errorOf,
	isOldError,
	isOwnError,
	outputOf,
	type Destinations,
} from './rowErrors';
import type { FilledRow, RowShape } from './rowShape';
import { keptRow } from './runErrors';

/**
 * Returns the items of the outputs: Results, then Deferred and Not Found if they are on. Empties
 * the list of rows, so that answers and items of a large sheet are not in memory together.
 */
export async function writeRows(
	node: Pick<INode, 'retryOnFail'>,
	items: INodeExecutionData[],
	rows: SettledRow[],
	shape: RowShape,
	to: Destinations,
	clock: Clock,
): Promise<INodeExecutionData[][]> {
	const [results, deferred, notFound, errors]: INodeExecutionData[][] = [[], [], [], []];
	const outputs = { results, deferred, notFound };
	const kept = keptRow(node, rows, shape, to);
	rows.reverse();
	const parts = function* () {
		for (const [index, item] of items.entries()) {
			const row = rows.pop();
			for (const part of row === undefined ? [] : shape.itemRows(row))
				yield { index, item, part };
		}
	};
	await inSlices(parts(), clock, ({ index, item, part: row }) => {
		if (row === null) return;
		const output = row === kept ? 'results' : outputOf(row.outcome, to);
		if (output === 'errors') errors.push(writeError(item, index, row, shape));
		else if (output !== 'none') outputs[output].push(writeRow(item, index, row, shape));
	});
	const all = [[...results, ...errors]];
	if (to.onLimit === 'output') all.push(deferred);
	if (to.onNotFound === 'output') all.push(notFound);
	return all;
}

/** Nodes that write to sheets do not change a cell for null. */
const EMPTIED = '';

/** Returns the item of a settled row: its input fields, if they are kept, and our columns. */
export function writeRow(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
): INodeExecutionData {
	if (isSuppressed(input, row, shape)) return writeSuppressedRow(input, index, row, shape);
	const filled = shape.fill(row, input.json);
	const { data, previous } = filled;
	const isUntouched = wasAnsweredBefore(row) && !isEmpty(previous('status'));
	const json = keptFieldsOf(input, row, shape);
	for (const column of shape.layout) {
		if (!Object.hasOwn(data, column)) continue;
		const value = isUntouched ? earlierValue(column, row, filled) : newValue(column, filled);
		setField(json, shape.nameOf(column), value);
	}
	if (!isUntouched) emptyOthers(json, filled, shape);
	if (shape.details !== null) {
		const earlier = isUntouched ? previous('lookup') : null;
		json[shape.nameOf('lookup')] = earlier ?? shape.details(row);
	}
	return itemFor(input, index, json, shape);
}

/** The input fields that the item of a row keeps. */
function keptFieldsOf(
	{ json }: INodeExecutionData,
	row: SettledRow,
	{ input, columns }: RowShape,
): IDataObject {
	const keepsError = wasAnsweredBefore(row) || !isOldError(json.error, columns);
	// Built from an empty object, because V8 then has one hidden class for all rows. A copy of the
	// row has its own.
	const kept: IDataObject = {};
	for (const name of Object.keys(json)) {
		const isKept = input.keeps(name, json) && (name !== 'error' || keepsError);
		if (isKept) setField(kept, name, json[name]);
	}
	return kept;
}

/** The value of a column in a row that an earlier run has answered. */
function earlierValue(column: string, row: SettledRow, { data, previous }: FilledRow): unknown {
	// Only a text of answers that is not authentic changes in such a row.
	if (RULES.get(column)?.isOfStatus !== true) return data[column] ?? previous(column) ?? null;
	return restoredBy(row)?.[column] ?? previous(column) ?? null;
}

/** The columns that a row gets back after a refused run has written others. */
const restoredBy = ({ outcome }: SettledRow): Readonly<Record<string, string>> | undefined =>
	outcome.is === 'skipped' && outcome.restores === 'found' ? RESTORED : undefined;

const RESTORED = { status: 'found', reason: EMPTIED };

/** The value of a column after a run; what it had before if the run has nothing for it. */
function newValue(column: string, filled: FilledRow): unknown {
	const value = filled.data[column];
	if (!isWithoutData(value)) return value;
	const before = filled.previous(column);
	if (isEmpty(before)) return value;
	return isKept(column, filled) ? before : EMPTIED;
}

/** Nothing to write: no value, or the empty results of a miss. */
const isWithoutData = (value: unknown) =>
	value === null || (typeof value === 'object' && !containsData(value));

/** Whether a column keeps what it has if this run has nothing for it. */
function isKept(column: string, { isInput, isSamePerson, changed }: FilledRow): boolean {
	if (isInput(column)) return true;
	if (!isSamePerson || RULES.get(column)?.isRewritten) return false;
	return changed[column] === undefined;
}

/**
 * Empties columns of other operations that are about another person, or that the answer changes.
 */
function emptyOthers(json: IDataObject, filled: FilledRow, { prefix, nameOf }: RowShape): void {
	const { data, changed, previous, isSamePerson } = filled;
	// Without a prefix, columns of other operations may be the user's own.
	if (prefix === '' || previous === NO_COLUMNS) return;
	for (const column of isSamePerson ? Object.keys(changed) : ALL_COLUMNS) {
		if (Object.hasOwn(data, column) || isEmpty(json[nameOf(column)])) continue;
		if (!isKept(column, filled)) setField(json, nameOf(column), changed[column] ?? EMPTIED);
	}
}

/** Whether the suppression list ends a row, or has ended it before. */
function isSuppressed(
	{ json }: INodeExecutionData,
	row: SettledRow,
	{ previousOf }: RowShape,
): boolean {
	const { outcome } = row;
	if (outcome.is === 'suppressed') return true;
	if (outcome.is === 'skipped' && outcome.restores === 'suppressed') return true;
	return wasAnsweredBefore(row) && statusIn(previousOf(json)('status')) === 'suppressed';
}

/**
 * Returns the item of a row on the suppression list: its other columns of ours are absent, so that
 * the next node does not see them, and a table keeps its cells.
 */
function writeSuppressedRow(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
) {
	const { nameOf, columnPrefix } = shape;
	const own = new Set(ownColumnsIn(input.json, columnPrefix));
	const json: IDataObject = {};
	for (const [name, value] of Object.entries(input.json)) {
		const isOurs = own.has(name) || (name === 'error' && isOwnError(value));
		if (!isOurs && shape.input.keeps(name, input.json)) setField(json, name, value);
	}
	const written = suppressedValues(row, shape.previousOf(input.json));
	for (const column of SUPPRESSED_COLUMNS)
		if (!isEmpty(written[column])) setField(json, nameOf(column), written[column]);
	return itemFor(input, index, json, shape);
}

function suppressedValues(
	{ outcome }: SettledRow,
	previous: PreviousColumns,
): Record<string, unknown> {
	if (outcome.is === 'suppressed')
		return {
			status: outcome.is,
			reason: outcome.why,
			person_key: keyOfSuppressed(outcome.person ?? []),
		};
	const isRestored = outcome.is === 'skipped' && outcome.restores !== undefined;
	return {
		status: 'suppressed',
		reason: isRestored ? ON_LIST : previous('reason'),
		person_key: previous('person_key'),
	};
}

/** Returns the item of a row for the error output. */
export function writeError(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
): INodeExecutionData {
	const json = errorJson({ ...errorOf(row), ...continuationOf(input, row, shape) });
	return itemFor(input, index, json, shape);
}

/** The columns from which a later run continues, for an error item, which has no other columns. */
function continuationOf({ json }: INodeExecutionData, row: SettledRow, shape: RowShape) {
	const { data, previous, isSamePerson } = shape.fill(row, json);
	// n8n adds the columns of the input row, but replaces its `error`.
	const replaced: Partial<Record<OwnColumn, unknown>> = {
		answers: at(json, 'error.answers'),
		next_page: at(json, 'error.next_page'),
	};
	const continued: Partial<Record<OwnColumn, string>> = {};
	for (const column of CONTINUATION_COLUMNS) {
		const before = shape.columns.includes(column) ? previous(column) : replaced[column];
		const text = data[column] ?? (isSamePerson ? before : null);
		if (typeof text === 'string' && text !== '') continued[column] = text;
	}
	return continued;
}

/** An item of a row, with its binary data if all input fields are kept. */
function itemFor(
	{ binary }: INodeExecutionData,
	index: number,
	json: IDataObject,
	{ input }: RowShape,
) {
	const item: INodeExecutionData = { json, pairedItem: { item: index } };
	return input.all && binary ? { ...item, binary } : item;
}
