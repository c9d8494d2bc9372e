import { hasNoMatches, type Answer, type Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/refusal';
import { splitCharge } from '../stats';
import { isFilled } from '../../api/person/columns';
import { hasUnreadablePhone } from '../../api/person/phone';
import type { Phone } from '../../api/tool';
import type { PhoneResult } from '../outcome';
import type { AnsweredLookup, Entry, PendingRequest } from '../queue/queue';

interface ClassifiedReply {
	answered: readonly AnsweredLookup[];
	/** Lookups that the reply does not mention. They may have been charged. */
	unmatched: readonly Entry[];
	/** Lookups without an answer because of the refusal. */
	refused: readonly Entry[];
	/** Why the service did not answer all lookups; null if it reported no reason. */
	refusal: Refusal | null;
}

/** Splits the lookups of a request into answered ones and open ones, which are all unmatched or all refused. */
export function classifyReply(request: PendingRequest, reading: Reading): ClassifiedReply {
	const { entries } = request;
	if (reading.is === 'refusal') return { answered: [], unmatched: [], refused: entries, refusal: reading.refusal };
	const { answers, usage, partialError } = reading;
	const charges = splitCharge(usage.tokensCharged, [...answers.values()]);
	const answered: AnsweredLookup[] = [];
	const open: Entry[] = [];
	for (const entry of entries) {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) {
			open.push(entry);
			continue;
		}
		const phone = phoneResult(request.phone, answer, partialError);
		answered.push({
			entry,
			outcome: { is: answer.found ? 'found' : 'not_found', answer, phone },
			charged: charges.get(answer) ?? null,
			recordsLeft: usage.recordsLeft['5h'],
		});
	}
	const isUnmatched = partialError === null || hasNoMatches(reading);
	return {
		answered,
		unmatched: isUnmatched ? open : [],
		refused: isUnmatched ? [] : open,
		refusal: partialError,
	};
}

/** Returns the phone result of an answer to a request that included the phone or not (`sent`). */
export function phoneResult(sent: Phone, { results, cells }: Answer, partialError: Refusal | null): PhoneResult {
	if (sent === 'without' || isFilled(cells.mobile_phone)) return 'as_requested';
	if (partialError?.reason === 'insufficient_phone_tokens') return 'omitted';
	return hasUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}
