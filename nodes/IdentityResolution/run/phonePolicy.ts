import { hasUnreadablePhone, readPhone, withoutPhone } from '../api/person/phone';
import type { Answer } from '../api/replies/reading';
import type { Refusal } from '../api/replies/refusal';
import type { Phone } from '../api/request';
import type { Limits } from './limits';
import type { Lookup, LookupRecord } from './lookup';
import { stopFor, type Outcome, type PhoneResult, type Stop } from './outcome';

/** How phones are requested. Without phone tokens, rows continue without a phone (`omitted`) or are deferred. */
export type PhoneMode = 'requested' | 'omitted' | 'deferred';

/** The phone mode when the account has no phone tokens. */
export const modeWithoutTokens = (onPhoneTokens: Limits['onPhoneTokens']): Exclude<PhoneMode, 'requested'> =>
	onPhoneTokens === 'defer' ? 'deferred' : 'omitted';

/** Defers rows that need a phone. The run continues. */
export const OUT_OF_PHONE_TOKENS: Readonly<Stop> = stopFor('insufficient_phone_tokens');

/** Whether a queued lookup is sent with the phone. */
export const phoneInMode = (mode: PhoneMode, phone: Phone): Phone => (mode === 'requested' ? phone : 'without');

/** Whether a lookup is worth sending without its phone: a row wants other data from it. */
export const isWorthSending = (
	{ rows, withoutPhone: rowsWithout, forPhone }: Readonly<LookupRecord>,
	onPhoneTokens: Limits['onPhoneTokens'],
): boolean => (onPhoneTokens === 'defer' ? rowsWithout > 0 : forPhone < rows);

/** Returns the phone result of an answer to a request that included the phone or not (`sent`). */
export function phoneResult(sent: Phone, { results }: Answer, partialError: Refusal | null): PhoneResult {
	if (sent === 'without' || readPhone(results) !== null) return 'as_requested';
	if (partialError?.kind === 'insufficient_phone_tokens') return 'omitted';
	return hasUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}

/**
 * Returns the outcome for one of the rows that share an answer. A row gets the phone only if it requested the phone.
 * @param lookup requested by the row
 * @param sent for all rows
 */
export function outcomeForRow(outcome: Outcome, lookup: Lookup, sent: Lookup): Outcome {
	if (outcome.is !== 'found' && outcome.is !== 'not_found') return outcome;
	if (lookup.phone === 'with') {
		if (outcome.phone === 'deferred') return { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };
		return sent.phone === 'with' ? outcome : { ...outcome, phone: 'too_late' };
	}
	if (sent.phone === 'without') return outcome;
	return {
		...outcome,
		phone: 'as_requested',
		answer: { ...outcome.answer, results: withoutPhone(outcome.answer.results) },
	};
}
