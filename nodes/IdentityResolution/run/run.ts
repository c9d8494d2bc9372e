import { LookupRegistry } from './queue/registry';
import { Budget } from './budget/budget';
import { Dispatcher } from './dispatch/dispatcher';
import type { Needs } from './dispatch/answerMemory';
import type { FirstChecks } from './dispatch/runState';
import type { Allowance } from './plan/allowance';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { MaxCost, Stop } from './outcome';
import { Prices } from './budget/prices';
import type { AnswerCache } from './answerCache';
import { startRows, type SettledRow } from './rows';
import type { Environment } from './environment';
import { newStats, type RunStats } from './stats';

export interface Run {
	/** In the order of the routes. */
	rows: SettledRow[];
	/** Number of distinct lookups that the cache did not answer. */
	lookups: number;
	stats: RunStats;
	/** Why rows were deferred; null if the run is complete. */
	stop: Stop | null;
	/** What a dry run found out; else null. */
	plan: Plan | null;
}

export interface Plan {
	/** Requests if nothing fails. */
	requests: number;
	/** Null if the account is unknown. */
	allowance: Allowance | null;
	cost: MaxCost;
}

/**
 * Looks up all rows. Never rejects because of the service; `cache` contains answers from before the run. `needs` says
 * what is kept of large answers: by default, the whole results.
 * Not async, because an async function would keep all routes in memory until it returns.
 */
export function run(
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
	needs?: Needs,
): Promise<Run> {
	const registry = new LookupRegistry({ cache });
	const prices = new Prices();
	const rows = startRows(routes, registry, prices);
	return finishRun(rows, registry, new Budget(limits.maxTokens, prices), limits, env, needs);
}

async function finishRun(
	rows: SettledRow[],
	registry: LookupRegistry,
	budget: Budget,
	limits: Limits,
	env: Environment,
	needs?: Needs,
): Promise<Run> {
	const stats = newStats(registry.size);
	const isBounded = limits.maxTokens < Infinity;
	const checks: FirstChecks = {
		account: isBounded ? 'required' : 'optional',
		prices: isBounded || budget.prices.areConsulted ? 'wanted' : 'unneeded',
	};
	const dispatcher = new Dispatcher({ registry, budget, limits }, checks, stats, env, needs);
	const stop = registry.isEmpty ? null : await dispatcher.run();
	return { rows, lookups: registry.size, stats, stop, plan: null };
}

/** Returns a run that sent nothing and deferred every row that needs a lookup. */
export function deferAll(routes: readonly Route[], stop: Stop, cache?: AnswerCache): Run {
	const registry = new LookupRegistry({ cache });
	const rows = startRows(routes, registry);
	registry.close({ is: 'deferred', stop });
	return { rows, lookups: registry.size, stats: newStats(), stop, plan: null };
}
