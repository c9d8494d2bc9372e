import type { INode, INodeExecutionData } from 'n8n-workflow';
import { field } from '../../api/json';
import { isOldError } from './rowErrors';
import type { RowShape } from '../rows/rowShape';
import type { Destinations } from '../rows/writeRows';

/** Whether n8n takes a run with this `error` in its first item for a failed one. An empty text or 0 counts, too. */
const looksFailed = (error: unknown) => ![undefined, null, false].includes(error as undefined);

/**
 * Returns why a run must not start with Retry On Fail: a row with an `error` field of its own would make n8n run it
 * again.
 */
export function retryConflict(
	{ retryOnFail }: INode,
	items: INodeExecutionData[],
	{ input, columns }: RowShape,
	{ onNotFound, deferredRows, errors }: Destinations,
): string | undefined {
	if (!retryOnFail || input === 'omitted') return undefined;
	const leaveResults =
		onNotFound === 'drop' || onNotFound === 'output' || deferredRows === 'output' || errors === 'own_output';
	const mayBeFirst = leaveResults ? items : items.slice(0, 1);
	const cells = mayBeFirst.map(({ json }) => field(json, 'error'));
	const clash = cells.findIndex((cell) => looksFailed(cell) && !isOldError(cell, columns));
	if (clash < 0) return undefined;
	return (
		`Retry On Fail is on and row ${clash + 1} has a field named "error": n8n would run and charge all rows ` +
		'again. Switch Retry On Fail off, or rename the field'
	);
}
