import type { INode, INodeExecutionData } from 'n8n-workflow';
import { field } from '../../api/json';
import { isOldError } from './rowErrors';
import type { RowShape } from './rowShape';
import type { Destinations } from './writeRows';

/** Whether n8n treats a run with this `error` in its first item as failed. An empty text and 0 count, too. */
const looksFailed = (error: unknown) => ![undefined, null, false].includes(error as undefined);

/**
 * Returns why Retry On Fail would run and charge all rows again: an input row has an `error` field of its own.
 * @param isSkipped whether Skip When skips a row, which then keeps the error of an earlier run
 */
export async function retryConflict(
	{ retryOnFail }: Pick<INode, 'retryOnFail'>,
	items: INodeExecutionData[],
	{ input, columns }: RowShape,
	{ onNotFound, onLimit, errors }: Destinations,
	isSkipped: (index: number) => Promise<boolean>,
): Promise<string | undefined> {
	if (!retryOnFail || input === 'omitted') return undefined;
	const hasOtherOutputs =
		onNotFound === 'drop' || onNotFound === 'output' || onLimit === 'output' || errors === 'own_output';
	const mayBeFirst = hasOtherOutputs ? items : items.slice(0, 1);
	for (const [index, { json }] of mayBeFirst.entries()) {
		const cell = field(json, 'error');
		if (looksFailed(cell) && (!isOldError(cell, columns) || (await isSkipped(index)))) return conflictIn(index);
	}
	return undefined;
}

const conflictIn = (index: number) =>
	`Retry On Fail is on and row ${index + 1} has a field named "error": n8n would run and charge all rows again. ` +
	'Switch Retry On Fail off, or rename the field';
