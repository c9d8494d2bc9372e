import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SettledRow } from '../../run/rows';
import type { RowContext } from './content';
import { PERSON_KEY } from './personKey';
import type { ExecutionCache } from './executionCache';
import type { RowShape } from './rowShape';
import { statusOf } from './writeRow';

const NO_DATA = 'The service has nothing on this';

/** Returns items for an AI agent, and caches its answers. */
export function writeAgentItems(
	rows: readonly SettledRow[],
	shape: RowShape,
	cache: ExecutionCache,
): INodeExecutionData[] {
	for (const row of rows) cache.add(row);
	return rows.map((row, index) => agentItem(row, index, shape));
}

/** Columns for a later run of the node. */
const HIDDEN_COLUMNS: ReadonlySet<string> = new Set(['resume', 'answered_at', PERSON_KEY]);

const NO_CONTEXT: RowContext = { previous: () => undefined, isSamePerson: true, addresses: () => [] };

/** Returns our columns without nulls, and a sentence for a miss. */
function agentItem(row: SettledRow, index: number, shape: RowShape): INodeExecutionData {
	const { data, notes } = shape.fill(row, NO_CONTEXT);
	const columns: Record<string, unknown> = { ...statusOf(row, notes), ...data };
	if (row.outcome.is === 'not_found') columns.reason ??= NO_DATA;
	const filled = Object.entries(columns).filter(([column, value]) => value !== null && !HIDDEN_COLUMNS.has(column));
	return { json: Object.fromEntries(filled) as IDataObject, pairedItem: { item: index } };
}
