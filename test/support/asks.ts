import type { LookupRegistry } from '../../nodes/IdentityResolution/run/queue/registry';
import type { PendingRequest } from '../../nodes/IdentityResolution/run/queue/entry';

/** Whom a request asks about, by their slugs. */
export const namesIn = (request: PendingRequest | null) =>
	request?.entries.map(({ lookup }) => lookup.identifier.key.replace('linkedin:', ''));

/** Everything that a book has to send, in requests of so many lookups at most. */
export function takeAll(registry: LookupRegistry, size: number): PendingRequest[] {
	const asks: PendingRequest[] = [];
	for (let request = registry.dequeue(size); request !== null; request = registry.dequeue(size)) asks.push(request);
	return asks;
}
