import type { INodeExecutionData } from 'n8n-workflow';
import { COLUMN_NAMES } from '../api/columns';
import type { RowShape } from './rowShape';

const ALL_COLUMNS = [...COLUMN_NAMES, 'results', 'metadata'];

/**
 * The name of the status column where rows came in with one that another operation, or another choice of columns, wrote;
 * else null. An operation always writes the same columns beside its status, so others beside it give it away.
 */
export function statusOfAnotherOperation(items: INodeExecutionData[], { input, prefix, columns }: RowShape): string | null {
	if (input === 'left_out') return null;
	const name = `${prefix}status`;
	const row = items.find(({ json }) => ![undefined, null, ''].includes(json[name] as undefined));
	if (row === undefined) return null;
	const ours = new Set(columns);
	const differs = ALL_COLUMNS.some((column) => Object.hasOwn(row.json, prefix + column) !== ours.has(column));
	return differs ? name : null;
}
