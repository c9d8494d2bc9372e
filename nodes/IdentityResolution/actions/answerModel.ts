import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Route } from '../run/lookup';
import type { Run } from '../run/run';
import type { SettledRow } from '../run/settle';
import type { Job } from './execute';
import { Remembered } from './remembered';
import type { RowShape } from './rowShape';
import { dataOf, statusOf } from './writeRow';

const NOTHING_KNOWN = 'The service has nothing on this';

/** Answers a model that uses the node as its tool: what it was told before in this execution is told again, not asked again. */
export async function answerModel(
	{ host }: Job,
	routes: Route[],
	shape: RowShape,
	start: (routes: Route[]) => Promise<Run>,
): Promise<INodeExecutionData[]> {
	const remembered = new Remembered(host);
	const { rows } = await start(routes.map((route) => remembered.wayOf(route)));
	for (const row of rows) remembered.keep(row);
	return rows.map((row, index) => told(row, index, shape));
}

/** Our columns that say something, and a miss in words. */
function told({ outcome }: SettledRow, index: number, shape: RowShape): INodeExecutionData {
	const columns: Record<string, unknown> = { ...statusOf(outcome), ...dataOf(outcome, shape) };
	if (outcome.is === 'not_found') columns.reason ??= NOTHING_KNOWN;
	const speaking = Object.entries(columns).filter(([, value]) => value !== null);
	return { json: Object.fromEntries(speaking) as IDataObject, pairedItem: { item: index } };
}
