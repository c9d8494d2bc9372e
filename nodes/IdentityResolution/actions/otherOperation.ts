import type { INodeExecutionData } from 'n8n-workflow';
import { COLUMN_NAMES } from '../api/columns';
import { NO_SETTINGS } from './operation';
import { LOOKUPS } from './operations';
import type { RowShape } from './rowShape';

const OWN_COLUMNS = LOOKUPS.flatMap(({ content }) => content(NO_SETTINGS).own);
const ALL_COLUMNS: readonly string[] = [...COLUMN_NAMES, 'results', 'metadata', ...OWN_COLUMNS];
const LOOKED_AT = 100;

/**
 * The name of the status column where rows came in with one that another operation, or another choice of columns, wrote;
 * else null. Columns that are not this operation's give it away, and so does a found row without most of its own, or without the sources that every
 * found row of *Resolve* has: not without any other one of them, as a file that is read back has lost the cells that were empty.
 */
export function statusOfAnotherOperation(items: INodeExecutionData[], { input, prefix, columns }: RowShape): string | null {
	if (input === 'left_out') return null;
	const name = `${prefix}status`;
	const rows = items.filter(({ json }) => !isBlank(json[name])).slice(0, LOOKED_AT);
	const ours = new Set<string>(columns);
	const foreign = ALL_COLUMNS.filter((column) => !ours.has(column));
	const has = ({ json }: INodeExecutionData) => (column: string) => Object.hasOwn(json, prefix + column);
	const differs = rows.some((row) => {
		if (foreign.some(has(row))) return true;
		if (row.json[name] !== 'found') return false;
		return (ours.has('sources') && isBlank(row.json[`${prefix}sources`])) || columns.filter(has(row)).length * 2 < columns.length;
	});
	return differs ? name : null;
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';
