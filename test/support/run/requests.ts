import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget';
import type { Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { Entry, PendingRequest, Subscriber } from '../../../nodes/IdentityResolution/run/queue/queue';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { lookupFor, people, personalEmail } from './lookups';

/** A subscriber with this callback. */
export const subscriberThat = (onSettled: Subscriber['onSettled']): Subscriber => ({
	priority: 'fresh',
	onSettled,
	advance: () => undefined,
});

export const noSubscriber = subscriberThat(() => undefined);

/** A registry with one lookup of a tool per name, in this order. */
export function registryOf(tool: Tool, names: readonly string[], phone: Phone = 'without'): LookupRegistry {
	const registry = new LookupRegistry();
	for (const name of names) loadAgain(registry, lookupFor(tool, name, phone));
	return registry;
}

/** Loads a lookup for a subscriber that loads it again if it is withdrawn. */
export function loadAgain(registry: LookupRegistry, lookup: Lookup, { onSettled } = noSubscriber): void {
	const subscriber = { ...noSubscriber, onSettled, advance: () => registry.load(lookup, subscriber) };
	subscriber.advance();
}

/** Settles a dequeued lookup, and tells its rows. */
export function settle(registry: LookupRegistry, entry: Entry, outcome: Outcome): void {
	registry.settle(entry, outcome);
	updateRows(registry);
}

export const updateRows = (registry: LookupRegistry): void => void [...registry.updateRows()];

/** The LinkedIn slugs in a request. */
export const namesIn = (request: PendingRequest | null) =>
	request?.entries.map(({ lookup }) => lookup.identifier.key.replace('linkedin:', ''));

/** The next request of a registry, with at most `size` lookups; null if none is ready. */
export function dequeueNext(registry: LookupRegistry, size: number): PendingRequest | null {
	const first = registry.queue.nextReady();
	return first && registry.queue.dequeue(first.lookup.tool, size);
}

/** All requests of a registry, with at most `size` lookups each. */
export function dequeueAll(registry: LookupRegistry, size: number): PendingRequest[] {
	const requests: PendingRequest[] = [];
	for (let next = dequeueNext(registry, size); next !== null; next = dequeueNext(registry, size)) requests.push(next);
	return requests;
}

/** A request in the retry queue. */
export const retryOf = (count: number, set: Partial<PendingRequest> = {}): PendingRequest => ({
	...registryOf(personalEmail, people(count)).queue.dequeue(personalEmail, count),
	kind: 'retry',
	...set,
});

/** A request in flight. */
export const reservationOf = (tool: Tool, set: Partial<Reservation> = {}): Reservation => ({
	tool,
	phone: 'without',
	lookups: 1,
	kind: 'first',
	...set,
});
