import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field } from '../../api/values/json';
import type { Run } from '../../run/run';
import { markRemedy, missingColumns, shown } from '../read/columns';
import type { InputReader } from '../read/inputReader';
import { runIndexOf } from '../read/parameterReader';
import { grouped } from '../spec/format';
import type { IdentifierField } from '../spec/identifierFields';
import { identifierFieldsOf } from '../spec/operation';
import { firstFew, reasonOf } from '../write/explanations';
import type { RowShape } from '../write/rowShape';
import type { Context } from './context';
import { info, warning, type Tally } from './summary';

/**
 * Warns if no field of a search reads the rows, so that each of them gets all results.
 * @param rows looked up
 */
export function sameValuesHint(
	{ operation, parameters }: Pick<Context, 'operation' | 'parameters'>,
	rows: number,
) {
	const readsRows = operation.fields.some(({ name }) => parameters.readsRow(name));
	if (rows < 2 || readsRows || identifierFieldsOf(operation).length > 0) return null;
	const same = `All ${grouped(rows)} rows use the same values, so that each has the same results.`;
	return warning(`${same} Drag a column into a field, or switch on Execute Once under Settings.`);
}

/** The columns of an item that n8n's table shows, and the items of its largest page. */
const TABLE = { columns: 40, items: 100 };

/**
 * Says how to see the columns that n8n's table hides: the last ones, which are those of the node.
 */
export function hiddenColumnsHint(
	items: readonly INodeExecutionData[],
	{ input, names, nameOf }: RowShape,
) {
	const own = names.map(nameOf);
	const namesIn = (json: IDataObject) =>
		new Set([...Object.keys(json).filter((name) => input.keeps(name, json)), ...own]);
	const columns = Math.max(...items.slice(0, TABLE.items).map(({ json }) => namesIn(json).size));
	const hidden = `The rows have ${columns} columns, of which n8n's table shows the first ${TABLE.columns}.`;
	return columns <= TABLE.columns
		? null
		: info(
				`${hidden} To see the results, set Input Fields to Selected or None, or choose Schema or JSON above.`,
			);
}

const LOOP =
	'The node ran again, because it stands in a loop of few rows. Remove the loop, or loop over parts of 500 rows: the ' +
	'node batches and deduplicates by itself.';
const WIRES =
	'The node ran again in this execution, because several connections lead to it. Put a Merge node before it.';
const FORGOTTEN =
	'The node no longer remembers all answers of the execution, so that people in several parts may be paid for again.';

/**
 * Rows of a part that is worth a loop: if n8n stops, only the answers of the current part are lost.
 */
const LEAST_PART = 100;

/**
 * Says why the node ran again in one execution; none for its first run, and in a loop over parts or
 * deferred rows.
 */
export function runAgainHints(
	context: Pick<Context, 'host' | 'node' | 'items' | 'columnPrefix' | 'execution'>,
): NodeExecutionHint[] {
	const { host, node, items, columnPrefix, execution } = context;
	const isDeferred = ({ json }: INodeExecutionData) =>
		field(json, `${columnPrefix}status`) === 'deferred';
	if (!(runIndexOf(host) > 0) || items.some(isDeferred)) return [];
	const forgotten = execution.forgets ? [warning(FORGOTTEN)] : [];
	const before = new Set(host.getParentNodes(node.name).map(({ name }) => name));
	const isLoop = host.getChildNodes(node.name).some(({ name }) => before.has(name));
	const isInParts = isLoop && (execution.mostRows ?? 0) >= LEAST_PART;
	if (isInParts) return forgotten;
	const why = isLoop ? LOOP : WIRES;
	return [warning(why), ...forgotten];
}

/** Warns about fields whose column no row has, for example because its name is mistyped. */
export const missingColumnHints = (
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	fields: readonly IdentifierField[],
): NodeExecutionHint[] =>
	missingColumns(
		parameters,
		items,
		fields.map(({ parameter }) => parameter),
	).map(({ label, path }) =>
		warning(
			`No row has the column ${quoted(shown(path))}, which ${label} names. Check its expression.`,
		),
	);

/** Warns about selected input fields that no row has. */
export const missingFieldHints = (
	names: readonly string[],
	items: readonly INodeExecutionData[],
): NodeExecutionHint[] =>
	names
		.filter((name) => !items.some(({ json }) => Object.hasOwn(json, name)))
		.map((name) =>
			warning(`No row has the field ${quoted(name)}, which Selected Input Fields names.`),
		);

/** Warns if nothing was sent for a whole sheet. */
export function nothingSentHint(
	{ rows }: Run,
	items: readonly INodeExecutionData[],
	tally: Tally,
	inputs: Pick<InputReader, 'fitting'>,
) {
	const { count, blankReasons } = tally;
	const isBlank = count('blank') === rows.length && blankReasons.size === 1;
	if (!isBlank) return null;
	const mark = markRemedy(items);
	const remedy = mark === null ? (inputs.fitting() ?? describeColumns(items[0])) : `${mark}.`;
	return warning(`${reasonOf(rows[0].outcome)} in every row. ${remedy}`);
}

function describeColumns({ json }: INodeExecutionData): string {
	const columns = Object.keys(json);
	if (columns.length === 0) return 'The rows have no columns.';
	if (columns.length === 1 && /[;\t|]/.test(columns[0]))
		return `The rows have one column, ${quoted(columns[0])}. Set the Delimiter in the node that reads the file.`;
	return `Check its expression: the rows have the columns ${firstFew(columns, 12)}.`;
}
