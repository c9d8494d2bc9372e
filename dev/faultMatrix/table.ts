import type { Line } from './report';
import type { Status } from './seen';

const whole = (count: number) => count.toLocaleString('en-US');

const STATUS_COLUMNS: readonly Status[] = [
	'found',
	'not_found',
	'skipped',
	'invalid',
	'failed',
	'deferred',
	'error',
	'unmarked',
];

type Column = [title: string, cell: (line: Line) => string];

const COLUMNS: readonly Column[] = [
	['', ({ name }) => name],
	['cells', ({ cells }) => whole(cells)],
	['rows in', ({ rowsIn }) => whole(rowsIn)],
	['out', ({ rowsOut }) => whole(rowsOut)],
	['kept', ({ kept }) => whole(kept)],
	...STATUS_COLUMNS.map((status): Column => [status, ({ statuses }) => whole(statuses[status] ?? 0)]),
	['requests', ({ requests }) => whole(requests)],
	['tokens', ({ tokens }) => whole(tokens)],
	['lost', ({ lost }) => whole(lost)],
	['paid twice', ({ paidTwice }) => whole(paidTwice)],
	['slowest', ({ slowest }) => (Number.isFinite(slowest) ? `${(slowest / 1_000).toFixed(1)} s` : 'no end')],
	['broken', ({ broken }) => whole(broken)],
];

/** What the columns mean that do not say so themselves. */
export const LEGEND = [
	'kept: rows that n8n keeps in a failed execution, since the node threw its one error',
	'error: rows that left on the error output, failed or invalid; unmarked: rows without a status',
	'lost: rows that are in neither; paid twice: charged again although the answer had arrived',
].join('\n');

/** Titles, then a line for each. Columns that hold nothing but zeros in all lines are left out where they tell of a status. */
export function table(lines: readonly Line[]): string {
	const columns = COLUMNS.filter(
		([title]) =>
			!STATUS_COLUMNS.some((status) => status === title) ||
			lines.some(({ statuses }) => statuses[title as Status]),
	);
	const rows = [columns.map(([title]) => title), ...lines.map((line) => columns.map(([, cell]) => cell(line)))];
	const widths = columns.map((_, place) => Math.max(...rows.map((row) => row[place].length)));
	const pad = (cell: string, place: number) => (place === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[place]));
	return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
