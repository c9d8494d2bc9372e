import { paidAgain } from './promises';
import type { Result } from './runCell';
import type { Status } from './seen';

/** One line of the table: cells, summed up. */
export interface Line {
	name: string;
	cells: number;
	rowsIn: number;
	rowsOut: number;
	/** Rows that n8n keeps in a failed execution, since the node threw. */
	kept: number;
	/** Rows that are in neither. */
	lost: number;
	statuses: Partial<Record<Status, number>>;
	requests: number;
	tokens: number;
	/** Questions that were charged again although their answer had arrived. */
	paidTwice: number;
	/** ms of the slowest cell. */
	slowest: number;
	broken: number;
}

/** Distinct rows that an item is linked to. */
const rowsOut = ({ seen }: Result): number => new Set(seen.items.flatMap(({ rows }) => rows)).size;

function lineOf(name: string, results: readonly Result[]): Line {
	const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
	const kept = (result: Result) => (result.seen.thrown ? result.seen.rowsIn : 0);
	const statuses: Line['statuses'] = {};
	for (const { rows, status } of results.flatMap(({ seen }) => seen.items))
		statuses[status] = (statuses[status] ?? 0) + rows.length;
	return {
		name,
		cells: results.length,
		rowsIn: sum(({ seen }) => seen.rowsIn),
		rowsOut: sum(rowsOut),
		kept: sum(kept),
		lost: sum((result) => Math.max(0, result.seen.rowsIn - rowsOut(result) - kept(result))),
		statuses,
		requests: sum(({ seen }) => seen.requests.length),
		tokens: sum(({ seen }) => seen.requests.reduce((total, { tokens }) => total + tokens, 0)),
		paidTwice: sum(({ seen }) => paidAgain(seen).length),
		slowest: Math.max(...results.map(({ seen }) => seen.took)),
		broken: sum((result) => Math.min(1, result.broken.length)),
	};
}

const lineName = ({ cell: { fault, mode } }: Result) => `${fault.name}, ${mode}`;
const cellName = (result: Result) => `${lineName(result)}, ${result.cell.operation.name}, ${result.cell.onError}`;

/** A line for each fault and mode. */
export function linesOf(results: readonly Result[]): Line[] {
	const names = [...new Set(results.map(lineName))];
	return names.map((name) =>
		lineOf(
			name,
			results.filter((result) => lineName(result) === name),
		),
	);
}

/** A line for each cell. */
export const cellLinesOf = (results: readonly Result[]): Line[] =>
	results.map((result) => lineOf(cellName(result), [result]));

export const totalOf = (results: readonly Result[]): Line => lineOf('all', results);

/** The cells that are broken, with the first thing that shows it. */
export const complaintsOf = (results: readonly Result[]): string[] =>
	results
		.filter(({ broken }) => broken.length > 0)
		.map(
			(result) =>
				`${cellName(result)}: ${result.broken[0]}${result.broken.length > 1 ? `, and ${result.broken.length - 1} more` : ''}`,
		);
