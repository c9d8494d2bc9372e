import { hasNoMatches, type Reading } from '../../api/replies/reading';

/**
 * Whether batches work. The contract does not define the reply to a batch (contract: Batches), so that the first batch
 * is sent alone. Others follow if its rows can be matched. If no row of a batch can be matched, batching is disabled.
 */
export type BatchTrial = 'untested' | 'inProgress' | 'passed' | 'failed';

/** Whether a request may be sent now. @param maxLookups per request to its tool */
export const mayStartDuring = (trial: BatchTrial, lookups: number, maxLookups: number): boolean =>
	trial !== 'inProgress' || lookups === 1 || maxLookups === 1;

export const onRequestSent = (trial: BatchTrial, lookups: number): BatchTrial =>
	trial === 'untested' && lookups > 1 ? 'inProgress' : trial;

/** A batch-wide miss does not prove that rows can be matched, so that the next batch is sent alone, too. */
export function onBatchReply(trial: BatchTrial, lookups: number, reading: Reading): BatchTrial {
	if (hasNoMatches(reading)) return 'failed';
	if (trial !== 'inProgress' || lookups === 1) return trial;
	return reading.is === 'answers' && reading.matching === 'per_row' ? 'passed' : 'untested';
}
