import type { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { PendingRequest } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';

/** The LinkedIn slugs in a request. */
export const namesIn = (request: PendingRequest | null) =>
	request?.entries.map(({ lookup }) => lookup.identifier.key.replace('linkedin:', ''));

/** The next request of a registry, with at most `size` lookups; null if none is ready. */
export function dequeueNext(registry: LookupRegistry, size: number): PendingRequest | null {
	const first = registry.nextReady();
	return first && registry.dequeue(first.lookup.tool, size);
}

/** All requests of a registry, with at most `size` lookups each. */
export function dequeueAll(registry: LookupRegistry, size: number): PendingRequest[] {
	const requests: PendingRequest[] = [];
	for (let next = dequeueNext(registry, size); next !== null; next = dequeueNext(registry, size)) requests.push(next);
	return requests;
}
