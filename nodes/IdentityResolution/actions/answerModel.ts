import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SettledRow } from '../run/settle';
import type { Remembered } from './remembered';
import type { RowShape } from './rowShape';
import { statusOf } from './writeRow';

const NOTHING_KNOWN = 'The service has nothing on this';

/** Answers a model that uses the node as its tool, and remembers what it is told. */
export function answerModel(
	rows: readonly SettledRow[],
	shape: RowShape,
	remembered: Remembered,
): INodeExecutionData[] {
	for (const row of rows) remembered.keep(row);
	return rows.map((row, index) => told(row, index, shape));
}

/** What is for the node's next run, not for a reader. */
const NOT_TOLD: ReadonlySet<string> = new Set(['resume']);

/** Our columns that say something, and a miss in words. */
function told(row: SettledRow, index: number, shape: RowShape): INodeExecutionData {
	const { data, notes } = shape.fill(row, () => undefined);
	const columns: Record<string, unknown> = { ...statusOf(row, notes), ...data };
	if (row.outcome.is === 'not_found') columns.reason ??= NOTHING_KNOWN;
	const speaking = Object.entries(columns).filter(([column, value]) => value !== null && !NOT_TOLD.has(column));
	return { json: Object.fromEntries(speaking) as IDataObject, pairedItem: { item: index } };
}
