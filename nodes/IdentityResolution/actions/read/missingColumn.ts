import type { INode, INodeExecutionData } from 'n8n-workflow';
import { at } from '../../api/json';
import { plainColumn } from './columnReference';
import { DATA_COLUMNS, OCCASIONAL_COLUMNS, STATUS_COLUMNS } from '../spec/columns';

/** The byte order mark, which some programs write before the first column of a CSV file. */
const MARK = '\uFEFF';

const MARK_REMEDY =
	'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).';

/** Returns the column that a parameter names although no row has it; null if there is none. */
export function missingColumn(parameter: unknown, items: readonly INodeExecutionData[]): string | null {
	const column = plainColumn(parameter);
	return column === null || items.some(({ json }) => Object.hasOwn(json, column)) ? null : column;
}

/** Returns a remedy if the rows come from a file with a byte order mark; else null. */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith(MARK)) ? MARK_REMEDY : null;

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem(
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	prefix: string,
): string | undefined {
	const column = missingColumn(at(parameters, 'options.skipWhen'), items);
	const isTypo =
		column !== null && prefix !== '' && column.startsWith(prefix) && !isOurs(column.slice(prefix.length));
	if (!isTypo || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}

const isOurs = (name: string) => [...STATUS_COLUMNS, ...DATA_COLUMNS, ...OCCASIONAL_COLUMNS].includes(name);
