import { fillableColumns, type Cell, type Column } from '../api/columns';
import { simplify } from '../api/simplify';
import type { Answer } from '../api/reading';
import type { LookupOperation } from './operation';
import type { Settings } from './settings';

/** Columns that say what became of the row. They come first, whatever the output. */
export const STATUS_COLUMNS = ['status', 'found', 'reason', 'retry_at'] as const;

/** How our columns are named and filled in one run. */
export interface RowShape {
	prefix: string;
	/** What our columns are called in the rows that come in. */
	prefixBefore: string;
	input: 'kept' | 'left_out';
	details: 'added' | 'left_out';
	/** The data columns, without prefix. */
	columns: readonly string[];
	/** What an answer puts into the data columns. */
	fill(answer: Answer): Record<string, unknown>;
}

/** The shape that a user chose; a model that uses the node as a tool gets our columns alone. */
export function shapeFor(operation: LookupOperation, settings: Settings, caller: 'workflow' | 'model'): RowShape {
	const input = caller === 'workflow' && settings.includeInputFields ? 'kept' : 'left_out';
	const details = caller === 'workflow' && settings.includeLookupDetails ? 'added' : 'left_out';
	return { prefix: input === 'kept' ? settings.columnPrefix : '', prefixBefore: settings.columnPrefix, input, details, ...contentOf(operation, settings) };
}

function contentOf({ tool }: LookupOperation, { output, fields }: Settings): Pick<RowShape, 'columns' | 'fill'> {
	if (tool === null || output === 'raw') {
		return { columns: ['results', 'metadata'], fill: ({ results, metadata }) => ({ results, metadata }) };
	}
	const sources = tool.columns;
	const fillable = fillableColumns(sources);
	const columns = output === 'selected' ? fillable.filter((column) => fields.includes(column)) : fillable;
	return { columns, fill: ({ results }) => pick(simplify(sources, results), columns) };
}

const pick = (cells: Partial<Record<Column, Cell>>, columns: Column[]) =>
	Object.fromEntries(columns.map((column) => [column, cells[column] ?? null]));
