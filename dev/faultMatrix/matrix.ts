import pLimit from 'p-limit';
import type { NodeTypes } from '../n8n/engine/nodeTypes';
import type { FaultSpec } from './catalogue';
import { ON_ERROR, type Cell, type QuietRow } from './expectation';
import { OPERATIONS, type Operation } from './operations';
import { quietDay, runCell, type Result } from './runCell';

/** So many cells of a kind at once: those of the account send one request and wait for a minute. */
const AT_ONCE: Record<Operation['kind'], number> = { account: 64, lookup: 24 };

/** Every fault in each of its modes x every operation x every On Error. Cells of one fault do not stand together, so that its load is spread. */
export const cellsOf = (faults: readonly FaultSpec[]): Cell[] =>
	ON_ERROR.flatMap((onError) =>
		OPERATIONS.flatMap((operation) =>
			faults.flatMap((fault) => fault.modes.map((mode) => ({ fault, mode, operation, onError }))),
		),
	);

/** Runs all cells, several at a time. Results come in the order of the cells. */
export async function runMatrix(types: NodeTypes, cells: readonly Cell[]): Promise<Result[]> {
	const quiet = new Map<Operation, QuietRow[]>();
	for (const operation of new Set(cells.map((cell) => cell.operation)))
		quiet.set(operation, await quietDay(types, operation));
	const run = (cell: Cell) => runCell(types, cell, quiet.get(cell.operation) ?? []);

	const lanes = { account: pLimit(AT_ONCE.account), lookup: pLimit(AT_ONCE.lookup) };
	const results = new Map<Cell, Result>();
	const together = waitingFirst(cells.filter(({ fault }) => fault.runs === 'among_others'));
	await Promise.all(
		together.map((cell) => lanes[cell.operation.kind](async () => results.set(cell, await run(cell)))),
	);
	for (const cell of cells.filter(({ fault }) => fault.runs === 'alone')) results.set(cell, await run(cell));
	return cells.map((cell) => results.get(cell)).filter((result) => result !== undefined);
}

/** Those that wait the longest begin first, and the others run beside them. */
const waitingFirst = (cells: readonly Cell[]): Cell[] => [
	...cells.filter(({ fault }) => fault.ends === 'by_time_out'),
	...cells.filter(({ fault }) => fault.ends === 'by_itself' && fault.means === 'limited'),
	...cells.filter(({ fault }) => fault.ends === 'by_itself' && fault.means !== 'limited'),
];
