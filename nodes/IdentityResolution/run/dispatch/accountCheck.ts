import type { Reason } from '../../api/refusals';
import { readAccount, type Account } from '../../api/account/account';
import { readBody } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import type { Refusal } from '../../api/replies/refusal';
import { requestBody } from '../../api/request';
import type { Tool } from '../../api/tool';
import { getAccount } from '../../api/tools/account/getAccount';
import type { Budget } from '../budget/budget';
import type { Environment } from '../environment';
import { stopFor, type Stop } from '../outcome';
import type { Entry } from '../queue/entry';
import type { Pause } from '../throttle/pause';
import { decideRetry, type PolicyInput, type RetryDecision } from './retryPolicy';

export interface AccountCheckState {
	/** `required`: the run can't start without the account. `optional`: it can, or the account is known. */
	readonly need: 'required' | 'optional';
	/** Consecutive failed checks that are known not to be charged. */
	readonly errorCount: number;
	/** Consecutive lost checks. */
	readonly lostCount: number;
	/** Consecutive checks that a limit refused. */
	readonly refusals: number;
}

export const newAccountCheck = (need: AccountCheckState['need']): AccountCheckState => ({
	need,
	errorCount: 0,
	lostCount: 0,
	refusals: 0,
});

/** Of rows that need several lookups, some may only be started if the balance is low, which only the account reports. */
const needsBalance = ({ lookup }: Readonly<Entry>, requests: number) => lookup.followUp > 0 && requests > 1;

/** Runs with more requests may exceed the Fair Use window of requests, which only the account reports. */
const LARGE_RUN = 50;

/** Returns the tool whose windows a large run must know before it starts; null if no check is useful. */
export function toolToCheckFirst(
	registry: { readonly queuedRequests: number; nextReady(): Readonly<Entry> | null },
	budget: Pick<Budget, 'isAccountKnown'>,
): Tool | null {
	const first = registry.nextReady();
	if (first === null || budget.isAccountKnown(first.lookup.tool)) return null;
	const { queuedRequests } = registry;
	return queuedRequests > LARGE_RUN || needsBalance(first, queuedRequests) ? first.lookup.tool : null;
}

/** The account, or the refusal; a null refusal if the service has no account. */
type AccountCheck = ({ is: 'answered'; account: Account } | { is: 'unanswered'; refusal: Refusal | null }) & {
	/** Departures from the contract. */
	drift: readonly string[];
};

/** Sends one `get_account`, which is free. */
export async function checkAccount({ send, clock }: Pick<Environment, 'send' | 'clock'>): Promise<AccountCheck> {
	const emptyBody = readBody({});
	const reply = await send(getAccount, requestBody(getAccount, [emptyBody], 'without'), 1);
	const reading = readReply(getAccount, [emptyBody], reply, clock.now());
	if (reading.is === 'refusal') return { is: 'unanswered', refusal: reading.refusal, drift: [] };
	const { answers, drift } = reading;
	const answer = answers.get(emptyBody.key);
	if (!answer?.found) return { is: 'unanswered', refusal: null, drift };
	return { is: 'answered', account: readAccount(answer.results), drift };
}

type AccountCheckDecision =
	| { do: 'continue' }
	| { do: 'retry'; reason: Reason; pause: Pause; next: AccountCheckState }
	| { do: 'stop'; stop: Stop };

/**
 * Decides how the run proceeds after a failed account check. Limits and a rejected key affect every request. Other
 * failures are retried if the run needs the account; else the run continues without the account.
 * @param generation the throttle's generation when the check was sent
 */
export function decideAccountCheck(
	refusal: Refusal | null,
	check: AccountCheckState,
	generation: number,
	input: PolicyInput,
): AccountCheckDecision {
	const { throttle, now } = input;
	const isRequired = check.need === 'required';
	if (refusal === null) return isRequired ? { do: 'stop', stop: stopFor('service_down') } : { do: 'continue' };
	const decision = decideRetry(
		refusal,
		{
			size: 1,
			otherName: null,
			phone: 'without',
			errorCount: check.errorCount,
			lostCount: check.lostCount,
			generation,
		},
		{
			...input,
			throttle: { ...throttle, refusals: throttle.refusals + check.refusals },
		},
	);
	const retry = (until: number, next: AccountCheckState): AccountCheckDecision => ({
		do: 'retry',
		reason: refusal.reason,
		// Lookups have their own rate limit, so that a refused check does not slow them down.
		pause: { until, kind: 'repeat' },
		next,
	});
	if (decision.do === 'retry' && isRequired) return retry(now + decision.after, withFailure(check, decision));
	if (decision.do === 'pause') return retry(decision.until, { ...check, refusals: check.refusals + 1 });
	// The key may lack access to the account alone, so that lookups find out.
	const mayLookUp = refusal.reason === 'forbidden' && !isRequired;
	if (decision.do === 'stop' && !mayLookUp) return { do: 'stop', stop: { ...decision.stop, tool: null } };
	if (!isRequired) return { do: 'continue' };
	if (decision.do !== 'closeTool') return { do: 'stop', stop: stopFor('service_down', { refusal }) };
	const { reason, retryAt } = decision;
	return { do: 'stop', stop: { reason, retryAt, refusal, tool: getAccount.name } };
}

const withFailure = (
	check: AccountCheckState,
	{ counts }: Extract<RetryDecision, { do: 'retry' }>,
): AccountCheckState =>
	counts === 'lost' ? { ...check, lostCount: check.lostCount + 1 } : { ...check, errorCount: check.errorCount + 1 };
