import { hasNoMatches, type Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/refusal';
import { splitCharge } from '../budget/requestCost';
import type { Limits } from '../limits';
import type { Outcome } from '../outcome';
import { modeWithoutTokens, phoneResult } from '../phonePolicy';
import type { Entry } from '../queue/entry';
import type { PendingRequest } from '../queue/pendingRequest';
import type { Attempt } from './retryPolicy';

/** What a reply means for the lookups of its request. */
interface HandledReply {
	answered: readonly AnsweredLookup[];
	/** Lookups about which the reply says nothing, so that they may have been charged. */
	unmatched: readonly Entry[];
	/** Lookups that were not answered because of the refusal. */
	refused: readonly Entry[];
	/** Why the service did not answer all lookups; null if it gave no reason. */
	refusal: Refusal | null;
}

interface AnsweredLookup {
	entry: Entry;
	outcome: Outcome;
	/** Tokens; null if the reply did not report them. */
	charged: number | null;
	/** Records left in the 5 h window; null if the reply did not report them. */
	recordsLeft: number | null;
}

/** Sorts the lookups of a request by what its reply says about them. */
export function handleReply(
	request: PendingRequest,
	reading: Reading,
	onPhoneTokens: Limits['onPhoneTokens'],
): HandledReply {
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
			request.phone === entry.lookup.phone
				? phoneResult(request.phone, answer, partialError)
				: modeWithoutTokens(onPhoneTokens);
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
 * What a refused request has behind it.
 * @param open lookups without an answer
 * @param generation the throttle's generation when it was sent
 */
export function attemptOf(request: PendingRequest, open: number, generation: number): Attempt {
	const { phone, entries, errorCount, lostCount } = request;
	// A body of the user's own says for itself whether it requests a phone.
	const isBody = entries[0].lookup.identifier.kind === 'body';
	return { size: open, phone: isBody ? 'in_body' : phone, errorCount, lostCount, generation };
}
