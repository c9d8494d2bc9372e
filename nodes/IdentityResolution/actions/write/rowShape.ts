import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { at, field, isEmpty, memoize, toText } from '../../api/json';
import { COLUMN_NAMES, isFilled, type Cell, type Cells } from '../../api/person/columns';
import { addressesInRow } from '../../api/person/emails';
import { earlierCells, withEarlier } from '../../api/person/merge';
import { NO_CELLS } from '../../api/replies/reading';
import { isAnswered } from '../../run/outcome';
import { inSlices, type Clock } from '../../run/environment';
import type { SettledRow } from '../../run/rows';
import { isOurStatus, OTHER_COLUMNS, STATUS_COLUMNS, type LookupOperation } from '../spec/operation';
import { missingColumn } from '../read/parameterReader';
import { isAnotherPerson, keysOfRow, NO_COLUMNS, previousColumns, type PreviousColumns } from '../read/previousColumns';
import type { Settings } from '../read/settings';
import { hasHit, oneTool, searchContent, type ContentMapper, type ContentSettings, type RowContent } from './content';
import { chargedMissNote, firstFew, lostAnswerNote, reasonOf, reducedNote, retryAtOf } from './explanations';
import { resolvedContent } from './resolvedContent';

/** How our columns are named and filled in one run. */
export type RowShape = ReturnType<typeof shapeFor>;

/**
 * Returns the shape that the user chose. An AI agent gets only our columns.
 * @param readColumns contain the identifiers, so that they are never emptied, even if an earlier run wrote them
 */
export function shapeFor(
	content: ContentMapper,
	settings: Settings,
	caller: 'workflow' | 'agent',
	readColumns: ReadonlySet<string> = new Set(),
) {
	const { output, fields, columnPrefix } = settings;
	const { itemRows } = content;
	const input: 'kept' | 'omitted' = caller === 'workflow' && settings.includeInputFields ? 'kept' : 'omitted';
	const prefix = input === 'kept' ? columnPrefix : '';
	// Each name is one text for all rows, so that V8 recognizes it at once.
	const nameOf = memoize((column) => prefix + column);
	const isRaw = output === 'raw';
	const shown = isRaw ? [] : content.columns.filter((column) => output !== 'selected' || fields.includes(column));
	const columns: readonly string[] = [...(isRaw ? ['results', 'metadata'] : shown), ...content.own];
	const details = caller === 'workflow' && settings.includeLookupDetails ? content.details : null;
	const removed = input === 'kept' && prefix === '' ? RENEWED : REMOVED;
	return {
		prefix,
		/** The prefix of the columns that earlier runs wrote, also if no input fields are kept. */
		columnPrefix,
		/** Returns the name of one of our columns, with the prefix. */
		nameOf,
		input,
		details,
		/** The data columns, without prefix. */
		columns,
		/** All columns that every row gets, without prefix. */
		names: [...STATUS_COLUMNS, ...columns, ...(details === null ? [] : ['lookup'])],
		/** All columns in output order, without prefix. */
		layout: layoutOf(columns, content.lead),
		/** Those that the operation is for, without prefix. */
		lead: content.lead.filter((column) => columns.includes(column)),
		unrecognized: content.unrecognized,
		unmet: content.unmet,
		mayBeOther: content.mayBeOther,
		/** Returns the rows of which each is one item. */
		itemRows: itemRows ?? ((row: SettledRow): readonly SettledRow[] => [row]),
		/** The number of results of a row that are removed because of the suppression list. */
		leftOut: content.leftOut ?? (() => 0),
		/** Fills all columns of a row but `lookup`. @param json of its input */
		fill(row: SettledRow, json: IDataObject) {
			const previous = previousColumns(json, columnPrefix);
			// A result of a search is not about the person of the row.
			const isResult = itemRows !== undefined && row.outcome.is === 'found';
			const isSamePerson =
				!isResult && (row.outcome.is === 'planned' || !isAnotherPerson(keysOfRow(row), previous));
			const isInput = (column: string) => input === 'kept' && !isResult && readColumns.has(nameOf(column));
			const { simplified, raw, own, notes } = content.read(row, {
				previous,
				addresses: () => addressesInRow(json),
			});
			// Without a prefix, they may be the user's.
			const hasEarlier =
				!isRaw && previous !== NO_COLUMNS && (columnPrefix !== '' || isOurStatus(previous('status')));
			const earlier = hasEarlier
				? earlierCells(COLUMN_NAMES, (name) => (isSamePerson || isInput(name) ? previous(name) : undefined))
				: NO_CELLS;
			const isFirst = Object.keys(earlier).length === 0;
			const cells = isFirst ? simplified : withEarlier(simplified, earlier);
			// Built from an empty object, because V8 is slow to spread several objects into one.
			const data: Record<string, unknown> = isRaw
				? rawColumns(raw(), isAnswered(row.outcome) ? previous : NO_COLUMNS)
				: {};
			for (const column of shown) data[column] = cells[column] ?? null;
			for (const column of Object.keys(own)) data[column] = own[column];
			const isReplaced = () => prefix !== '' && COLUMN_NAMES.some((name) => !isEmpty(previous(name)));
			const isRemoved = isResult ? previous !== NO_COLUMNS && isReplaced() : !isSamePerson;
			const ofPerson = isRemoved ? [isResult ? REPLACED : removed] : [];
			fillStatus(data, row, [...(caller === 'agent' ? missNotes(row) : []), ...notes, ...ofPerson]);
			/** New values for columns of an earlier run; empty texts for those that the answer makes wrong. */
			const changed: Readonly<Record<string, Cell>> = isFirst ? {} : changes(earlier, cells);
			return {
				data,
				changed,
				previous,
				isSamePerson,
				/** Whether a column contains an identifier of the row. */
				isInput,
			};
		},
	};
}

/** A model that does not get what it wants tends to repeat the call. */
function missNotes(row: SettledRow): string[] {
	if (row.outcome.is !== 'not_found') return [];
	const doNotRepeat = 'Do not repeat this lookup: the result stays the same';
	return hasHit(row) ? [doNotRepeat] : ['The service has no data on this', doNotRepeat];
}

/** Adds the columns about the result of a row. Assigned one by one, because V8 is slow to spread objects. */
export function fillStatus(data: Record<string, unknown>, row: SettledRow, notes: readonly string[]) {
	data.status = row.outcome.is;
	data.found = isAnswered(row.outcome) ? row.outcome.is === 'found' : null;
	data.reason = reasonOf(row.outcome, [lostAnswerNote(row) ?? chargedMissNote(row) ?? reducedNote(row), ...notes]);
	data.retry_at = retryAtOf(row.outcome);
	data.answered_at = answeredAtOf(row);
	return data;
}

/** The `answered_at` column: the time of the row's oldest answer (ISO 8601), or null. */
function answeredAtOf({ steps }: SettledRow): string | null {
	let oldest = Infinity;
	for (const { outcome } of steps) if (isAnswered(outcome)) oldest = Math.min(oldest, outcome.answer.at ?? Infinity);
	return oldest === Infinity ? null : new Date(oldest).toISOString();
}

const REMOVED = 'The row named another person before, whose data was removed';
const REPLACED = 'Data of an earlier operation was removed. Give searches a Column Prefix of their own';
const RENEWED = 'The row named another person before: columns of other operations may still be about that person';

/** Columns for the node itself and for later runs. They come last, because people look at the first ones. */
const HOUSEKEEPING = ['found', 'retry_at', 'answered_at', 'person_key', 'answers', 'next_page'];

/** All columns of a row in output order: the status, what the operation is for, the reason, other data, the rest. */
export function layoutOf(columns: readonly string[], lead: readonly string[] = []): string[] {
	const first = columns.filter((column) => lead.includes(column));
	const data = columns.filter((column) => !lead.includes(column) && !HOUSEKEEPING.includes(column));
	const last = HOUSEKEEPING.filter((column) => [...STATUS_COLUMNS, ...columns].includes(column));
	return ['status', ...first, 'reason', ...data, 'service_error', ...last];
}

function rawColumns(
	{ results, metadata, error }: ReturnType<RowContent['raw']>,
	previous: PreviousColumns,
): Record<string, unknown> {
	// A column named `error` would trigger n8n's Retry On Fail. An empty text clears the column of an earlier run.
	const earlier = previous('service_error') ? { service_error: '' } : {};
	return { results, metadata, ...(error === undefined ? earlier : { service_error: error }) };
}

const changes = (earlier: Cells, cells: Cells): Cells =>
	Object.fromEntries(
		COLUMN_NAMES.filter((column) => isFilled(earlier[column]) && cells[column] !== earlier[column]).map(
			(column) => [column, cells[column] ?? ''],
		),
	);

export function contentFor(operation: LookupOperation, settings: ContentSettings): ContentMapper {
	const { by, tools } = operation;
	if (by.is === 'person') return resolvedContent(operation, settings);
	const tool = tools.at(0) ?? null;
	return tool?.search ? searchContent(tool, settings.suppression) : oneTool(tool, settings);
}

/** Any of these columns shows that this node wrote the row, even if only some columns were stored. */
const WRITTEN = ['found', 'reason', 'retry_at', 'answered_at', 'answers'];

/**
 * Returns why a run without a column prefix would overwrite the user's columns, and the rows to refuse: all, or only a
 * few that strangers may have written. Undefined if it would not.
 */
export async function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, names: always }: Pick<RowShape, 'prefix' | 'input' | 'names'>,
	clock: Clock,
): Promise<{ why: string; rows: ReadonlySet<number> } | undefined> {
	if (prefix !== '' || input === 'omitted') return undefined;
	const names = always.includes('results') ? [...always, 'service_error'] : always;
	let ours = 0;
	const others = new Set<number>();
	const found = new Set<string>();
	await inSlices(items.entries(), clock, ([index, { json }]) => {
		const own = names.filter((name) => !isEmpty(field(json, name)));
		const isOurs = isOurStatus(field(json, 'status')) && WRITTEN.some((name) => Object.hasOwn(json, name));
		if (isOurs) ours += 1;
		else if (own.length > 0) others.add(index);
		if (!isOurs) for (const name of own) found.add(name);
	});
	// Rows that this node has written may lack the columns by which it knows them.
	if (others.size < ours || others.size === 0) return undefined;
	const listed = names.filter((name) => found.has(name));
	return {
		why: `Column Prefix is empty, and the rows already have ${firstFew(listed, 4)}, which would be overwritten. Set a Column Prefix`,
		// A fifth of the rows is no mistake of strangers.
		rows: new Set(others.size * 5 >= items.length ? items.keys() : others.keys()),
	};
}

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem({ parameters }: INode, items: readonly INodeExecutionData[], prefix: string) {
	const expression = toText(at(parameters, 'options.skipWhen'))?.replace(/\s*===?\s*["']\w*["']\s*\}\}$/, ' }}');
	const column = missingColumn(expression, items);
	if (column === null || prefix === '' || !column.startsWith(prefix)) return undefined;
	const isOurs = [...STATUS_COLUMNS, ...OTHER_COLUMNS].includes(column.slice(prefix.length));
	if (isOurs || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}
