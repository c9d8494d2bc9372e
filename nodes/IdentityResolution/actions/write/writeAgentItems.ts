import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { onOneLine } from '../../api/json';
import { hitsOf } from '../../run/stats';
import type { SettledRow } from '../../run/rows';
import { counted } from '../spec/format';
import { laidOut, type RowShape } from './rowShape';
import { statusOf } from './writeRows';
import { NO_COLUMNS, PERSON_KEY } from '../read/previousColumns';
import { type RowContext, chargeOf } from './content';

const NO_DATA = 'The service has no data on this';
/** A model that does not get what it wants tends to repeat the call. */
const DO_NOT_REPEAT = 'Do not repeat this lookup: the result stays the same';

export const writeAgentItems = (rows: readonly SettledRow[], shape: RowShape): INodeExecutionData[] =>
	rows.map((row, index) => {
		const parts = shape.itemRows(row);
		return parts.length === 1 ? agentItem(parts[0], row, index, shape) : listItem(row, parts, index, shape);
	});

/** Columns for a later run of the node. */
const HIDDEN_COLUMNS: ReadonlySet<string> = new Set(['resume', 'answered_at', PERSON_KEY]);

const shown = (cells: Array<[column: string, value: unknown]>): IDataObject =>
	Object.fromEntries(cells.filter(([column, value]) => value !== null && !HIDDEN_COLUMNS.has(column))) as IDataObject;

const NO_CONTEXT: RowContext = {
	previous: NO_COLUMNS,
	earlier: NO_COLUMNS,
	addresses: () => [],
	texts: () => [],
	isError: false,
};

/** Returns our columns of the only item of a row without nulls, the cost of the row, and sentences for a miss. */
function agentItem(item: SettledRow, row: SettledRow, index: number, shape: RowShape): INodeExecutionData {
	const { data, notes } = shape.fill(item, NO_CONTEXT);
	const status = statusOf(item, [...missNotes(item), ...notes]);
	const json = { ...shown(laidOut(shape, status, data)), cost: costInWords(row) };
	return { json, pairedItem: { item: index } };
}

/** Columns that repeat others, or that a model does not need for each result of a list. */
const OMITTED_IN_LISTS = /^(?:first_name|last_name|.*_validated_at|.*_website_url|total|next_page|metadata)$/;

/** Returns the results of a search as one answer: a line with the names of the columns, and a line for each result. */
function listItem(row: SettledRow, parts: readonly SettledRow[], index: number, shape: RowShape): INodeExecutionData {
	const results = parts.flatMap((part) => (part.outcome.is === 'found' ? [shape.fill(part, NO_CONTEXT).data] : []));
	const columns = Object.keys(results[0] ?? {}).filter(
		(name) => !OMITTED_IN_LISTS.test(name) && results.some((result) => (result[name] ?? null) !== null),
	);
	const cells = results.map((result) => columns.map((name) => listCell(result[name])));
	// Raw results name their fields themselves.
	const lines = shape.columns.includes('results') ? cells : [columns, ...cells];
	const { total } = shape.fill(row, NO_CONTEXT).data;
	const list = results.length === 0 ? '' : lines.map((line) => line.join('; ')).join('\n');
	const json = { ...shown(Object.entries(statusOf(row, []))), total, cost: costInWords(row), results: list };
	return { json: json as IDataObject, pairedItem: { item: index } };
}

/** An empty cell keeps its place, and a semicolon or a line break within one does not make two of it. */
function listCell(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return typeof cell === 'object' ? JSON.stringify(cell) : onOneLine(String(cell)).replaceAll(';', ',');
}

function missNotes({ outcome, steps }: SettledRow): string[] {
	if (outcome.is !== 'not_found') return [];
	return steps.some((step) => step.outcome.is === 'found') ? [DO_NOT_REPEAT] : [NO_DATA, DO_NOT_REPEAT];
}

const UNKNOWN_COST = 'Unknown: the service did not report it';

/** Returns the cost of a row in words, so that a model can weigh its next call. */
function costInWords({ outcome, steps }: SettledRow): string {
	const paid = steps.filter(({ showsCharge }) => showsCharge);
	if (paid.some(({ record }) => record.lostCount > 0)) return UNKNOWN_COST;
	const charges = paid.map((step) => chargeOf(step.record, step.outcome));
	const tokens = charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0);
	const sent = paid.filter(({ record }) => record.attempts > 0);
	const hits = sent.reduce(
		(sum, { lookup, outcome: one }) => sum + (one.is === 'found' ? hitsOf(one.answer, lookup.identifier) : 0),
		0,
	);
	if (tokens !== null && tokens > 0) return `${counted(tokens, 'token')} charged`;
	if (tokens === 0)
		return outcome.is === 'found' && paid.every(({ record }) => record.attempts === 0)
			? 'Free: paid for earlier in this execution'
			: 'Free';
	// Other tools may be free.
	return paid.some(({ lookup }) => lookup.identifier.kind === 'body')
		? UNKNOWN_COST
		: `${counted(hits, 'hit')} charged`;
}
