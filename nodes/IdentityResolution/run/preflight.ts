import { type Account, getAccount, readAccount } from '../api/account/account';
import { getBilling, readTokenCosts } from '../api/account/billing';
import { readBody } from '../api/identifiers/body';
import { ruleOf } from '../api/refusals';
import type { Tool } from '../api/tool';
import { Budget, type PriceList } from './budget';
import { Dispatcher } from './dispatch/dispatcher';
import type { Environment, Limits } from './environment';
import { lookupOf, singleLookup } from './lookup';
import { type Outcome, type Stop, stopFor } from './outcome';
import { LookupRegistry } from './queue/registry';
import { startRows } from './rows';
import { newStats, type RunStats } from './stats';

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
	const [account, billing] = await Promise.all([getAccount, getBilling].map((tool) => ask(tool, limits, env)));
	return {
		account: account.outcome.is === 'found' ? readAccount(account.outcome.answer.results) : null,
		// The contract does not have this tool, so that its refusal says nothing about lookups.
		prices: billing.outcome.is === 'found' ? readTokenCosts(billing.outcome.answer.results) : new Map(),
		stop: stopBy(account.outcome),
		outcome: account.outcome,
		stats: [account.stats, billing.stats],
	};
}

async function ask(tool: Tool, limits: Limits, env: Environment): Promise<{ outcome: Outcome; stats: RunStats }> {
	const registry = new LookupRegistry();
	const [row] = startRows([singleLookup(lookupOf(tool, readBody({}), 'without'))], registry);
	const stats = newStats();
	await new Dispatcher({ registry, budget: new Budget(Infinity), limits }, stats, env).run();
	return { outcome: row.outcome, stats };
}

/** A limit, a dead key or a wrong address concerns every request. */
function stopBy(outcome: Outcome): Stop | null {
	if (outcome.is === 'failed')
		return outcome.refusal.reason === 'wrong_address'
			? stopFor('wrong_address', { refusal: outcome.refusal })
			: null;
	if (outcome.is !== 'deferred') return null;
	const { reason } = outcome.stop;
	// The key may lack access to the account alone, so that lookups find out.
	const endsRun = ruleOf(reason).ends === 'run' && reason !== 'forbidden';
	return endsRun ? { ...outcome.stop, tool: null } : null;
}
