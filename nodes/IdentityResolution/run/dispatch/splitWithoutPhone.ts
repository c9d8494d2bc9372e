import type { Outcome } from '../outcome';
import { outcomeWithoutPhoneTokens } from '../phonePolicy';
import type { Entry } from '../queue/entry';
import type { LookupRegistry } from '../queue/registry';

/** Splits lookups that lack phone tokens into those to retry without the phone, and those with an outcome. */
export function splitWithoutPhone(
	entries: readonly Entry[],
	registry: Pick<LookupRegistry, 'cachedWithoutPhone'>,
): { retried: Entry[]; settled: Array<{ entry: Entry; outcome: Outcome }> } {
	const retried: Entry[] = [];
	const settled: Array<{ entry: Entry; outcome: Outcome }> = [];
	for (const entry of entries) {
		const cached = registry.cachedWithoutPhone(entry.lookup);
		const outcome = outcomeWithoutPhoneTokens(entry.record, cached);
		if (outcome === null) retried.push(entry);
		else settled.push({ entry, outcome });
	}
	return { retried, settled };
}
