import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { field } from '../api/json';
import type { Outcome } from '../run/outcome';
import type { SettledRow } from '../run/settle';
import { lookupDetails } from './lookupDetails';
import { STATUS_COLUMNS, type RowShape } from './rowShape';
import { reasonOf, retryAtOf } from './sentences';

/** The item that a settled row leaves as: its input fields, where they are kept, and our columns beside them. */
export function writeRow(input: INodeExecutionData, index: number, row: SettledRow, shape: RowShape): INodeExecutionData {
	const kept = shape.input === 'kept';
	const json: Record<string, unknown> = kept ? { ...input.json } : {};
	const columns = { ...statusOf(row.outcome), ...dataOf(row.outcome, shape) };
	for (const [column, value] of Object.entries(columns)) {
		const name = shape.prefix + column;
		const before = kept ? field(input.json, name) : undefined;
		json[name] = keepsBefore(row.outcome, column, value, before) ? (before ?? null) : value;
	}
	if (shape.details === 'added') json[`${shape.prefix}lookup`] = lookupDetails(row);
	const item: INodeExecutionData = { json: json as IDataObject, pairedItem: { item: index } };
	return kept && input.binary ? { ...item, binary: input.binary } : item;
}

const statusOf = (outcome: Outcome): Record<(typeof STATUS_COLUMNS)[number], unknown> => ({
	status: outcome.is,
	found: outcome.is === 'found' ? true : outcome.is === 'not_found' ? false : null,
	reason: reasonOf(outcome),
	retry_at: retryAtOf(outcome),
});

const dataOf = (outcome: Outcome, { columns, fill }: RowShape): Record<string, unknown> =>
	outcome.is === 'found' || outcome.is === 'not_found'
		? fill(outcome.answer)
		: Object.fromEntries(columns.map((column) => [column, null]));

/**
 * Whether a column keeps what it came in with. Nothing ever forgets a value: where there is no new one, the one from an
 * earlier node or run stays. But status, reason and retry_at tell of this run, unless Skip When left the row out of it.
 */
function keepsBefore(outcome: Outcome, column: string, value: unknown, before: unknown): boolean {
	const held = before !== undefined && before !== null && before !== '';
	if (outcome.is === 'skipped' && outcome.by === 'skip_when') return column === 'reason' ? false : held;
	const tellsOfThisRun = column === 'status' || column === 'reason' || column === 'retry_at';
	return held && value === null && !tellsOfThisRun;
}
