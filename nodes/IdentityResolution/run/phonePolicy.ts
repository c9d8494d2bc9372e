import { hasUnreadablePhone, readPhone, withoutPhone } from '../api/person/phone';
import type { Answer } from '../api/replies/reading';
import type { Refusal } from '../api/replies/refusal';
import type { Phone } from '../api/request';
import { isAnswered } from './answerCache';
import type { Lookup, LookupRecord } from './lookup';
import { stopFor, type Outcome, type PhoneResult, type Stop } from './outcome';

/** Whether phones are requested. Without phone tokens, rows continue without a phone. */
export type PhoneMode = 'requested' | 'omitted';

/** Defers rows that want only a phone. The run continues. */
export const OUT_OF_PHONE_TOKENS: Readonly<Stop> = stopFor('insufficient_phone_tokens');

/** Whether a queued lookup is sent with the phone. */
export const phoneInMode = (mode: PhoneMode, phone: Phone): Phone => (mode === 'requested' ? phone : 'without');

/**
 * Returns the outcome of a lookup that is refused for lack of phone tokens; null to retry it without the phone.
 * @param cached an earlier answer without the phone, which must not be charged again
 */
export function outcomeWithoutPhoneTokens(
	{ rows, forPhone }: Readonly<LookupRecord>,
	cached: Outcome | undefined,
): Outcome | null {
	if (forPhone >= rows) return { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };
	if (cached === undefined) return null;
	return 'phone' in cached ? { ...cached, phone: 'omitted' } : cached;
}

/** Returns the phone result of an answer to a request that included the phone or not (`sent`). */
export function phoneResult(sent: Phone, { results }: Answer, partialError: Refusal | null): PhoneResult {
	if (sent === 'without' || readPhone(results) !== null) return 'as_requested';
	if (partialError?.reason === 'insufficient_phone_tokens') return 'omitted';
	return hasUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}

/**
 * Returns the outcome for one of the rows that share an answer. A row gets the phone only if it requested the phone.
 * @param lookup requested by the row
 * @param sent for all rows
 */
export function outcomeForRow(outcome: Outcome, lookup: Lookup, sent: Lookup): Outcome {
	if (!isAnswered(outcome)) return outcome;
	if (lookup.phone === 'with') return sent.phone === 'with' ? outcome : { ...outcome, phone: 'too_late' };
	if (sent.phone === 'without') return outcome;
	return {
		...outcome,
		phone: 'as_requested',
		answer: { ...outcome.answer, results: withoutPhone(outcome.answer.results) },
	};
}
