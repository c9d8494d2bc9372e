import type { Cells, Column } from '../api/columns';
import type { SettledRow } from '../run/settle';
import type { Before } from './before';
import type { Content } from './content';
import type { Settings } from './settings';

/** Columns that say what became of the row. They come first, whatever the output. */
export const STATUS_COLUMNS = ['status', 'found', 'reason', 'retry_at'] as const;

/** How our columns are named and filled in one run. */
export interface RowShape {
	prefix: string;
	/** What our columns are called in the rows that come in. */
	prefixBefore: string;
	input: 'kept' | 'left_out';
	details: Content['details'] | null;
	/** The data columns, without prefix. */
	columns: readonly string[];
	/** What a row puts into them. @param before what a column came in with */
	fill(row: SettledRow, before: Before): Filled;
	paid: Content['paid'];
}

/** The data of a row, and what there is to say about it. */
export interface Filled {
	/** By data column, all of them. */
	data: Record<string, unknown>;
	notes: readonly string[];
}

/** The shape that a user chose; a model that uses the node as a tool gets our columns alone. */
export function shapeFor(content: Content, settings: Settings, caller: 'workflow' | 'model'): RowShape {
	const input = caller === 'workflow' && settings.includeInputFields ? 'kept' : 'left_out';
	const details = caller === 'workflow' && settings.includeLookupDetails ? content.details : null;
	const prefix = input === 'kept' ? settings.columnPrefix : '';
	return {
		prefix,
		prefixBefore: settings.columnPrefix,
		input,
		details,
		paid: content.paid,
		...contentOf(content, settings),
	};
}

function contentOf(
	{ columns: fillable, own, read }: Content,
	{ output, fields }: Settings,
): Pick<RowShape, 'columns' | 'fill'> {
	if (output === 'raw') {
		return {
			columns: ['results', 'metadata', ...own],
			fill: (row, before) => {
				const told = read(row, before);
				const { results, metadata, error } = told.raw();
				// A column named `error` would trigger n8n's Retry On Fail. An empty text clears the column of an
				// earlier run.
				const earlier = before('service_error') ? { service_error: '' } : {};
				const besides = error === undefined || error === null ? earlier : { service_error: error };
				return { data: { results, metadata, ...besides, ...told.own }, notes: told.notes };
			},
		};
	}
	const columns = output === 'selected' ? fillable.filter((column) => fields.includes(column)) : fillable;
	return {
		columns: [...columns, ...own],
		fill: (row, before) => {
			const told = read(row, before);
			return { data: { ...pick(told.simplified(), columns), ...told.own }, notes: told.notes };
		},
	};
}

const pick = (cells: Cells, columns: readonly Column[]) =>
	Object.fromEntries(columns.map((column) => [column, cells[column] ?? null]));
