import { hasNoMatches, type Reading } from '../../api/replies/reading';
import { isAnswered } from '../outcome';
import type { Entry, PendingRequest } from '../queue/queue';

/**
 * Whether batches work. The contract does not define the reply to a batch (contract: Silent points, 2), so that the
 * first batch is sent alone. Others follow if its rows can be matched. If no row of a batch can be matched, batching is
 * disabled.
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

/** What replies have shown about the size of a tool's batches. */
export interface BatchSizes {
	/** The most lookups of a request that the service accepted. */
	readonly accepted: number;
	/** Whether it refused a batch. */
	readonly isRefused: boolean;
}

export const NO_SIZES: BatchSizes = { accepted: 0, isRefused: false };

/** Adds the reply to a request. */
export function withReply(sizes: BatchSizes, lookups: number, reply: 'accepted' | 'refused'): BatchSizes {
	if (reply === 'accepted') return { ...sizes, accepted: Math.max(sizes.accepted, lookups) };
	return lookups > 1 ? { ...sizes, isRefused: true } : sizes;
}

/**
 * Returns the largest batch to send after a refusal; null if nothing is known. Two lookups that were refused together
 * and accepted alone show that the tool takes no batches (contract: Silent points, 20).
 */
export function largestBatch(
	{ accepted, isRefused }: BatchSizes,
	{ entries, after }: Pick<PendingRequest, 'entries' | 'after'>,
): number | null {
	if (!isRefused) return null;
	if (accepted > 1) return accepted;
	const isSecondOfPair = entries.length === 1 && after?.length === 1;
	return isSecondOfPair && after.every(({ outcome }) => outcome !== null && isAnswered(outcome)) ? 1 : null;
}

/** Lookups of a batch that are sent alone if the reply to it names no row. */
export const PROBES = 5;

/** Chooses lookups from all parts of a batch, because sheets are sorted. */
export function chooseProbes<T>(lookups: readonly T[]): T[] {
	const count = Math.min(PROBES, lookups.length);
	return Array.from({ length: count }, (_, index) => lookups[Math.floor((index * lookups.length) / count)]);
}

/** What the probes show about a batch whose reply was one miss for all (contract: Silent points, 3). */
export function verdictOf(probes: readonly Entry[]): 'pending' | 'misses' | 'hit' | 'undecided' {
	const outcomes = probes.map(({ outcome }) => outcome);
	if (outcomes.some((outcome) => outcome?.is === 'found')) return 'hit';
	if (outcomes.includes(null)) return 'pending';
	// A refused probe decides nothing.
	return outcomes.some((outcome) => outcome?.is === 'not_found') ? 'misses' : 'undecided';
}
