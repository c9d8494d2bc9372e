import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../nodes/IdentityResolution/run/queue/entry';
import { lookupFor } from './lookups';

/** One who does this when told. */
export const subscriberThat = (settled: Subscriber['onSettled']): Subscriber => ({
	priority: 'fresh',
	onSettled: settled,
	onReplan: () => undefined,
});
export const noSubscriber = subscriberThat(() => undefined);

/** A book in which the tool is asked about each of these, in this order. */
export function registryOf(tool: Tool, names: readonly string[], phone: Phone = 'without'): LookupRegistry {
	const registry = new LookupRegistry();
	for (const name of names) registry.load(lookupFor(tool, name, phone), noSubscriber);
	return registry;
}
