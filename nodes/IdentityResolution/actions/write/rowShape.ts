import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { at, field, isEmpty } from '../../api/json';
import { COLUMN_NAMES, isFilled, type Cells, type Column } from '../../api/person/columns';
import { addressesInRow } from '../../api/person/emails';
import { earlierCells, withEarlier } from '../../api/person/merge';
import type { SettledRow } from '../../run/rows';
import { DATA_COLUMNS, isOurStatus, OCCASIONAL_COLUMNS, STATUS_COLUMNS, type LookupOperation } from '../spec/operation';
import { missingColumn } from '../read/parameterReader';
import {
	isAnotherPerson,
	NO_COLUMNS,
	PERSON_KEY,
	previousColumns,
	resumesIn,
	type PreviousColumns,
} from '../read/previousColumns';
import type { Settings } from '../read/settings';
import {
	oneTool,
	searchContent,
	type ContentMapper,
	type ContentSettings,
	type RowContent,
	type RowContext,
} from './content';
import { firstFew } from './explanations';
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
	const nameOf = prefixer(prefix);
	const shown = content.columns.filter((column) => output !== 'selected' || fields.includes(column));
	const columns: readonly string[] = [...(output === 'raw' ? ['results', 'metadata'] : shown), ...content.own];
	const removed = input === 'kept' && prefix === '' ? RENEWED : REMOVED;
	return {
		prefix,
		/** Returns the name of one of our columns, with the prefix. */
		nameOf,
		/** The prefix of our columns in input rows. */
		inputPrefix: columnPrefix,
		input,
		details: caller === 'workflow' && settings.includeLookupDetails ? content.details : null,
		/** The data columns, without prefix. */
		columns,
		/** All columns in output order, without prefix. */
		layout: layoutOf(columns, content.lead),
		unrecognized: content.unrecognized,
		/** Whether found items are results of a search, and not about the person of the row. */
		hasResults: itemRows !== undefined,
		/** Returns the rows of which each is one item. */
		itemRows: itemRows ?? ((row: SettledRow): readonly SettledRow[] => [row]),
		/** Fills the data columns of a row. @param json of its input */
		fill(row: SettledRow, json: IDataObject, leavesAs: 'item' | 'error' = 'item') {
			const previous = previousColumns(json, columnPrefix);
			const isResult = itemRows !== undefined && row.outcome.is === 'found';
			const isSamePerson = !isResult && (row.outcome.is === 'planned' || !isAnotherPerson(row, previous));
			const isInput = (column: string) => input === 'kept' && !isResult && readColumns.has(nameOf(column));
			const context: RowContext = {
				previous,
				earlier: isSamePerson ? previous : (column) => (isInput(column) ? previous(column) : undefined),
				addresses: () => addressesInRow(json),
				texts: () => (isSamePerson ? resumesIn(json, columnPrefix) : []),
				isError: leavesAs === 'error',
			};
			const { own, notes, ...answer } = content.read(row, context);
			const { data, changed } =
				output === 'raw'
					? { data: rawColumns(answer, previous), changed: {} }
					: simplifiedColumns(answer, shown, earlierOf(context, columnPrefix));
			for (const column of Object.keys(own)) data[column] = own[column];
			return {
				data,
				/** New values for columns of an earlier run. */
				changed,
				notes: isSamePerson || isResult ? notes : [...notes, removed],
				previous,
				isSamePerson,
				/** Whether a column contains an identifier of the row. */
				isInput,
			};
		},
	};
}

const REMOVED = 'The row named another person before, whose data was removed';
const RENEWED = 'The row named another person before: columns of other operations may still be about that person';

/** Each name is one text for all rows, so that V8 recognizes it at once. */
function prefixer(prefix: string) {
	const names = new Map<string, string>();
	return (column: string): string => {
		const name = names.get(column) ?? prefix + column;
		names.set(column, name);
		return name;
	};
}

/** Columns for the node itself and for later runs. They come last, because people look at the first ones. */
const HOUSEKEEPING = ['found', 'retry_at', 'answered_at', PERSON_KEY, 'resume', 'next_page'];

/** All columns of a row in output order: the status, what the operation is for, the reason, other data, the rest. */
export function layoutOf(columns: readonly string[], lead: readonly string[] = []): string[] {
	const first = columns.filter((column) => lead.includes(column));
	const data = columns.filter((column) => !lead.includes(column) && !HOUSEKEEPING.includes(column));
	const last = HOUSEKEEPING.filter((column) => [...STATUS_COLUMNS, ...columns].includes(column));
	return ['status', ...first, 'reason', ...data, 'service_error', ...last];
}

export function laidOut({ layout }: RowShape, status: Record<string, unknown>, data: Record<string, unknown>) {
	const cells: Array<[string, unknown]> = [];
	for (const column of layout) {
		if (Object.hasOwn(status, column)) cells.push([column, status[column]]);
		else if (Object.hasOwn(data, column)) cells.push([column, data[column]]);
	}
	return cells;
}

function rawColumns({ raw }: Pick<RowContent, 'raw'>, previous: PreviousColumns): Record<string, unknown> {
	const { results, metadata, error } = raw();
	// A column named `error` would trigger n8n's Retry On Fail. An empty text clears the column of an earlier run.
	const earlier = previous('service_error') ? { service_error: '' } : {};
	return { results, metadata, ...(error === undefined ? earlier : { service_error: error }) };
}

function simplifiedColumns(
	{ simplified }: Pick<RowContent, 'simplified'>,
	columns: readonly Column[],
	earlier: Cells | null,
) {
	const cells = earlier === null ? simplified : withEarlier(simplified, earlier);
	// Built from an empty object, because V8 is slow to spread several objects into one.
	const data: Record<string, unknown> = {};
	for (const column of columns) data[column] = cells[column] ?? null;
	return { data, changed: earlier === null ? {} : changes(earlier, cells) };
}

/** The columns of an earlier run about the person; null without one. Without a prefix, they may be the user's. */
function earlierOf({ previous, earlier }: RowContext, prefix: string): Cells | null {
	if (previous === NO_COLUMNS || (prefix === '' && !isOurStatus(previous('status')))) return null;
	const cells = earlierCells(COLUMN_NAMES, earlier);
	return Object.keys(cells).length === 0 ? null : cells;
}

/** The cells of an earlier run that are not what they were; empty texts for those that the answer makes wrong. */
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
	return tool?.search ? searchContent(tool, settings.suppression) : oneTool(tool);
}

/** Any of these columns shows that this node wrote the row, even if only some columns were stored. */
const WRITTEN = ['found', 'reason', 'retry_at', 'answered_at', 'resume'];

/**
 * Returns why a run without a column prefix would overwrite the user's columns, and the rows to refuse: all, or only a
 * few that strangers may have written. Undefined if it would not.
 */
export function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, columns, details }: Pick<RowShape, 'prefix' | 'input' | 'columns' | 'details'>,
): { why: string; rows: ReadonlySet<number> } | undefined {
	if (prefix !== '' || input === 'omitted') return undefined;
	const isOccasional = { lookup: details !== null, service_error: columns.includes('results') };
	const names = [...STATUS_COLUMNS, ...columns, ...OCCASIONAL_COLUMNS.filter((column) => isOccasional[column])];
	const filled = items.flatMap(({ json }, index) => {
		const own = names.filter((name) => !isEmpty(field(json, name)));
		const isOurs = isOurStatus(field(json, 'status')) && WRITTEN.some((name) => Object.hasOwn(json, name));
		return own.length === 0 ? [] : [{ index, own, isOurs }];
	});
	const others = filled.filter(({ isOurs }) => !isOurs);
	// Rows that this node has written may lack the columns by which it knows them.
	if (2 * others.length < filled.length || others.length === 0) return undefined;
	const found = new Set(others.flatMap(({ own }) => own));
	const listed = names.filter((name) => found.has(name));
	return {
		why: `Column Prefix is empty, and the rows already have ${firstFew(listed, 4)}, which would be overwritten. Set a Column Prefix`,
		// A fifth of the rows is no mistake of strangers.
		rows: new Set(others.length * 5 >= items.length ? items.keys() : others.map(({ index }) => index)),
	};
}

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem({ parameters }: INode, items: readonly INodeExecutionData[], prefix: string) {
	const column = missingColumn(at(parameters, 'options.skipWhen'), items);
	if (column === null || prefix === '' || !column.startsWith(prefix)) return undefined;
	const isOurs = [...STATUS_COLUMNS, ...DATA_COLUMNS, ...OCCASIONAL_COLUMNS].includes(column.slice(prefix.length));
	if (isOurs || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}
