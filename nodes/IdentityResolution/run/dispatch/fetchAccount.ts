import { readAccount, type Account } from '../../api/account/account';
import { readBody } from '../../api/identifiers/body';
import { getAccount } from '../../api/tools/getAccount';
import { LookupRegistry } from '../queue/registry';
import { Budget, NO_BOUNDS } from '../budget/budget';
import { dispatch } from './dispatcher';
import type { Limits } from '../limits';
import { lookupOf, singleLookup } from '../lookup';
import type { Stop } from '../outcome';
import { startRows } from '../rows';
import type { Environment } from '../environment';
import { addFree, newStats, type RunStats } from '../stats';

/** How the account stands before a run, or why that could not be learnt. */
export type AccountSnapshot = { is: 'known'; account: Account } | { is: 'unknown'; stop: Stop };

/**
 * Asks the free `get_account`, with the same patience as any lookup.
 * @param stats of the run; the account is none of its lookups
 */
export async function fetchAccount(limits: Limits, stats: RunStats, env: Environment): Promise<AccountSnapshot> {
	const registry = new LookupRegistry();
	const rows = startRows([singleLookup(lookupOf(getAccount, readBody({}), 'without'))], registry);
	// Free, so that an answer lost on the way costs nothing to ask again.
	const patience: Limits = { ...limits, onLostAnswer: 'retry' };
	const own = newStats();
	const progress = () => env.progress({ ...stats, requests: stats.requests + own.requests });
	const stop = await dispatch(registry, new Budget(NO_BOUNDS), patience, own, { ...env, progress });
	addFree(stats, own);
	const { outcome } = rows[0];
	if (outcome.is === 'found') return { is: 'known', account: readAccount(outcome.answer.results) };
	const refusal = outcome.is === 'failed' ? outcome.refusal : null;
	return { is: 'unknown', stop: stop ?? { reason: 'service_down', retryAt: null, refusal, tool: null } };
}
