import type { Tool } from '../../api/tool';
import { LookupRegistry } from '../queue/registry';
import { allowanceOf } from './allowance';
import { maxCostOf } from './maxCost';
import type { Limits } from '../limits';
import type { Route } from '../lookup';
import type { AnswerCache } from '../answerCache';
import type { Run } from '../run';
import { startRows } from '../rows';
import { Budget } from '../budget/budget';
import { Dispatcher } from '../dispatch/dispatcher';
import type { FirstChecks } from '../dispatch/runState';
import type { Environment } from '../environment';
import { newStats } from '../stats';

/** Plans a run. The free `get_account` and `get_billing` are the only requests that it sends. */
export async function dryRun(
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
): Promise<Run> {
	const registry = new LookupRegistry({ cache });
	const budget = new Budget(Infinity);
	const { prices } = budget;
	const rows = startRows(routes, registry, prices);
	const stats = newStats(registry.size);
	const checks: FirstChecks = { account: 'required', prices: registry.isEmpty ? 'unneeded' : 'wanted' };
	const stop = await new Dispatcher({ registry: new LookupRegistry(), budget, limits }, checks, stats, env).run();
	if (prices.areConsulted) registry.replanUnsent();
	const { tools, requests } = planAll(registry);
	const { account } = budget;
	return {
		rows,
		lookups: registry.size,
		stats,
		stop,
		plan: {
			requests,
			allowance: account && allowanceOf(tools, account, limits.maxTokens),
			cost: maxCostOf(rows, prices),
		},
	};
}

/** Settles every lookup as planned, and counts the requests that a real run would send. */
function planAll(registry: LookupRegistry) {
	const tools = new Set<Tool>();
	let requests = 0;
	for (let entry = registry.nextReady(); entry !== null; entry = registry.nextReady()) {
		const { tool } = entry.lookup;
		const { entries } = registry.dequeue(tool, registry.maxBatch(tool));
		for (const planned of entries) registry.settle(planned, PLANNED);
		tools.add(tool);
		requests += 1;
	}
	return { tools: [...tools], requests };
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;
