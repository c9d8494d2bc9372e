import { readAccount, type Account } from '../../api/account/account';
import { readBody } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import type { Refusal } from '../../api/replies/refusal';
import { requestBody } from '../../api/request';
import { getAccount } from '../../api/tools/getAccount';
import type { Throttle } from '../throttle/throttle';
import type { RunContext } from './state';
import type { Environment } from '../environment';
import { decideRetry, type Attempt, type StopRun, type Pause, type PolicyInput } from './retryPolicy';

/** A run of more requests may be large against its window of requests, of which replies never tell what is left. */
const LARGE_RUN = 50;

/** Has a large run ask the account first, so that it can count its windows down and is never sent to be refused. */
export function requireAccountCheck({ registry, budget }: RunContext): void {
	const first = registry.nextReady();
	if (first === null || budget.isAccountKnown(first.lookup.tool)) return;
	if (registry.queuedRequests > LARGE_RUN) budget.invalidateWindows(first.lookup.tool);
}

/** What the free `get_account` told, or why it did not. */
export type AccountCheck = { is: 'known'; account: Account } | { is: 'unknown'; refusal: Refusal | null };

/** Asks the free `get_account`, once. */
export async function checkAccount({ send, clock }: Pick<Environment, 'send' | 'clock'>): Promise<AccountCheck> {
	const nothing = readBody({});
	const reply = await send(getAccount, requestBody(getAccount, [nothing], 'without'));
	const reading = readReply(getAccount, [nothing], reply, clock.now());
	if (reading.is === 'refusal') return { is: 'unknown', refusal: reading.refusal };
	const answer = reading.answers.get(nothing.key);
	return answer?.found ? { is: 'known', account: readAccount(answer.results) } : { is: 'unknown', refusal: null };
}

/**
 * Decides what a refused account check means for the run. A wait and a rejected key apply to every request. Any other
 * refusal is ignored, because the run can continue without the account, except under a reserve: then the check is
 * retried. It does not change the throttle of lookups, which have another rate limit.
 * @param attempt consecutive failed checks count as errors, as lost answers and as refusals
 */
export function decideAccountCheck(
	refusal: Refusal,
	attempt: Pick<Attempt, 'errorCount' | 'lostCount' | 'generation'>,
	input: PolicyInput,
): Pause | StopRun | null {
	const { now, limits, throttle } = input;
	const refused: Throttle = { ...throttle, refusals: throttle.refusals + attempt.errorCount };
	const decision = decideRetry(refusal, { size: 1, phone: 'without', ...attempt }, { ...input, throttle: refused });
	if (decision.do === 'retry' && limits.reserve > 0)
		return { do: 'pause', until: now + decision.after, kind: 'repeat' };
	if (decision.do === 'pause') return { ...decision, kind: 'repeat' };
	return decision.do === 'stop' ? decision : null;
}
