import { readAccount, type Account } from '../api/account';
import { readBody } from '../api/identifiers/body';
import { getAccount } from '../api/tools/getAccount';
import { Book } from './book';
import { Budget, NO_BOUNDS } from './budget';
import { dispatch } from './dispatch';
import type { Limits } from './limits';
import { lookupOf, singleLookup } from './lookup';
import type { Stop } from './outcome';
import { settleRows } from './settle';
import type { Surroundings } from './surroundings';
import { addFree, startTally, type Tally } from './tally';

/** How the account stands before a run, or why that could not be learnt. */
export type Standing = { is: 'known'; account: Account } | { is: 'unknown'; stop: Stop };

/**
 * Asks the free `get_account`, with the same patience as any lookup.
 * @param tally of the run; the account is none of its lookups
 */
export async function readStanding(limits: Limits, tally: Tally, around: Surroundings): Promise<Standing> {
	const book = new Book();
	const rows = settleRows([singleLookup(lookupOf(getAccount, readBody({}), 'without'))], book);
	// Free, so that an answer lost on the way costs nothing to ask again.
	const patience: Limits = { ...limits, onLostAnswer: 'retry' };
	const own = startTally();
	const progress = () => around.progress({ ...tally, requests: tally.requests + own.requests });
	const stop = await dispatch(book, new Budget(NO_BOUNDS), patience, own, { ...around, progress });
	addFree(tally, own);
	const { outcome } = rows[0];
	if (outcome.is === 'found') return { is: 'known', account: readAccount(outcome.answer.results) };
	const refusal = outcome.is === 'failed' ? outcome.refusal : null;
	return { is: 'unknown', stop: stop ?? { reason: 'service_down', retryAt: null, refusal, tool: null } };
}
