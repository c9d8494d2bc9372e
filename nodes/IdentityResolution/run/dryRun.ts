import type { Tool } from '../api/tool';
import type { AnswerCache } from './answerStore';
import type { Prices } from './budget';
import type { Environment, Limits } from './environment';
import type { Lookup, Route } from './lookup';
import { stopOf, type MaxCost } from './outcome';
import { start, startAgain, statsAfter, type Run } from './run';
import type { LookupRegistry } from './queue/registry';
import { FAIR_USE_WINDOWS, type Account, type FairUseWindow } from '../api/account/account';
import { lookupCount } from '../api/identifiers/body';
import type { SettledRow } from './rows';

/** Plans a run. The free `get_account` and `get_billing` are the only requests that it sends. */
export async function dryRun(
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
): Promise<Run> {
	const started = start(routes, cache);
	const { rows, registry, prices } = started;
	const facts = registry.queue.isEmpty ? null : await startAgain(started, limits, env);
	const { tools, requests } = planAll(registry);
	const account = facts?.account ?? null;
	return {
		rows,
		lookups: registry.size,
		stats: statsAfter(facts, registry),
		// Why the account is unknown.
		stop: facts === null ? null : (facts.stop ?? stopOf(facts.outcome)),
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
	for (let entry = registry.queue.nextReady(); entry !== null; entry = registry.queue.nextReady()) {
		const { tool } = entry.lookup;
		const { entries } = registry.queue.dequeue(tool, registry.queue.maxBatch(tool));
		for (const planned of entries) registry.settle(planned, PLANNED);
		tools.add(tool);
		requests += 1;
	}
	return { tools: [...tools], requests };
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;

/** What a run of planned rows costs at most. Rows with the same identifiers, or the same single lookup, count once. */
export function maxCostOf(rows: readonly SettledRow[], prices: Prices): MaxCost {
	const costs = new Map<string, MaxCost>();
	for (const { outcome, steps } of rows) {
		const last = steps.at(-1);
		if (outcome.is !== 'planned' || last === undefined) continue;
		// Only Resolve names the person of a row.
		const key = outcome.person?.join(' ') ?? `lookup ${last.lookup.key}`;
		const cost = outcome.cost ?? costOfLookup(last.lookup, prices);
		const other = costs.get(key);
		if (other === undefined || isMore(cost, other)) costs.set(key, cost);
	}
	const total: MaxCost = { tokens: 0, prices: 'listed' };
	for (const { tokens, prices: basis } of costs.values()) {
		total.tokens = total.tokens === null || tokens === null ? null : total.tokens + tokens;
		if (basis === 'assumed') total.prices = 'assumed';
	}
	return total;
}

/** Whether a cost is the higher one; an unknown one counts as such. */
const isMore = (one: MaxCost, other: MaxCost): boolean => (one.tokens ?? Infinity) > (other.tokens ?? Infinity);

/** A phone costs extra, unless the tool returns nothing else; the account does not list that price. */
function costOfLookup({ tool, identifier, phone }: Lookup, prices: Prices): MaxCost {
	const { tokens, basis } = prices.listedOrAssumed(tool, phone);
	return { tokens: lookupCount(identifier) * tokens, prices: basis };
}

export interface Allowance {
	/** Why the service would refuse at least one of the tools; null if it would not. */
	refused: 'account_inactive' | 'plan_restricted' | null;
	/** What is left of the Fair Use windows of the tools; null if the account does not report it. */
	windows: ReadonlyArray<Pick<FairUseWindow, 'unit' | 'per'> & { left: number | null }>;
	/** The tokens that may be spent; null if the account does not report them. */
	tokensLeft: number | null;
}

/** Returns what an account allows a run of some tools (contract: Account record, Limits). */
export function allowanceOf(tools: readonly Tool[], account: Account, maxTokens: number): Allowance {
	const { token_balance: balance } = account;
	return {
		refused: refusedBy(tools, account),
		windows: FAIR_USE_WINDOWS.filter(({ family }) => tools.some((tool) => tool.family === family)).map(
			({ unit, per, of }) => ({ unit, per, left: of(account).remaining }),
		),
		tokensLeft: balance === null && maxTokens === Infinity ? null : Math.min(balance ?? Infinity, maxTokens),
	};
}

function refusedBy(tools: readonly Tool[], { status, personal_email_available }: Account): Allowance['refused'] {
	if (status !== null && status !== 'active') return 'account_inactive';
	const isOffPlan = personal_email_available === false && tools.some((tool) => tool.onlyWithPersonalEmails);
	return isOffPlan ? 'plan_restricted' : null;
}
