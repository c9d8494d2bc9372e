import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { onOneLine } from '../../api/values/json';
import type { SettledRow } from '../../run/rows';
import { hitsOf } from '../../service/stats';
import { counted } from '../spec/format';
import { RULES, STATUS_COLUMNS } from '../spec/columns';
import { chargeOf, sumOf } from './lookupDetails';
import { fillStatus, type RowShape } from './rowShape';

/** Returns the answers to an AI agent: one item per row. */
export const writeAgentItems = (
	rows: readonly SettledRow[],
	shape: RowShape,
): INodeExecutionData[] =>
	rows.map((row, item) => {
		const parts = [...shape.itemRows(row)].filter((part) => part !== null);
		const cost = costInWords(row);
		const json =
			parts.length === 1
				? { ...shown(shape.fill(parts[0], {}).data, columnsFor(parts[0], shape)), cost }
				: listItem(row, parts, cost, shape);
		return { json, pairedItem: { item } };
	});

/** A model would take any contact data for that of the requested person. */
const columnsFor = ({ outcome }: SettledRow, { layout }: RowShape): readonly string[] =>
	outcome.is === 'conflict' ? STATUS_COLUMNS : layout;

/**
 * The filled columns but those for later runs, of the service's tools, which a model could take for
 * its own, and of obscured emails.
 */
function shown(data: Readonly<Record<string, unknown>>, columns: readonly string[]): IDataObject {
	const own = columns.filter((column) => RULES.get(column)?.agent !== 'never');
	const filled = own.filter((column) => (data[column] ?? null) !== null);
	return Object.fromEntries(filled.map((column) => [column, data[column]])) as IDataObject;
}

/**
 * Whether a list of results has a column: none of the status, none that repeats others, and none
 * that a model does not need for each result.
 */
function isListed(column: string): boolean {
	const rules = RULES.get(column);
	return rules !== undefined && !rules.isOfStatus && rules.agent === undefined;
}

/**
 * Returns the results of a search as one answer: a line with the names of the columns, and a line
 * for each result.
 */
function listItem(
	row: SettledRow,
	parts: readonly SettledRow[],
	cost: string,
	shape: RowShape,
): IDataObject {
	const results = parts.flatMap((part) =>
		part.outcome.is === 'found' ? [shape.fill(part, {}).data] : [],
	);
	const isFilledIn = (name: string) => results.some((result) => (result[name] ?? null) !== null);
	const columns = shape.layout.filter((name) => isListed(name) && isFilledIn(name));
	const cells = results.map((result) => columns.map((name) => listCell(result[name])));
	// Raw results name their fields themselves.
	const lines = shape.columns.includes('results') ? cells : [columns, ...cells];
	const { total } = shape.fill(row, {}).data;
	const list = results.length === 0 ? '' : lines.map((line) => line.join('; ')).join('\n');
	return {
		...shown(fillStatus({}, row, []), STATUS_COLUMNS),
		total,
		cost,
		results: list,
	} as IDataObject;
}

/**
 * An empty cell keeps its place, and a semicolon or a line break within one does not make two of
 * it.
 */
function listCell(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return typeof cell === 'object'
		? JSON.stringify(cell)
		: onOneLine(String(cell)).replaceAll(';', ',');
}

export const chargedInWords = (tokens: number) => `${counted(tokens, 'token')} charged`;

const UNKNOWN_COST = 'Unknown: the service did not report it';
const PAID_BEFORE = ': paid for earlier in this execution';

/** Returns the cost of a row in words, so that a model can weigh its next call. */
function costInWords({ outcome, steps }: SettledRow): string {
	const paid = steps.filter(({ showsCharge }) => showsCharge);
	if (paid.some(({ record }) => record.lostCount > 0)) return UNKNOWN_COST;
	const sent = paid.filter(({ record }) => record.attempts > 0);
	const tokens = sumOf(paid.map(chargeOf));
	if (tokens !== null) {
		const isFromBefore = tokens === 0 && outcome.is === 'found' && sent.length === 0;
		return chargedInWords(tokens) + (isFromBefore ? PAID_BEFORE : '');
	}
	// Other tools may be free.
	if (paid.some(({ lookup }) => lookup.identifier.kind === 'body')) return UNKNOWN_COST;
	const hits = sent.reduce(
		(sum, { lookup, outcome: one }) =>
			sum + (one.is === 'found' ? hitsOf(one.answer, lookup.identifier) : 0),
		0,
	);
	return chargedInWords(hits) + (hits > 0 ? ' (estimated)' : '');
}
