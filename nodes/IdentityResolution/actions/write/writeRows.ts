import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { at, isEmpty, onOneLine, setField } from '../../api/values/json';
import { containsData } from '../../api/values/nothing';
import { inSlices, type Clock } from '../../run/environment';
import { wasAnsweredBefore, type SettledRow } from '../../run/rows';
import { ON_LIST } from '../../run/suppression';
import { hitsOf } from '../../run/stats';
import { counted } from '../spec/format';
import { chargeOf, CONTINUATION_COLUMNS, sumOf } from './content';
import { fillStatus, type RowShape } from './rowShape';
import { OTHER_COLUMNS, STATUS_COLUMNS, statusIn } from '../spec/operation';
import { keyOfSuppressed, NO_COLUMNS, ownColumnsIn } from '../read/previousColumns';
import {
	type Destinations,
	type RowError,
	errorJson,
	errorOf,
	isOldError,
	isOwnError,
	outputOf,
} from './rowErrors';
import { keptRow } from './runErrors';

/** Returns the item of a settled row: its input fields, if they are kept, and our columns. */
export function writeRow(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
) {
	if (row.outcome.is === 'suppressed' || isSkippedAsSuppressed(input, row, shape))
		return writeSuppressedRow(input, index, row, shape);
	const { prefix, nameOf } = shape;
	const wasAnswered = wasAnsweredBefore(row);
	const { data, changed, previous, isSamePerson, isInput } = shape.fill(row, input.json);
	const keepsError = wasAnswered || !isOldError(input.json.error, shape.columns);
	const untouched = wasAnswered && !isEmpty(previous('status'));
	const restored = restoredBy(row);
	/** Whether a column keeps what it has if this run has nothing for it. */
	const isKept = (column: string) =>
		isInput(column) ||
		(isSamePerson && !RUN_COLUMNS.has(column) && changed[column] === undefined);
	const valueOf = (column: string, value: unknown): unknown => {
		// Only a text of answers that is not authentic changes in such a row.
		if (untouched && STATUS.has(column)) return restored?.[column] ?? previous(column) ?? null;
		if (untouched) return value ?? previous(column) ?? null;
		if (!isWithoutData(value)) return value;
		const before = previous(column);
		if (isEmpty(before)) return value;
		return isKept(column) ? before : EMPTIED;
	};
	// Built from an empty object, because V8 then has one hidden class for all rows. A copy of the
	// row has its own.
	const json: IDataObject = {};
	for (const name of Object.keys(input.json)) {
		const isKeptField = shape.input.keeps(name, input.json) && (name !== 'error' || keepsError);
		if (isKeptField) setField(json, name, input.json[name]);
	}
	for (const column of shape.layout)
		if (Object.hasOwn(data, column))
			setField(json, nameOf(column), valueOf(column, data[column]));
	// Without a prefix, columns of other operations may be the user's own.
	if (!untouched && prefix !== '' && previous !== NO_COLUMNS)
		for (const column of isSamePerson ? Object.keys(changed) : OTHER_COLUMNS)
			if (!Object.hasOwn(data, column) && !isEmpty(json[nameOf(column)]) && !isKept(column))
				setField(json, nameOf(column), changed[column] ?? EMPTIED);
	if (shape.details !== null)
		json[nameOf('lookup')] = (untouched ? previous('lookup') : null) ?? shape.details(row);
	return itemFor(input, index, json, shape);
}

/** Whether a row is skipped that the suppression list has ended before. */
function isSkippedAsSuppressed(
	{ json }: INodeExecutionData,
	row: SettledRow,
	{ previousOf }: RowShape,
): boolean {
	if (!wasAnsweredBefore(row)) return false;
	const restores = row.outcome.is === 'skipped' ? row.outcome.restores : undefined;
	return restores === 'suppressed' || statusIn(previousOf(json)('status')) === 'suppressed';
}

/** The columns that a row gets back after a refused run has written others. */
const restoredBy = ({ outcome }: SettledRow): Readonly<Record<string, string>> | undefined =>
	outcome.is === 'skipped' && outcome.restores === 'found'
		? { status: 'found', reason: EMPTIED }
		: undefined;

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
	const previous = shape.previousOf(input.json);
	const { outcome } = row;
	const isRestored = outcome.is === 'skipped' && outcome.restores !== undefined;
	const written =
		outcome.is === 'suppressed'
			? {
					status: outcome.is,
					reason: outcome.why,
					person_key: keyOfSuppressed(outcome.person ?? []),
				}
			: {
					status: 'suppressed',
					reason: isRestored ? ON_LIST : previous('reason'),
					person_key: previous('person_key'),
				};
	for (const [column, value] of Object.entries(written))
		if (!isEmpty(value)) setField(json, nameOf(column), value);
	return itemFor(input, index, json, shape);
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

/** Nodes that write to sheets do not change a cell for null. */
const EMPTIED = '';

const STATUS: ReadonlySet<string> = new Set(STATUS_COLUMNS);

const RUN_COLUMNS: ReadonlySet<string> = new Set(['status', 'reason', 'retry_at']);

/** Nothing to write: no value, or the empty results of a miss. */
const isWithoutData = (value: unknown) =>
	value === null || (typeof value === 'object' && !containsData(value));

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
		if (output === 'errors') {
			const json = errorJson({ ...errorOf(row), ...continuationOf(item, row, shape) });
			errors.push(itemFor(item, index, json, shape));
		} else if (output !== 'none') outputs[output].push(writeRow(item, index, row, shape));
	});
	return [
		[...results, ...errors],
		...(to.onLimit === 'output' ? [deferred] : []),
		...(to.onNotFound === 'output' ? [notFound] : []),
	];
}

/** The columns from which a later run continues, for an error item, which has no other columns. */
export function continuationOf(
	{ json }: INodeExecutionData,
	row: SettledRow,
	{ columns, fill }: RowShape,
) {
	const { data, previous, isSamePerson } = fill(row, json);
	// n8n adds the columns of the input row, but replaces its `error`.
	const replaced = { answers: at(json, 'error.answers'), next_page: at(json, 'error.next_page') };
	const continued: Pick<RowError, (typeof CONTINUATION_COLUMNS)[number]> = {};
	for (const column of CONTINUATION_COLUMNS) {
		const before = columns.includes(column) ? previous(column) : replaced[column];
		const text = data[column] ?? (isSamePerson ? before : null);
		if (typeof text === 'string' && text !== '') continued[column] = text;
	}
	return continued;
}

/** Returns the answers to an AI agent: one item per row. */
export const writeAgentItems = (
	rows: readonly SettledRow[],
	shape: RowShape,
): INodeExecutionData[] =>
	rows.map((row, item) => {
		const parts = [...shape.itemRows(row)].filter((part) => part !== null);
		const cost = costInWords(row);
		const json =
			parts.length === 1
				? { ...shown(shape.fill(parts[0], {}).data, columnsFor(parts[0], shape)), cost }
				: listItem(row, parts, cost, shape);
		return { json, pairedItem: { item } };
	});

/** A model would take any contact data for that of the requested person. */
const columnsFor = ({ outcome }: SettledRow, { layout }: RowShape): readonly string[] =>
	outcome.is === 'conflict' ? STATUS_COLUMNS : layout;

/**
 * Columns for later runs, of the service's tools, which a model could take for its own, and of
 * obscured emails.
 */
const HIDDEN_COLUMNS = /^(?:answers|answered_at|person_key|sources|next_page)$|_obscured$/;

const shown = (data: Record<string, unknown>, columns: readonly string[]): IDataObject =>
	Object.fromEntries(
		columns
			.filter((column) => !HIDDEN_COLUMNS.test(column) && (data[column] ?? null) !== null)
			.map((column) => [column, data[column]]),
	) as IDataObject;

/** Columns that repeat others, or that a model does not need for each result of a list. */
const OMITTED_IN_LISTS = /^(?:first_name|last_name|.*_validated_at|.*_website_url|total|metadata)$/;

const isListed = (name: string): boolean =>
	!STATUS.has(name) && !OMITTED_IN_LISTS.test(name) && !HIDDEN_COLUMNS.test(name);

/**
 * Returns the results of a search as one answer: a line with the names of the columns, and a line
 * for each result.
 */
function listItem(
	row: SettledRow,
	parts: readonly SettledRow[],
	cost: string,
	shape: RowShape,
): IDataObject {
	const results = parts.flatMap((part) =>
		part.outcome.is === 'found' ? [shape.fill(part, {}).data] : [],
	);
	const isFilledIn = (name: string) => results.some((result) => (result[name] ?? null) !== null);
	const columns = shape.layout.filter((name) => isListed(name) && isFilledIn(name));
	const cells = results.map((result) => columns.map((name) => listCell(result[name])));
	// Raw results name their fields themselves.
	const lines = shape.columns.includes('results') ? cells : [columns, ...cells];
	const { total } = shape.fill(row, {}).data;
	const list = results.length === 0 ? '' : lines.map((line) => line.join('; ')).join('\n');
	return {
		...shown(fillStatus({}, row, []), STATUS_COLUMNS),
		total,
		cost,
		results: list,
	} as IDataObject;
}

/**
 * An empty cell keeps its place, and a semicolon or a line break within one does not make two of
 * it.
 */
function listCell(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return typeof cell === 'object'
		? JSON.stringify(cell)
		: onOneLine(String(cell)).replaceAll(';', ',');
}

export const chargedInWords = (tokens: number) => `${counted(tokens, 'token')} charged`;

const UNKNOWN_COST = 'Unknown: the service did not report it';
const PAID_BEFORE = ': paid for earlier in this execution';

/** Returns the cost of a row in words, so that a model can weigh its next call. */
function costInWords({ outcome, steps }: SettledRow): string {
	const paid = steps.filter(({ showsCharge }) => showsCharge);
	if (paid.some(({ record }) => record.lostCount > 0)) return UNKNOWN_COST;
	const sent = paid.filter(({ record }) => record.attempts > 0);
	const tokens = sumOf(paid.map(chargeOf));
	if (tokens !== null) {
		const isFromBefore = tokens === 0 && outcome.is === 'found' && sent.length === 0;
		return chargedInWords(tokens) + (isFromBefore ? PAID_BEFORE : '');
	}
	// Other tools may be free.
	if (paid.some(({ lookup }) => lookup.identifier.kind === 'body')) return UNKNOWN_COST;
	const hits = sent.reduce(
		(sum, { lookup, outcome: one }) =>
			sum + (one.is === 'found' ? hitsOf(one.answer, lookup.identifier) : 0),
		0,
	);
	return chargedInWords(hits) + (hits > 0 ? ' (estimated)' : '');
}
