import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Reservation } from '../../../nodes/IdentityResolution/service/budget';
import type { Lookup } from '../../../nodes/IdentityResolution/service/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { Entry, Request, Subscriber } from '../../../nodes/IdentityResolution/service/request';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/loader';
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
export const namesIn = (request: Request | null) =>
	request?.entries.map(({ lookup }) => lookup.identifier.key.replace('linkedin:', ''));

/** The next request of a registry, with at most `size` lookups; null if none is ready. */
export function dequeueNext(registry: LookupRegistry, size: number): Request | null {
	const first = registry.queue.nextReady();
	return first && registry.queue.dequeue(first.lookup.tool, size);
}

/** All requests of a registry, with at most `size` lookups each. */
export function dequeueAll(registry: LookupRegistry, size: number): Request[] {
	const requests: Request[] = [];
	for (let next = dequeueNext(registry, size); next !== null; next = dequeueNext(registry, size)) requests.push(next);
	return requests;
}

/** A request that was sent before. */
export const retryOf = (count: number, set: Partial<Request> = {}): Request => ({
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
