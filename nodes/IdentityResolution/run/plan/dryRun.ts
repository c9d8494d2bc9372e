import type { Tool } from '../../api/tool';
import type { AnswerCache } from '../answerStore';
import { Prices } from '../budget/prices';
import type { Environment } from '../environment';
import type { Limits } from '../limits';
import type { Route } from '../lookup';
import { stopFor, type Stop } from '../outcome';
import { preflight, type Preflight } from '../preflight';
import type { LookupRegistry } from '../queue/registry';
import { start, statsAfter, type Run } from '../run';
import { allowanceOf } from './allowance';
import { maxCostOf } from './maxCost';

/** Plans a run. The free `get_account` and `get_billing` are the only requests that it sends. */
export async function dryRun(
	routes: readonly Route[],
	limits: Limits,
	env: Environment,
	cache?: AnswerCache,
): Promise<Run> {
	const facts = start(routes, cache).registry.isEmpty ? null : await preflight(limits, env);
	const { rows, registry, prices } = start(routes, cache, new Prices(facts?.prices));
	const { tools, requests } = planAll(registry);
	const account = facts?.account ?? null;
	return {
		rows,
		lookups: registry.size,
		stats: statsAfter(facts, registry),
		stop: facts === null ? null : reasonOf(facts),
		plan: {
			requests,
			allowance: account && allowanceOf(tools, account, limits.maxTokens),
			cost: maxCostOf(rows, prices),
		},
	};
}

/** Why the account is unknown. */
function reasonOf({ stop, outcome }: Preflight): Stop | null {
	if (stop !== null) return stop;
	if (outcome.is === 'deferred') return outcome.stop;
	return outcome.is === 'failed' ? stopFor(outcome.refusal.reason, { refusal: outcome.refusal }) : null;
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
