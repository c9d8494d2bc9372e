import { readTokenCosts } from '../../api/account/billingColumns';
import { readBody } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import { requestBody } from '../../api/request';
import { getBilling } from '../../api/tools/account/getBilling';
import type { Environment } from '../environment';

/** Tokens per hit by the name of the tool. */
export type PriceList = ReadonlyMap<string, number>;

const NO_PRICES: PriceList = new Map();

/**
 * Sends one free `get_billing`, and returns the prices in its reply. Empty if it has none: the contract does not have
 * this tool, so that the run continues without it after any refusal.
 */
export async function fetchPrices({ send, clock }: Pick<Environment, 'send' | 'clock'>): Promise<PriceList> {
	const emptyBody = readBody({});
	const reply = await send(getBilling, requestBody(getBilling, [emptyBody], 'without'));
	const reading = readReply(getBilling, [emptyBody], reply, clock.now());
	if (reading.is === 'refusal') return NO_PRICES;
	const answer = reading.answers.get(emptyBody.key);
	return answer?.found ? readTokenCosts(answer.results) : NO_PRICES;
}
