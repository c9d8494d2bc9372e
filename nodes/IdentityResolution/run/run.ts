import {
	FAIR_USE_WINDOWS,
	getAccount,
	readAccount,
	type Account,
	type FairUseWindow,
} from '../api/account/account';
import { getBilling, readTokenCosts } from '../api/account/billing';
import { readable } from '../api/values/json';
import { ruleOf } from '../api/replies/refusals';
import type { Tool } from '../api/tool';
import type { AnswerCache } from './answerStore';
import { Budget, Prices, type PriceList } from '../service/budget';
import { costOfPlan, type RunCost } from './cost';
import type { Needs } from '../service/answerMemory';
import { Batches } from '../service/batches';
import { lookUpAll } from './lookUpAll';
import {
	areFresh,
	inSlices,
	type AccountFacts,
	type Clock,
	type Environment,
	type Limits,
} from '../service/environment';
import { routeByBody, type Route } from './route';
import { stopOf, toolNotOffered, type Outcome, type Stop } from '../service/outcome';
import { LookupRegistry } from './loader';
import { Row, type SettledRow } from './rows';
import { addDrift, newStats, type RunStats } from '../service/stats';

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
	/**
	 * What this run requested about the account; null if it did not, or if not all of it was
	 * answered.
	 */
	account: AccountFacts | null;
}

export interface Plan {
	/** Requests if nothing fails. */
	requests: number;
	/** Null if the account is unknown. */
	allowance: Allowance | null;
	cost: RunCost;
}

/** Rows that wait for the lookups of a run. */
interface Started {
	rows: Row[];
	/** The rows that choose by the price, and wait for it. */
	unstarted: IterableIterator<Row>;
	registry: LookupRegistry;
	prices: Prices;
	batches: Batches;
}

/**
 * Starts rows, which wait for the lookups of a registry, until one chooses by the price: once the
 * prices are known, it has to choose again, as those that are still `unstarted` would. Empties the
 * list of routes, to free memory.
 */
async function start(routes: Route[], clock: Clock, cache?: AnswerCache, batches = new Batches()) {
	const registry = new LookupRegistry(cache, (tool) => batches.maxBatch(tool));
	const prices = new Prices();
	const rows: Row[] = [];
	await inSlices(routes, clock, (route) => rows.push(new Row(route, registry, prices)));
	routes.length = 0;
	const unstarted = rows.values();
	const advanced = function* () {
		for (const row of unstarted) {
			yield row.advance();
			if (prices.areConsulted && !registry.queue.isEmpty) return;
		}
	};
	await inSlices(advanced(), clock);
	return { rows, unstarted, registry, prices, batches };
}

/**
 * Looks up all rows. Never rejects because of the service; `cache` contains answers from before the
 * run. `needs` says what is kept of large answers: by default, the whole results. Empties the list
 * of routes.
 */
export async function run(
	routes: Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
	needs?: Needs,
): Promise<Run> {
	const startedAt = env.clock.now();
	const started = await start(routes, env.clock, cache, new Batches(limits.batches));
	const { rows, registry, prices, batches } = started;
	const needsAccount =
		!registry.queue.isEmpty && (limits.maxTokens < Infinity || prices.areConsulted);
	const stats = newStats();
	const known = areFresh(limits.account, startedAt) ? limits.account : null;
	if (needsAccount && known !== null)
		await applyPrices(started, new Map(known.prices), env.clock);
	const facts =
		needsAccount && known === null ? await preflight(started, limits, env, stats) : null;
	if (facts?.stop) registry.close({ is: 'deferred', stop: facts.stop });
	const balance = known?.tokensLeft ?? facts?.account?.token_balance ?? Infinity;
	const budget = new Budget(limits.maxTokens, prices, balance);
	const rest = { ...limits, maxRunTime: limits.maxRunTime - (env.clock.now() - startedAt) };
	const shared = { registry, batches, budget, stats, env };
	const lookUp = async () =>
		registry.queue.isEmpty ? null : await lookUpAll(shared, rest, needs);
	const stop = facts?.stop ?? (await lookUp());
	await inSlices(registry.updateRows(), env.clock);
	return { rows, lookups: registry.size, stats, stop, plan: null, account: facts?.kept ?? null };
}

export async function deferAll(
	routes: Route[],
	stop: Stop,
	clock: Clock,
	cache?: AnswerCache,
): Promise<Run> {
	const { rows, unstarted, registry } = await start(routes, clock, cache);
	await inSlices(unstarted, clock, (row) => row.advance());
	registry.close({ is: 'deferred', stop });
	await inSlices(registry.updateRows(), clock);
	return { rows, lookups: registry.size, stats: newStats(), stop, plan: null, account: null };
}

/**
 * Sends `get_account` and `get_billing`, which are free, before the first paid request, at the same
 * time. Retries them like lookups. Then the rows choose again, by the prices of the account.
 * @param total statistics to which those of the two are added
 */
async function preflight(started: Started, limits: Limits, env: Environment, total: RunStats) {
	const unlimited = { ...limits, maxTokens: Infinity };
	const ask = (tool: Tool) => run([routeByBody(tool)], unlimited, env);
	const at = env.clock.now();
	const asked = await Promise.all([ask(getAccount), ask(getBilling)]);
	for (const { stats } of asked) {
		total.requests += stats.requests;
		addDrift(total, [...stats.drift.keys()]);
	}
	const [outcome, billing] = asked.map(({ rows: [row] }) => row.outcome);
	const account =
		outcome.is === 'found' ? readable(() => readAccount(outcome.answer.results)) : null;
	// The contract does not have this tool, so that its refusal says nothing about lookups.
	const prices =
		billing.is === 'found' ? readable(() => readTokenCosts(billing.answer.results)) : null;
	started.prices.hasPersonalEmails = account?.personal_email_available ?? null;
	await applyPrices(started, prices ?? new Map(), env.clock);
	const isAnswered =
		account !== null && (billing.is === 'found' || toolNotOffered(billing) !== null);
	return {
		account,
		/** Why no lookup would be answered; null if that is not known. */
		stop: stopBy(outcome),
		/** How `get_account` ended. */
		outcome,
		/**
		 * What later runs need not request again; null for a refusal, which may be over by then.
		 */
		kept: isAnswered ? factsOf(account, prices ?? new Map(), at) : null,
	};
}

/** Lets the rows choose again, by the listed prices. */
async function applyPrices(
	{ registry, prices, unstarted }: Started,
	listed: PriceList,
	clock: Clock,
) {
	prices.listed = listed;
	registry.isReplanDue = true;
	await inSlices(registry.updateRows(), clock);
	await inSlices(unstarted, clock, (row) => row.advance());
}

/**
 * Characters of the names of tools that are kept with an execution. The service has about twenty
 * tools.
 */
const MOST_CHARACTERS = 10_000;

function factsOf({ token_balance }: Account, prices: PriceList, at: number): AccountFacts | null {
	if ([...prices.keys()].join('').length > MOST_CHARACTERS) return null;
	return {
		at,
		tokensLeft: token_balance === Infinity ? null : token_balance,
		prices: [...prices],
	};
}

/** A limit, a dead key or a wrong address concerns every request. */
function stopBy(outcome: Outcome): Stop | null {
	const stop = stopOf(outcome);
	// The key may lack access to the account alone, so that lookups find out.
	const endsRun =
		stop !== null && ruleOf(stop.reason).ends === 'run' && stop.reason !== 'forbidden';
	return endsRun ? { ...stop, tool: null } : null;
}

/** Plans a run. The free `get_account` and `get_billing` are the only requests that it sends. */
export async function dryRun(
	routes: Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
): Promise<Run> {
	const started = await start(routes, env.clock, cache);
	const { rows, registry, prices, batches } = started;
	const stats = newStats();
	const facts = registry.queue.isEmpty ? null : await preflight(started, limits, env, stats);
	const requests = await planAll(registry, batches, env.clock);
	const cost = await costOfPlan(rows, prices, env.clock);
	const account = facts?.account ?? null;
	return {
		rows,
		lookups: registry.size,
		stats,
		// Why the account is unknown.
		stop: facts === null ? null : (facts.stop ?? stopOf(facts.outcome)),
		plan: {
			requests,
			allowance: account && allowanceOf(cost.tools, account, limits.maxTokens),
			cost,
		},
		account: null,
	};
}

/** Settles every lookup as planned, and counts the requests that a real run would send. */
async function planAll(registry: LookupRegistry, batches: Batches, clock: Clock): Promise<number> {
	const { queue } = registry;
	let requests = 0;
	const planned = function* () {
		for (let next = queue.nextReady(); next !== null; next = queue.nextReady()) {
			const { tool } = next.lookup;
			for (const entry of queue.dequeue(tool, batches.maxBatch(tool)).entries)
				registry.settle(entry, PLANNED);
			requests += 1;
			yield;
		}
	};
	while (!queue.isEmpty) {
		await inSlices(planned(), clock);
		await inSlices(registry.updateRows(), clock);
	}
	return requests;
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;

export interface Allowance {
	/** Why the service would refuse at least one of the tools; null if it would not. */
	refused: 'account_inactive' | 'plan_restricted' | null;
	/**
	 * What is left of the Fair Use windows of the tools; Infinity if the account does not report
	 * it.
	 */
	windows: ReadonlyArray<Pick<FairUseWindow, 'unit' | 'per'> & { left: number }>;
	/** The tokens that may be spent; Infinity if the account does not report them. */
	tokensLeft: number;
	/** Infinity if unlimited; null if the account does not report them. */
	phoneTokensLeft: number | null;
	/** Null if the account does not report it. */
	hasPersonalEmails: boolean | null;
}

/** Returns what an account allows a run of some tools (contract: Account record, Limits). */
export function allowanceOf(
	tools: readonly Tool[],
	account: Account,
	maxTokens: number,
): Allowance {
	return {
		refused: refusedBy(tools, account),
		windows: FAIR_USE_WINDOWS.filter(({ family }) =>
			tools.some((tool) => tool.family === family),
		).map(({ unit, per, of }) => ({ unit, per, left: of(account).remaining ?? Infinity })),
		tokensLeft: Math.min(account.token_balance ?? Infinity, maxTokens),
		phoneTokensLeft: account.phone_token_balance,
		hasPersonalEmails: account.personal_email_available,
	};
}

function refusedBy(
	tools: readonly Tool[],
	{ status, personal_email_available }: Account,
): Allowance['refused'] {
	if (status !== null && status !== 'active') return 'account_inactive';
	const isOffPlan =
		personal_email_available === false && tools.some((tool) => tool.onlyWithPersonalEmails);
	return isOffPlan ? 'plan_restricted' : null;
}
