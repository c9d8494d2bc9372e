import { readTokenCosts } from '../../api/account/billingColumns';
import { readBody } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import type { Refusal } from '../../api/replies/refusal';
import { requestBody } from '../../api/request';
import { getBilling } from '../../api/tools/account/getBilling';
import type { PriceList } from '../budget/prices';
import type { Environment } from '../environment';

/** The prices of the account, or the refusal; a null refusal if the service has none. */
type PriceCheck = { is: 'answered'; prices: PriceList } | { is: 'unanswered'; refusal: Refusal | null };

/** Sends one `get_billing`, which is free. The contract does not have this tool, so that a run can do without it. */
export async function checkPrices({ send, clock }: Pick<Environment, 'send' | 'clock'>): Promise<PriceCheck> {
	const emptyBody = readBody({});
	const reply = await send(getBilling, requestBody(getBilling, [emptyBody], 'without'), 1);
	const reading = readReply(getBilling, [emptyBody], reply, clock.now());
	if (reading.is === 'refusal') return { is: 'unanswered', refusal: reading.refusal };
	const answer = reading.answers.get(emptyBody.key);
	return answer?.found
		? { is: 'answered', prices: readTokenCosts(answer.results) }
		: { is: 'unanswered', refusal: null };
}
