import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { COLUMN_NAMES, type Column } from '../../api/person/columns';
import { containsData, isEmpty } from '../../api/json';
import type { Outcome } from '../../run/outcome';
import { isAnswered } from '../../run/answerCache';
import type { SettledRow } from '../../run/rows';
import { addressesIn, previousColumns } from './previousColumns';
import { isAnotherPerson, keysOfRow, PERSON_KEY } from './personKey';
import { isOldError } from '../messages/rowErrors';
import { STATUS_COLUMNS, type RowShape } from './rowShape';
import { lostAnswerNote, reasonOf, retryAtOf } from '../messages/explanations';

/** Returns the item of a settled row: its input fields, if they are kept, and our columns. */
export function writeRow(
	input: INodeExecutionData,
	index: number,
	row: SettledRow,
	shape: RowShape,
): INodeExecutionData {
	const { prefix, inputPrefix } = shape;
	const kept = shape.input === 'kept';
	const previous = previousColumns(input.json, inputPrefix);
	const isResult = shape.describes === 'results' && row.outcome.is === 'found';
	const isSamePerson = !isResult && (row.outcome.is === 'planned' || !isAnotherPerson(keysOfRow(row), previous));
	const { data, changed, notes } = shape.fill(row, {
		previous,
		isSamePerson,
		addresses: () => addressesIn(input.json),
	});
	const status = statusOf(row, [...notes, ...personNotes(isSamePerson || isResult)]);
	const columns = [...Object.entries(status), ...Object.entries(data)];
	const untouched = isSkippedByUser(row.outcome) && !isEmpty(previous('status'));
	const keepsPrevious = (column: string) =>
		isSamePerson && !RUN_COLUMNS.has(column) && changed[column as Column] === undefined;
	const ours = columns.map(([column, value]): [string, unknown] => {
		const isEmptied = isNothing(value) && !isEmpty(previous(column));
		if (untouched || (isEmptied && keepsPrevious(column))) return [prefix + column, previous(column) ?? null];
		return [prefix + column, isEmptied ? (changed[column as Column] ?? EMPTIED) : value];
	});
	// Built at once: adding fields would create a hidden class per row in V8, which is larger than the row.
	const json = Object.fromEntries([...(kept ? fieldsOf(input, row, shape) : []), ...ours]);
	// Without a prefix, columns of other operations may be the user's own.
	if (kept && !untouched && prefix !== '') {
		const others = isSamePerson ? changed : otherPersonsCells(json, prefix);
		for (const [column, value] of Object.entries(others))
			if (!columns.some(([name]) => name === column) && Object.hasOwn(json, prefix + column))
				json[prefix + column] = value;
	}
	if (shape.details !== null) json[`${prefix}lookup`] = (untouched ? previous('lookup') : null) ?? shape.details(row);
	const item: INodeExecutionData = { json: json as IDataObject, pairedItem: { item: index } };
	return kept && input.binary ? { ...item, binary: input.binary } : item;
}

/** Clears the columns of all operations, because they describe another person. */
const otherPersonsCells = (json: Record<string, unknown>, prefix: string): Record<string, string> =>
	Object.fromEntries(
		[...COLUMN_NAMES, PERSON_KEY, 'sources', 'resume', 'results', 'metadata', 'service_error']
			.filter((column) => !isEmpty(json[prefix + column]))
			.map((column) => [column, EMPTIED]),
	);

const personNotes = (isSamePerson: boolean): string[] =>
	isSamePerson ? [] : ['The row named another person before, whose data was removed'];

function fieldsOf(
	{ json }: INodeExecutionData,
	{ outcome }: SettledRow,
	{ columns }: RowShape,
): Array<[string, unknown]> {
	const fields = Object.entries<unknown>(json);
	return isSkippedByUser(outcome) || !isOldError(json.error, columns)
		? fields
		: fields.filter(([name]) => name !== 'error');
}

/** Nodes that write to sheets do not change a cell for null. */
const EMPTIED = '';

const RUN_COLUMNS: ReadonlySet<string> = new Set(['status', 'reason', 'retry_at']);

/** Nothing to write: no value, or the empty results of a miss. */
const isNothing = (value: unknown) => value === null || (typeof value === 'object' && !containsData(value));

const isSkippedByUser = (outcome: Outcome) => outcome.is === 'skipped' && outcome.by === 'skip_when';

/** The status columns of a row. */
export const statusOf = (
	row: SettledRow,
	notes: readonly string[],
): Record<(typeof STATUS_COLUMNS)[number], unknown> => ({
	status: row.outcome.is,
	found: row.outcome.is === 'found' ? true : row.outcome.is === 'not_found' ? false : null,
	reason: reasonOf(row.outcome, lostAnswerNote(row), notes),
	retry_at: retryAtOf(row.outcome),
	answered_at: answeredAtOf(row),
});

/** The `answered_at` column: the time of the row's oldest answer (ISO 8601), or null. */
function answeredAtOf({ steps }: SettledRow): string | null {
	const times = steps.flatMap(({ outcome }) => (isAnswered(outcome) ? (outcome.answer.at ?? []) : []));
	return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}
