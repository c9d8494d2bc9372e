import { COLUMN_NAMES, isFilled, type Cells, type Column } from '../../api/person/columns';
import { earlierCells, withEarlier } from '../../api/person/merge';
import type { SettledRow } from '../../run/rows';
import { oneTool, searchContent, type ContentMapper, type ContentSettings, type RowContext } from './content';
import { isOurStatus, STATUS_COLUMNS, type LookupOperation } from '../spec/operation';
import type { Settings } from '../read/settings';
import { resolvedContent } from './resolvedContent';
import { NO_COLUMNS, PERSON_KEY } from '../read/previousColumns';

/** How our columns are named and filled in one run. */
export type RowShape = ReturnType<typeof shapeFor>;

interface FilledRow {
	/** All data columns. */
	data: Record<string, unknown>;
	/** New values for columns of an earlier run. */
	changed: Cells;
	notes: readonly string[];
}

type Fill = (row: SettledRow, context: RowContext) => FilledRow;

/** Returns the shape that the user chose. An AI agent gets only our columns. */
export function shapeFor(
	content: ContentMapper,
	settings: Settings,
	caller: 'workflow' | 'agent',
	readColumns: ReadonlySet<string> = NO_NAMES,
) {
	const { output, fields, columnPrefix } = settings;
	const { unrecognized, itemRows } = content;
	const input: 'kept' | 'omitted' = caller === 'workflow' && settings.includeInputFields ? 'kept' : 'omitted';
	const prefix = input === 'kept' ? columnPrefix : '';
	const shown = content.columns.filter((column) => output !== 'selected' || fields.includes(column));
	const columns: readonly string[] = [...(output === 'raw' ? ['results', 'metadata'] : shown), ...content.own];
	return {
		prefix,
		/** Returns the name of one of our columns, with the prefix. */
		nameOf: prefixer(prefix),
		/** The prefix of our columns in input rows. */
		inputPrefix: columnPrefix,
		input,
		details: caller === 'workflow' && settings.includeLookupDetails ? content.details : null,
		/** The data columns, without prefix. */
		columns,
		/** All columns in output order, without prefix. */
		layout: layoutOf(columns, content.lead),
		fill: output === 'raw' ? rawFill(content) : simplifiedFill(content, shown, columnPrefix),
		unrecognized,
		/** The columns that contain the identifiers. The node never empties them, even if an earlier run wrote them. */
		inputColumns: input === 'kept' ? readColumns : NO_NAMES,
		/** Whether found items are results of a search, and not about the person of the row. */
		hasResults: itemRows !== undefined,
		/** Returns the rows of which each is one item. */
		itemRows: itemRows ?? ((row: SettledRow): readonly SettledRow[] => [row]),
	};
}

const NO_NAMES: ReadonlySet<string> = new Set();

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

export function laidOut({ layout }: RowShape, status: FilledRow['data'], data: FilledRow['data']) {
	const cells: Array<[string, unknown]> = [];
	for (const column of layout) {
		if (Object.hasOwn(status, column)) cells.push([column, status[column]]);
		else if (Object.hasOwn(data, column)) cells.push([column, data[column]]);
	}
	return cells;
}

const rawFill =
	({ read }: ContentMapper): Fill =>
	(row, context) => {
		const content = read(row, context);
		const { results, metadata, error } = content.raw();
		// A column named `error` would trigger n8n's Retry On Fail. An empty text clears the column of an earlier run.
		const earlier = context.previous('service_error') ? { service_error: '' } : {};
		const serviceError = error === undefined ? earlier : { service_error: error };
		return { data: { results, metadata, ...serviceError, ...content.own }, changed: {}, notes: content.notes };
	};

const simplifiedFill =
	({ read }: ContentMapper, columns: readonly Column[], prefix: string): Fill =>
	(row, context) => {
		const content = read(row, context);
		const found = content.simplified;
		const earlier = earlierOf(context, prefix);
		const cells = earlier === null ? found : withEarlier(found, earlier);
		const changed = earlier === null ? {} : changes(earlier, cells);
		// Built from an empty object, because V8 is slow to spread several objects into one.
		const data: Record<string, unknown> = {};
		for (const column of columns) data[column] = cells[column] ?? null;
		for (const column of Object.keys(content.own)) data[column] = content.own[column];
		return { data, changed, notes: content.notes };
	};

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
