import { type Account, getAccount, readAccount } from '../api/account/account';
import { getBilling, readTokenCosts } from '../api/account/billing';
import { ruleOf } from '../api/refusals';
import type { Tool } from '../api/tool';
import type { AnswerCache } from './answerStore';
import { Budget, Prices, type PriceList } from './budget';
import type { Needs } from './dispatch/classifyReply';
import { Dispatcher } from './dispatch/dispatcher';
import type { Allowance } from './dryRun';
import type { Environment, Limits } from './environment';
import { routeByBody, type Route } from './lookup';
import { stopOf, type MaxCost, type Outcome, type Stop } from './outcome';
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

/** Starts rows, which wait for the lookups of a registry. */
export function start(routes: readonly Route[], cache?: AnswerCache) {
	const registry = new LookupRegistry(cache);
	const prices = new Prices();
	return { rows: startRows(routes, registry, prices), registry, prices };
}

/** Asks for the account and its prices, and lets the rows choose again. */
export async function startAgain({ registry, prices }: ReturnType<typeof start>, limits: Limits, env: Environment) {
	const facts = await preflight(limits, env);
	prices.listed = facts.prices;
	registry.replanUnsent();
	return facts;
}

/**
 * Looks up all rows. Never rejects because of the service; `cache` contains answers from before the run. `needs` says
 * what is kept of large answers: by default, the whole results.
 * Not async, because an async function would keep all routes in memory until it returns.
 */
export const run = (
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
	needs?: Needs,
): Promise<Run> => finish(start(routes, cache), limits, env, needs);

async function finish(
	started: ReturnType<typeof start>,
	limits: Limits,
	env: Environment,
	needs?: Needs,
): Promise<Run> {
	const { rows, registry, prices } = started;
	const startedAt = env.clock.now();
	const needsAccount = !registry.queue.isEmpty && (limits.maxTokens < Infinity || prices.areConsulted);
	const facts = needsAccount ? await startAgain(started, limits, env) : null;
	const stats = statsAfter(facts, registry);
	if (facts?.stop) registry.close({ is: 'deferred', stop: facts.stop });
	const budget = new Budget(limits.maxTokens, prices, facts?.account?.token_balance ?? Infinity);
	const rest = { ...limits, maxRunTime: limits.maxRunTime - (env.clock.now() - startedAt) };
	const dispatcher = new Dispatcher({ registry, budget, limits: rest }, stats, env, needs);
	const stop = facts?.stop ?? (registry.queue.isEmpty ? null : await dispatcher.run());
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

export function deferAll(routes: readonly Route[], stop: Stop, cache?: AnswerCache): Run {
	const { rows, registry } = start(routes, cache);
	registry.close({ is: 'deferred', stop });
	return { rows, lookups: registry.size, stats: newStats(), stop, plan: null };
}

/** The account as read once, before the first paid request of the run. */
export interface Preflight {
	/** Null if the service does not tell. */
	account: Account | null;
	/** Empty if the service does not tell. */
	prices: PriceList;
	/** Why no lookup would be answered; null if that is not known. */
	stop: Stop | null;
	/** How `get_account` ended. */
	outcome: Outcome;
	stats: readonly RunStats[];
}

/** Sends `get_account` and `get_billing`, which are free, at the same time. Retries them like lookups. */
export async function preflight(limits: Limits, env: Environment): Promise<Preflight> {
	const unlimited = { ...limits, maxTokens: Infinity };
	const ask = (tool: Tool) => run([routeByBody(tool)], unlimited, env);
	const asked = await Promise.all([ask(getAccount), ask(getBilling)]);
	const [account, billing] = asked.map(({ rows: [{ outcome }] }) => outcome);
	return {
		account: account.is === 'found' ? readAccount(account.answer.results) : null,
		// The contract does not have this tool, so that its refusal says nothing about lookups.
		prices: billing.is === 'found' ? readTokenCosts(billing.answer.results) : new Map(),
		stop: stopBy(account),
		outcome: account,
		stats: asked.map(({ stats }) => stats),
	};
}

/** A limit, a dead key or a wrong address concerns every request. */
function stopBy(outcome: Outcome): Stop | null {
	const stop = stopOf(outcome);
	// The key may lack access to the account alone, so that lookups find out.
	const endsRun = stop !== null && ruleOf(stop.reason).ends === 'run' && stop.reason !== 'forbidden';
	return endsRun ? { ...stop, tool: null } : null;
}
