import { totalLookups } from '../../api/identifiers/body';
import { LookupRegistry } from '../queue/registry';
import { forecast } from './forecast';
import { forecastCost } from './forecastCost';
import type { Limits } from '../limits';
import type { Route } from '../lookup';
import type { AnswerCache } from '../answerCache';
import type { Run } from '../run';
import { startRows } from '../rows';
import { Budget, NO_BOUNDS } from '../budget/budget';
import { Dispatcher } from '../dispatch/dispatcher';
import type { FirstChecks } from '../dispatch/runState';
import type { Environment } from '../environment';
import { newStats } from '../stats';

/** Plans a run. The free `get_account` and `get_billing` are the only requests that it sends. */
export async function dryRun(
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	{ hitRate, cache }: { hitRate: number; cache?: AnswerCache },
): Promise<Run> {
	const registry = new LookupRegistry({ batchSize: limits.batchSize, cache });
	const budget = new Budget(NO_BOUNDS);
	const { prices } = budget;
	const rows = startRows(routes, registry, prices);
	const stats = newStats(registry.size);
	const checks: FirstChecks = { account: 'required', prices: registry.isEmpty ? 'unneeded' : 'wanted' };
	const stop = await new Dispatcher({ registry: new LookupRegistry(), budget, limits }, checks, stats, env).run();
	if (prices.areConsulted) registry.replanUnsent();
	const needs = planAll(registry, limits);
	const { account } = budget;
	return {
		rows,
		lookups: registry.size,
		stats,
		stop,
		plan: {
			requests: needs.reduce((total, { requests }) => total + requests, 0),
			account,
			forecast: account && forecast(needs, account, limits, env.clock.now()),
			cost: forecastCost(rows, prices, hitRate),
			hitRate,
		},
	};
}

/** Settles every lookup as planned, and counts the requests that a real run would send. */
function planAll(registry: LookupRegistry, { batchSize }: Limits) {
	const needs = new Map<string, Parameters<typeof forecast>[0][number]>();
	for (let entry = registry.nextReady(); entry !== null; entry = registry.nextReady()) {
		const { tool } = entry.lookup;
		const { entries } = registry.dequeue(tool, Math.min(batchSize, tool.batch?.max ?? 1));
		for (const planned of entries) registry.settle(planned, PLANNED);
		const { lookups = 0, requests = 0 } = needs.get(tool.name) ?? {};
		needs.set(tool.name, {
			tool,
			lookups: lookups + totalLookups(entries.map(({ lookup }) => lookup.identifier)),
			requests: requests + 1,
		});
	}
	return [...needs.values()];
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;
