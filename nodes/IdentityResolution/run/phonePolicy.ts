import { holdsUnreadablePhone, readPhone, withoutPhone } from '../api/person/phone';
import type { Answer } from '../api/replies/reading';
import type { Refusal } from '../api/replies/refusal';
import type { Phone } from '../api/request';
import type { Limits } from './limits';
import type { Lookup, LookupRecord } from './lookup';
import { stopFor, type Outcome, type PhoneResult, type Stop } from './outcome';

/**
 * Whether requests include the phone. Not after the account ran out of phone tokens: lookups are then sent without it,
 * and rows that want a phone continue without one (`omitted`) or are deferred (`deferred`).
 */
export type PhoneMode = 'requested' | 'omitted' | 'deferred';

/** The phone mode after the account ran out of phone tokens. */
export const modeWithoutTokens = (onPhoneTokens: Limits['onPhoneTokens']): Exclude<PhoneMode, 'requested'> =>
	onPhoneTokens === 'defer' ? 'deferred' : 'omitted';

/** Why a row that needs its phone is deferred, while the run continues. */
export const OUT_OF_PHONE_TOKENS: Readonly<Stop> = stopFor('insufficient_phone_tokens');

/** Whether a queued lookup is sent with the phone. */
export const phoneInMode = (mode: PhoneMode, phone: Phone): Phone => (mode === 'requested' ? phone : 'without');

/** Whether a lookup is worth sending without its phone, because a row wants something else from it. */
export const isWorthSending = (
	{ rows, withoutPhone: rowsWithout, forPhone }: Readonly<LookupRecord>,
	onPhoneTokens: Limits['onPhoneTokens'],
): boolean => (onPhoneTokens === 'defer' ? rowsWithout > 0 : forPhone < rows);

/**
 * What an answer says about the phone of a lookup that was sent as planned.
 * @param sent whether the request included the phone
 * @param partialError why the reply is incomplete
 */
export function phoneResult(sent: Phone, { results }: Answer, partialError: Refusal | null): PhoneResult {
	if (sent === 'without' || readPhone(results) !== null) return 'as_requested';
	if (partialError?.kind === 'insufficient_phone_tokens') return 'omitted';
	return holdsUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}

/**
 * The outcome for one of the rows that share an answer. A row gets the phone only if it requested it, even if another
 * row's request included it.
 * @param lookup what the row requested
 * @param sent what was sent for all of them
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
