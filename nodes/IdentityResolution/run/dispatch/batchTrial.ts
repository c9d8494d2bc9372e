import { isAnswered } from '../outcome';
import type { Entry, PendingRequest } from '../queue/queue';

/** What replies have shown about the size of a tool's batches. */
export interface BatchSizes {
	/** The most lookups of a request that the service accepted. */
	accepted: number;
	/** Whether it refused a batch. */
	isRefused: boolean;
}

/**
 * Returns the largest batch to send after a refusal; null if nothing is known. Two lookups that were refused together
 * and accepted alone show that the tool takes no batches (contract: Silent points, 20).
 */
export function largestBatch(
	{ accepted, isRefused }: Readonly<BatchSizes>,
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
