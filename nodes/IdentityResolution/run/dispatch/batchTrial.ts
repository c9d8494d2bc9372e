import { hasNoMatches, type Reading } from '../../api/replies/reading';

/**
 * Whether the service's batches can be used. The contract does not show how a batch is answered (Batches), so the first
 * one is sent alone: if its rows can be matched, others follow. If nothing of a batch can be matched, batches are off.
 */
export type BatchTrial = 'untested' | 'inProgress' | 'passed' | 'failed';

/** Whether a request may be sent now. @param maxLookups of one request to its tool */
export const mayStartDuring = (trial: BatchTrial, lookups: number, maxLookups: number): boolean =>
	trial !== 'inProgress' || lookups === 1 || maxLookups === 1;

export const onRequestSent = (trial: BatchTrial, lookups: number): BatchTrial =>
	trial === 'untested' && lookups > 1 ? 'inProgress' : trial;

/** A batch-wide miss does not prove that rows can be matched, so that another batch is tried alone. */
export function onBatchReply(trial: BatchTrial, lookups: number, reading: Reading): BatchTrial {
	if (hasNoMatches(reading)) return 'failed';
	if (trial !== 'inProgress' || lookups === 1) return trial;
	return reading.is === 'answers' && reading.matching === 'per_row' ? 'passed' : 'untested';
}
