import { readAccount, type Account } from '../api/account';
import { readBody } from '../api/identifiers/body';
import { readReply } from '../api/readReply';
import type { Refusal } from '../api/refusal';
import { requestBody } from '../api/request';
import { getAccount } from '../api/tools/getAccount';
import type { Pace } from './pace';
import type { Running } from './state';
import type { Surroundings } from './surroundings';
import { judge, type Attempt, type Halt, type Pause, type Situation } from './verdict';

/** A run of more requests may be large against its window of requests, of which replies never tell what is left. */
const LARGE_RUN = 50;

/** Has a large run ask the account first, so that it can count its windows down and is never sent to be refused. */
export function beginWithALook({ book, budget }: Running): void {
	const first = book.next();
	if (first === null || budget.isKnown(first.lookup.tool)) return;
	if (book.requestsInLine > LARGE_RUN) budget.forget(first.lookup.tool);
}

/** What the free `get_account` told, or why it did not. */
export type Look = { is: 'told'; account: Account } | { is: 'untold'; refusal: Refusal | null };

/** Asks the free `get_account`, once. */
export async function lookAtAccount({ send, clock }: Pick<Surroundings, 'send' | 'clock'>): Promise<Look> {
	const nothing = readBody({});
	const reply = await send(getAccount, requestBody(getAccount, [nothing], 'without'));
	const reading = readReply(getAccount, [nothing], reply, clock.now());
	if (reading.is === 'refusal') return { is: 'untold', refusal: reading.refusal };
	const answer = reading.answers.get(nothing.key);
	return answer?.found ? { is: 'told', account: readAccount(answer.results) } : { is: 'untold', refusal: null };
}

/**
 * What a refused look means for the run: a wait and a dead key hold for every request. Else nothing depends on it, as what
 * is not told is found out by asking, except under a reserve: then it is tried again. It teaches nothing of the pace of
 * lookups, whose guard is another one.
 * @param attempt the looks that failed before it, one after another, count as errors, as lost and as refusals
 */
export function judgeLook(
	refusal: Refusal,
	attempt: Pick<Attempt, 'errors' | 'lost' | 'episode'>,
	situation: Situation,
): Pause | Halt | null {
	const { now, limits, pace } = situation;
	const refused: Pace = { ...pace, refusals: pace.refusals + attempt.errors };
	const verdict = judge(refusal, { size: 1, phone: 'without', ...attempt }, { ...situation, pace: refused });
	if (verdict.do === 'again' && limits.reserve > 0)
		return { do: 'pause', until: now + verdict.after, episode: 'known' };
	if (verdict.do === 'pause') return { ...verdict, episode: 'known' };
	return verdict.do === 'stop' ? verdict : null;
}
