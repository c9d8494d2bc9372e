import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import { lookupFor } from './lookups';

/** A subscriber with this callback. */
export const subscriberThat = (onSettled: Subscriber['onSettled']): Subscriber => ({
	priority: 'fresh',
	onSettled,
	onReplan: () => undefined,
});
export const noSubscriber = subscriberThat(() => undefined);

/** A registry with one lookup of a tool per name, in this order. */
export function registryOf(tool: Tool, names: readonly string[], phone: Phone = 'without'): LookupRegistry {
	const registry = new LookupRegistry();
	for (const name of names) registry.load(lookupFor(tool, name, phone), noSubscriber);
	return registry;
}
