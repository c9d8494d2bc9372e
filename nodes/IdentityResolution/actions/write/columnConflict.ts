import type { INodeExecutionData } from 'n8n-workflow';
import { isEmpty } from '../../api/json';
import type { RowShape } from './rowShape';
import { DATA_COLUMNS, STATUS_COLUMNS } from '../spec/columns';

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
