import { hasUnreadablePhone, readPhone } from '../api/person/phones';
import {
	hasNoMatches,
	refusalOfUnreadable,
	type Answer,
	type Reading,
} from '../api/replies/reading';
import type { Refusal } from '../api/replies/envelope';
import type { Phone } from '../api/tool';
import type { PhoneResult } from './outcome';
import type { Entry, AnsweredLookup, Request } from './request';
import { splitCharge } from './stats';

export interface ClassifiedReply {
	answered: readonly AnsweredLookup[];
	/** Lookups whose answers cannot be read because of a fault of the node. */
	unreadable: ReadonlyArray<{ entry: Entry; refusal: Refusal }>;
	/** Lookups that the reply does not mention. They may have been charged. */
	unmatched: readonly Entry[];
	/** Lookups without an answer because of the refusal. */
	refused: readonly Entry[];
	/** Why the service did not answer all lookups; null if it reported no reason. */
	refusal: Refusal | null;
}

/**
 * Splits the lookups of a request into answered ones and open ones, which are all unmatched or all
 * refused.
 */
export function classifyReply(request: Request, reading: Reading): ClassifiedReply {
	const { entries } = request;
	if (reading.is === 'refusal')
		return {
			answered: [],
			unreadable: [],
			unmatched: [],
			refused: entries,
			refusal: reading.refusal,
		};
	const { answers, usage, partialError } = reading;
	const charges = splitCharge(usage.tokensCharged, [...answers.values()]);
	const answered: AnsweredLookup[] = [];
	const unreadable: Array<{ entry: Entry; refusal: Refusal }> = [];
	const open: Entry[] = [];
	for (const entry of entries) {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) {
			open.push(entry);
			continue;
		}
		const fault = refusalOfUnreadable(entry.lookup.tool, answer);
		if (fault !== null) {
			unreadable.push({ entry, refusal: fault });
			continue;
		}
		const phone = phoneResult(request.phone, answer, partialError);
		answered.push({
			entry,
			outcome: { is: answer.found ? 'found' : 'not_found', answer, phone },
			charged: charges.get(answer) ?? null,
			recordsLeft: usage.recordsLeft,
		});
	}
	const isUnmatched = partialError === null || hasNoMatches(reading);
	return {
		answered,
		unreadable,
		unmatched: isUnmatched ? open : [],
		refused: isUnmatched ? [] : open,
		refusal: partialError,
	};
}

export function phoneResult(
	sent: Phone,
	{ results }: Answer,
	partialError: Refusal | null,
): PhoneResult {
	if (sent === 'without' || readPhone(results) !== null) return 'as_requested';
	if (partialError?.reason === 'insufficient_phone_tokens') return 'omitted';
	return hasUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}
