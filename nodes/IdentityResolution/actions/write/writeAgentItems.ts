import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { onOneLine } from '../../api/json';
import { hitsOf } from '../../run/stats';
import type { SettledRow } from '../../run/rows';
import { counted } from '../spec/format';
import { laidOut, type RowShape } from './rowShape';
import { statusOf } from './writeRows';
import { PERSON_KEY } from '../read/previousColumns';
import { chargeOf, hasHit, sumOf } from './content';

export const writeAgentItems = (rows: readonly SettledRow[], shape: RowShape): INodeExecutionData[] =>
	rows.map((row, item) => {
		const parts = shape.itemRows(row);
		const cost = costInWords(row);
		const json = parts.length === 1 ? { ...agentItem(parts[0], shape), cost } : listItem(row, parts, cost, shape);
		return { json, pairedItem: { item } };
	});

/** Columns for a later run of the node. */
const HIDDEN_COLUMNS: ReadonlySet<string> = new Set(['resume', 'answered_at', PERSON_KEY]);

const shown = (cells: Array<[column: string, value: unknown]>): IDataObject =>
	Object.fromEntries(cells.filter(([column, value]) => value !== null && !HIDDEN_COLUMNS.has(column))) as IDataObject;

/** Returns our columns of the only item of a row without nulls, and sentences for a miss. */
function agentItem(item: SettledRow, shape: RowShape): IDataObject {
	const { data, notes } = shape.fill(item, {});
	return shown(laidOut(shape, statusOf(item, [...missNotes(item), ...notes]), data));
}

/** Columns that repeat others, or that a model does not need for each result of a list. */
const OMITTED_IN_LISTS = /^(?:first_name|last_name|.*_validated_at|.*_website_url|total|next_page|metadata)$/;

/** Returns the results of a search as one answer: a line with the names of the columns, and a line for each result. */
function listItem(row: SettledRow, parts: readonly SettledRow[], cost: string, shape: RowShape): IDataObject {
	const results = parts.flatMap((part) => (part.outcome.is === 'found' ? [shape.fill(part, {}).data] : []));
	const columns = Object.keys(results[0] ?? {}).filter(
		(name) => !OMITTED_IN_LISTS.test(name) && results.some((result) => (result[name] ?? null) !== null),
	);
	const cells = results.map((result) => columns.map((name) => listCell(result[name])));
	// Raw results name their fields themselves.
	const lines = shape.columns.includes('results') ? cells : [columns, ...cells];
	const { total } = shape.fill(row, {}).data;
	const list = results.length === 0 ? '' : lines.map((line) => line.join('; ')).join('\n');
	return { ...shown(Object.entries(statusOf(row, []))), total, cost, results: list } as IDataObject;
}

/** An empty cell keeps its place, and a semicolon or a line break within one does not make two of it. */
function listCell(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return typeof cell === 'object' ? JSON.stringify(cell) : onOneLine(String(cell)).replaceAll(';', ',');
}

/** A model that does not get what it wants tends to repeat the call. */
function missNotes(row: SettledRow): string[] {
	if (row.outcome.is !== 'not_found') return [];
	const doNotRepeat = 'Do not repeat this lookup: the result stays the same';
	return hasHit(row) ? [doNotRepeat] : ['The service has no data on this', doNotRepeat];
}

const UNKNOWN_COST = 'Unknown: the service did not report it';
const FREE_BEFORE = 'Free: paid for earlier in this execution';

/** Returns the cost of a row in words, so that a model can weigh its next call. */
function costInWords({ outcome, steps }: SettledRow): string {
	const paid = steps.filter(({ showsCharge }) => showsCharge);
	if (paid.some(({ record }) => record.lostCount > 0)) return UNKNOWN_COST;
	const sent = paid.filter(({ record }) => record.attempts > 0);
	const tokens = sumOf(paid.map(chargeOf));
	if (tokens === 0) return outcome.is === 'found' && sent.length === 0 ? FREE_BEFORE : 'Free';
	if (tokens !== null) return `${counted(tokens, 'token')} charged`;
	// Other tools may be free.
	if (paid.some(({ lookup }) => lookup.identifier.kind === 'body')) return UNKNOWN_COST;
	const hits = sent.reduce(
		(sum, { lookup, outcome: one }) => sum + (one.is === 'found' ? hitsOf(one.answer, lookup.identifier) : 0),
		0,
	);
	return `${counted(hits, 'hit')} charged`;
}
