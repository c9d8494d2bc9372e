import type { INode, INodeExecutionData } from 'n8n-workflow';
import { at, field, isEmpty } from '../../api/json';
import { missingColumn } from '../read/parameterReader';
import { firstFew } from './explanations';
import type { RowShape } from './rowShape';
import { isOurStatus, OTHER_COLUMNS, STATUS_COLUMNS } from '../spec/operation';

/** Any of these columns shows that this node wrote the row, even if only some columns were stored. */
const WRITTEN = ['found', 'reason', 'retry_at', 'answered_at', 'resume'];

/**
 * Returns why a run without a column prefix would overwrite the user's columns, and in which rows: all, or only a few
 * that strangers may have written. Undefined if it would not.
 */
export function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, columns, details }: Pick<RowShape, 'prefix' | 'input' | 'columns' | 'details'>,
): { why: string; rows: 'all' | ReadonlySet<number> } | undefined {
	if (prefix !== '' || input === 'omitted') return undefined;
	const names: string[] = [...STATUS_COLUMNS, ...columns];
	if (details !== null) names.push('lookup');
	if (columns.includes('results')) names.push('service_error');
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
		rows: others.length * 5 >= items.length ? 'all' : new Set(others.map(({ index }) => index)),
	};
}

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem({ parameters }: INode, items: readonly INodeExecutionData[], prefix: string) {
	const column = missingColumn(at(parameters, 'options.skipWhen'), items);
	if (column === null || prefix === '' || !column.startsWith(prefix)) return undefined;
	const isOurs = [...STATUS_COLUMNS, ...OTHER_COLUMNS].includes(column.slice(prefix.length));
	if (isOurs || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}
