import Table from 'cli-table3';
import { cellName } from './cells';
import type { Status } from './expectation';
import type { CellResult } from './runCells';

const sum = (results: readonly CellResult[], count: (result: CellResult) => number) =>
	results.reduce((total, result) => total + count(result), 0);
const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'no end');
const withStatus = (status: Status) => (results: readonly CellResult[]) =>
	sum(results, ({ observed: { items } }) =>
		items.reduce((rows, item) => rows + (item.status === status ? item.rows.length : 0), 0),
	);

const COLUMNS = {
	cells: (results) => results.length,
	'rows out': (results) => sum(results, ({ observed }) => new Set(observed.items.flatMap(({ rows }) => rows)).size),
	found: withStatus('found'),
	not_found: withStatus('not_found'),
	failed: withStatus('failed'),
	deferred: withStatus('deferred'),
	error: withStatus('error'),
	requests: (results) => sum(results, ({ observed }) => observed.requests.length),
	lost: (results) => sum(results, ({ verdict }) => verdict.lost),
	'paid twice': (results) => sum(results, ({ verdict }) => verdict.paidTwice),
	slowest: (results) => seconds(Math.max(...results.map(({ observed }) => observed.time))),
	broken: (results) => sum(results, ({ verdict }) => Math.min(1, verdict.broken.length)),
} satisfies Record<string, (results: readonly CellResult[]) => number | string>;

export function tableOf(results: readonly CellResult[]): string {
	const table = new Table({
		head: ['', ...Object.keys(COLUMNS)],
		colAligns: ['left', ...Object.keys(COLUMNS).map(() => 'right' as const)],
		style: { compact: true, head: [], border: [] },
	});
	const lines = new Map<string, CellResult[]>();
	for (const result of results) {
		const name = `${result.cell.fault.name}, ${result.cell.mode}`;
		lines.set(name, [...(lines.get(name) ?? []), result]);
	}
	for (const [name, some] of [...lines, ['all', results] as const])
		table.push([name, ...Object.values(COLUMNS).map((column) => column(some).toLocaleString('en-US'))]);
	return `${table.toString()}\nLost: rows that are neither in the output nor in an execution that the node failed.`;
}

export const brokenCells = (results: readonly CellResult[]): string[] =>
	results
		.filter(({ verdict: { broken } }) => broken.length > 0)
		.map(({ cell, verdict: { broken } }) => `${cellName(cell)}: ${broken.join('; ')}`);
