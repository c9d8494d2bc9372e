import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { COLUMN_NAMES, emailBehind } from '../api/columns';
import { holdsData } from '../api/json';
import type { Outcome } from '../run/outcome';
import type { SettledRow } from '../run/settle';
import { beforeIn, type Before } from './before';
import { isOldError } from './rowErrors';
import { STATUS_COLUMNS, type RowShape } from './rowShape';
import { doubtOf, reasonOf, retryAtOf } from './sentences';

/** The item that a settled row leaves as: its input fields, where they are kept, and our columns beside them. */
export function writeRow(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
): INodeExecutionData {
	const { prefix, prefixBefore } = shape;
	const kept = shape.input === 'kept';
	const before = beforeIn(input.json, prefixBefore);
	const { data, notes } = shape.fill(row, before);
	const columns: Record<string, unknown> = { ...statusOf(row, notes), ...data };
	const untouched = isLeftOut(row.outcome) && !isBlank(before('status'));
	const ours = Object.entries(columns).map(([column, value]): [string, unknown] => {
		const isEmptied = isNothing(value) && !isBlank(before(column));
		if (untouched || (isEmptied && outlasts(column, columns, before)))
			return [prefix + column, before(column) ?? null];
		return [prefix + column, isEmptied ? EMPTIED : value];
	});
	// Spread and then added to, each row would get a hidden class of its own in V8, which takes more room than its cells.
	const json = Object.fromEntries([...(kept ? fieldsOf(input, row, shape) : []), ...ours]);
	if (kept && !untouched) forgetOtherEmails(json, columns, before, prefix);
	if (shape.details !== null) json[`${prefix}lookup`] = (untouched ? before('lookup') : null) ?? shape.details(row);
	const item: INodeExecutionData = { json: json as IDataObject, pairedItem: { item: index } };
	return kept && input.binary ? { ...item, binary: input.binary } : item;
}

function fieldsOf(
	{ json }: INodeExecutionData,
	{ outcome }: SettledRow,
	{ columns }: RowShape,
): Array<[string, unknown]> {
	const fields = Object.entries<unknown>(json);
	return isLeftOut(outcome) || !isOldError(json.error, columns)
		? fields
		: fields.filter(([name]) => name !== 'error');
}

/** Nodes that write to sheets leave a cell as it is where they are given null. */
const EMPTIED = '';

const TELLS_OF_THIS_RUN: ReadonlySet<string> = new Set(['status', 'reason', 'retry_at']);

/**
 * Whether a column keeps what it came in with where there is nothing new, so that a second run forgets nothing. But the
 * grade, date and form of an e-mail go with that e-mail.
 */
function outlasts(column: string, columns: Record<string, unknown>, before: Before): boolean {
	if (TELLS_OF_THIS_RUN.has(column)) return false;
	const email = emailBehind(column);
	return email === null || !isReplaced(email, columns, before);
}

/** Columns of another operation tell about the e-mail that stood there; beside a new one they would be wrong. */
function forgetOtherEmails(
	json: Record<string, unknown>,
	columns: Record<string, unknown>,
	before: Before,
	prefix: string,
): void {
	for (const column of COLUMN_NAMES) {
		const email = emailBehind(column);
		const foreign = email !== null && !Object.hasOwn(columns, column) && Object.hasOwn(json, prefix + column);
		if (foreign && isReplaced(email, columns, before)) json[prefix + column] = EMPTIED;
	}
}

const isReplaced = (email: string, columns: Record<string, unknown>, before: Before) =>
	!isBlank(columns[email]) && columns[email] !== before(email);

const isBlank = (cell: unknown) => cell === undefined || cell === null || cell === '';

/** Nothing to write: no value, or the empty results of a miss. */
const isNothing = (value: unknown) => value === null || (typeof value === 'object' && !holdsData(value));

const isLeftOut = (outcome: Outcome) => outcome.is === 'skipped' && outcome.by === 'skip_when';

/** What became of a row, in the columns that come first. */
export const statusOf = (
	row: SettledRow,
	notes: readonly string[],
): Record<(typeof STATUS_COLUMNS)[number], unknown> => ({
	status: row.outcome.is,
	found: row.outcome.is === 'found' ? true : row.outcome.is === 'not_found' ? false : null,
	reason: [reasonOf(row.outcome), doubtOf(row), ...notes].filter((sentence) => sentence !== null).join('. ') || null,
	retry_at: retryAtOf(row.outcome),
});
