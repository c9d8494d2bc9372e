import { hasNoMatches, type Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/refusal';
import { splitCharge } from '../budget/requestCost';
import type { PhoneResult } from '../outcome';
import { phoneResult } from '../phonePolicy';
import type { Entry } from '../queue/entry';
import type { AnsweredLookup, PendingRequest } from '../queue/pendingRequest';
import type { Attempt } from './retryPolicy';

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
export function classifyReply(
	request: PendingRequest,
	reading: Reading,
	/** The phone result of a lookup that requested the phone and was sent without it. */
	withoutPhone: PhoneResult,
): ClassifiedReply {
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
		const phone =
			request.phone === entry.lookup.phone ? phoneResult(request.phone, answer, partialError) : withoutPhone;
		answered.push({
			entry,
			outcome: { is: answer.found ? 'found' : 'not_found', answer, phone },
			charged: charges.get(answer) ?? null,
			recordsLeft: usage.records['5h'].remaining,
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

/**
 * Returns the attempt of a request with `open` unanswered lookups.
 * @param generation the throttle's when it was sent
 */
export function attemptOf(
	request: PendingRequest,
	open: number,
	generation: number,
	otherName: Attempt['otherName'],
): Attempt {
	const { phone, entries, errorCount, lostCount } = request;
	// A body from the user may request a phone itself.
	const isBody = entries[0].lookup.identifier.kind === 'body';
	return { size: open, phone: isBody ? 'in_body' : phone, errorCount, lostCount, generation, otherName };
}
