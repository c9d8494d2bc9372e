import { toLimit } from '../api/account/record';
import type { AnswerCache } from './answerStore';
import { Budget, Prices } from './budget';
import type { Needs } from './dispatch/answerMemory';
import { Dispatcher } from './dispatch/dispatcher';
import type { Environment, Limits } from './environment';
import type { Route } from './lookup';
import type { MaxCost, Stop } from './outcome';
import type { Allowance } from './dryRun';
import { preflight, type Preflight } from './preflight';
import { LookupRegistry } from './queue/registry';
import { startRows, type SettledRow } from './rows';
import { addDrift, newStats, type RunStats } from './stats';

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

/** Rows that wait for the lookups of a registry. */
export interface Started {
	rows: SettledRow[];
	registry: LookupRegistry;
	prices: Prices;
}

export function start(routes: readonly Route[], cache?: AnswerCache, prices = new Prices()): Started {
	const registry = new LookupRegistry(cache);
	return { rows: startRows(routes, registry, prices), registry, prices };
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
	const started = start(routes, cache);
	const isBounded = limits.maxTokens < Infinity;
	if (started.registry.queue.isEmpty || !(isBounded || started.prices.areConsulted))
		return finish(started, null, limits, env, needs);
	const startedAt = env.clock.now();
	return preflight(limits, env).then((facts) => {
		const rest = { ...limits, maxRunTime: limits.maxRunTime - (env.clock.now() - startedAt) };
		return finish(start(routes, cache, new Prices(facts.prices)), facts, rest, env, needs);
	});
}

async function finish(
	{ rows, registry, prices }: Started,
	facts: Preflight | null,
	limits: Limits,
	env: Environment,
	needs?: Needs,
): Promise<Run> {
	const stats = statsAfter(facts, registry);
	if (facts?.stop) {
		registry.close({ is: 'deferred', stop: facts.stop });
		return { rows, lookups: registry.size, stats, stop: facts.stop, plan: null };
	}
	const budget = new Budget(limits.maxTokens, prices, toLimit(facts?.account?.token_balance ?? null));
	const dispatcher = new Dispatcher({ registry, budget, limits }, stats, env, needs);
	const stop = registry.queue.isEmpty ? null : await dispatcher.run();
	return { rows, lookups: registry.size, stats, stop, plan: null };
}

/** The statistics of a run that has sent only its free requests. */
export function statsAfter(facts: Preflight | null, { size }: LookupRegistry): RunStats {
	const stats = newStats(size);
	for (const { requests, drift } of facts?.stats ?? []) {
		stats.requests += requests;
		addDrift(stats, [...drift.keys()]);
	}
	return stats;
}

/** Returns a run that sent nothing and deferred every row that needs a lookup. */
export function deferAll(routes: readonly Route[], stop: Stop, cache?: AnswerCache): Run {
	const { rows, registry } = start(routes, cache);
	registry.close({ is: 'deferred', stop });
	return { rows, lookups: registry.size, stats: newStats(), stop, plan: null };
}
