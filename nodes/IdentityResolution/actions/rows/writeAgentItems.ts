import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SettledRow } from '../../run/rows';
import type { RowContext } from './content';
import { chargeOf } from './lookupDetails';
import { PERSON_KEY } from './personKey';
import { counted } from '../messages/format';
import type { ExecutionCache } from './executionCache';
import type { RowShape } from './rowShape';
import { statusOf } from './writeRow';

/** Says so because a model that gets no data tends to repeat the call. */
const NO_DATA = 'The service has no data on this. Do not repeat this lookup: the result stays the same';

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

/** Returns our columns without nulls, the cost, and a sentence for a miss. */
function agentItem(row: SettledRow, index: number, shape: RowShape): INodeExecutionData {
	const { data, notes } = shape.fill(row, NO_CONTEXT);
	const columns: Record<string, unknown> = { ...statusOf(row, notes), cost: costOf(row), ...data };
	if (row.outcome.is === 'not_found') columns.reason ??= NO_DATA;
	const filled = Object.entries(columns).filter(([column, value]) => value !== null && !HIDDEN_COLUMNS.has(column));
	return { json: Object.fromEntries(filled) as IDataObject, pairedItem: { item: index } };
}

/** Returns the cost of a row in words, so that a model can weigh its next call. */
function costOf({ outcome, steps }: SettledRow): string {
	const charges = steps.map((step) => chargeOf(step.record, step.outcome));
	const tokens = charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0);
	const hits = steps.filter((step) => step.outcome.is === 'found' && step.record.attempts > 0);
	if (tokens !== null && tokens > 0) return `${counted(tokens, 'token')} charged`;
	if (tokens === 0)
		return outcome.is === 'found' && hits.length === 0 ? 'Free: paid for earlier in this execution' : 'Free';
	// Other tools may be free, and a lost answer may not have been charged.
	const isCertain = steps.every(
		({ lookup, outcome: { is }, record }) =>
			lookup.identifier.kind !== 'body' && (is === 'found' || record.lostCount === 0),
	);
	return isCertain ? `${counted(hits.length, 'hit')} charged` : 'Unknown: the service did not report it';
}
