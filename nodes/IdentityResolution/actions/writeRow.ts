import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { emailBehind } from '../api/columns';
import { field } from '../api/json';
import type { Outcome } from '../run/outcome';
import type { SettledRow } from '../run/settle';
import { lookupDetails } from './lookupDetails';
import { STATUS_COLUMNS, type RowShape } from './rowShape';
import { reasonOf, retryAtOf } from './sentences';

/** The item that a settled row leaves as: its input fields, where they are kept, and our columns beside them. */
export function writeRow(input: INodeExecutionData, index: number, row: SettledRow, shape: RowShape): INodeExecutionData {
	const { prefix } = shape;
	const kept = shape.input === 'kept';
	const json: Record<string, unknown> = kept ? { ...input.json } : {};
	const untouched = isLeftOut(row.outcome) && !isBlank(field(json, `${prefix}status`));
	const columns: Record<string, unknown> = { ...statusOf(row.outcome), ...dataOf(row.outcome, shape) };
	for (const [column, value] of Object.entries(columns)) {
		const name = prefix + column;
		const stays = untouched || (value === null && outlastsNull(column, columns, (other) => (kept ? field(input.json, prefix + other) : null)));
		if (!stays) json[name] = value;
		else if (!Object.hasOwn(json, name)) json[name] = null;
	}
	if (shape.details === 'added') json[`${prefix}lookup`] = lookupDetails(row);
	const item: INodeExecutionData = { json: json as IDataObject, pairedItem: { item: index } };
	return kept && input.binary ? { ...item, binary: input.binary } : item;
}

const TELLS_OF_THIS_RUN: ReadonlySet<string> = new Set(['status', 'reason', 'retry_at']);

/**
 * Whether a column keeps what it came in with where there is nothing new, so that a second run forgets nothing. But the
 * grade, date and form of an e-mail go with that e-mail.
 */
function outlastsNull(column: string, columns: Record<string, unknown>, before: (column: string) => unknown): boolean {
	if (TELLS_OF_THIS_RUN.has(column)) return false;
	const email = emailBehind(column);
	const replaced = email !== null && !isBlank(columns[email]) && columns[email] !== before(email);
	return !replaced;
}

const isBlank = (cell: unknown) => cell === undefined || cell === null || cell === '';
const isLeftOut = (outcome: Outcome) => outcome.is === 'skipped' && outcome.by === 'skip_when';

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
