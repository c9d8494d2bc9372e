import type { Account } from '../api/account/account';
import { LookupRegistry } from './queue/registry';
import { Budget } from './budget/budget';
import { Dispatcher } from './dispatch/dispatcher';
import type { Forecast } from './plan/forecast';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { Stop } from './outcome';
import { Prices } from './budget/prices';
import type { AnswerCache } from './answerCache';
import { startRows, type SettledRow } from './rows';
import type { Environment } from './environment';
import { newStats, type RunStats } from './stats';

/** A run at its end: every row settled, in the order of the routes. */
export interface Run {
	rows: SettledRow[];
	/** Distinct lookups. */
	lookups: number;
	stats: RunStats;
	/** Why the rest was put off; null where the run came to its end. */
	stop: Stop | null;
	/** What a real run would do; null unless this was a dry run. */
	plan: {
		/** Requests if nothing fails. */
		requests: number;
		/** Null if it is unknown. */
		account: Account | null;
		forecast: Forecast | null;
	} | null;
}

/**
 * Sends every row on its way and brings every one of them back. Never rejects for anything that the service does.
 * Not async itself, so that it does not keep the routes while it waits: rows let go of theirs one by one.
 * @param cache what is known before the run and need not be asked
 */
export function run(routes: readonly Route[], limits: Limits, env: Environment, cache?: AnswerCache): Promise<Run> {
	const registry = new LookupRegistry({ batchSize: limits.batchSize, cache });
	const prices = new Prices();
	const rows = startRows(routes, registry, prices);
	return finishRun(rows, registry, new Budget(limits, prices), limits, env);
}

async function finishRun(
	rows: SettledRow[],
	registry: LookupRegistry,
	budget: Budget,
	limits: Limits,
	env: Environment,
): Promise<Run> {
	const stats = newStats(registry.size);
	const isBounded = limits.maxTokens < Infinity || limits.reserve > 0;
	const dispatcher = new Dispatcher({ registry, budget, limits }, isBounded ? 'required' : 'optional', stats, env);
	const stop = registry.isEmpty ? null : await dispatcher.run();
	return { rows, lookups: registry.size, stats, stop, plan: null };
}

/** A run that can't start: nothing is sent, and whatever would have been asked is put off. */
export function deferAll(routes: readonly Route[], stop: Stop, cache?: AnswerCache): Run {
	const registry = new LookupRegistry({ cache });
	const rows = startRows(routes, registry);
	registry.close({ is: 'deferred', stop });
	return { rows, lookups: registry.size, stats: newStats(), stop, plan: null };
}
