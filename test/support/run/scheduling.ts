import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import { newRunState, type RunState } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { schedule } from '../../../nodes/IdentityResolution/run/dispatch/scheduler';
import type { Limits } from '../../../nodes/IdentityResolution/run/environment';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import type { PendingRequest } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { limitsWith } from './limits';
import { people, personalEmail } from './lookups';
import { noSubscriber, registryOf } from './registries';
import { reservationOf } from './tracked';

/** Epoch ms of every decision. */
export const NOW = Date.UTC(2030, 0, 1);

/** A registry with one batch body. */
export function registryOfBody(size: number): LookupRegistry {
	const registry = new LookupRegistry();
	registry.load(lookupOf(customTool('custom_tool'), readBody({ names: people(size) }), 'without'), noSubscriber);
	return registry;
}

/** A request in the retry queue. */
export const retryOf = (
	count: number,
	set: Partial<PendingRequest> = {},
	tool: Tool = personalEmail,
): PendingRequest => ({
	...registryOf(tool, people(count)).dequeue(tool, count),
	kind: 'retry',
	...set,
});

/** The input of a decision. The default is the start of a run with 250 lookups. */
export interface Setting {
	registry?: LookupRegistry;
	budget?: Budget;
	limits?: Partial<Limits>;
	state?: Partial<RunState>;
	/** Requests in flight to a free tool. They do not use the budget. */
	inFlight?: number;
	/** Requests in flight to a tool. */
	ofTool?: { tool: Tool } & Partial<Record<PendingRequest['kind'], number>>;
}

export function next({
	registry = registryOf(personalEmail, people(250)),
	budget = new Budget(Infinity),
	limits: set,
	state,
	inFlight = 0,
	ofTool,
}: Setting) {
	const other: Tool = { ...customTool('other_tool'), family: 'free' };
	for (let nth = 0; nth < inFlight; nth++)
		budget.reserve(reservationOf({ tool: other, phone: 'without', lookups: 1 }));
	for (const attempt of ['first', 'retry'] as const) {
		for (let nth = 0; nth < (ofTool?.[attempt] ?? 0); nth++)
			budget.reserve({ ...reservationOf({ tool: ofTool!.tool, phone: 'without', lookups: 1 }), kind: attempt });
	}
	const run = {
		...newRunState({ registry, budget, limits: limitsWith(set) }, NOW, () => 0),
		...state,
	};
	return schedule(run, NOW);
}

/** Returns the number of lookups in the next request; null if none is sent. */
export function sizeOf(setting: Setting): number | null {
	const decision = next(setting);
	return 'size' in decision ? decision.size : null;
}

export const throttleWith = (set: Partial<RunState['throttle']>) => ({
	throttle: {
		...newRunState({ ...emptyRun(), limits: limitsWith() }, NOW, () => 0).throttle,
		...set,
	},
});

export const emptyRun = () => ({ registry: new LookupRegistry(), budget: new Budget(Infinity) });
