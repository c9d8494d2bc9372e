import type { Phone } from '../api/request';
import { answerKey, type StoredAnswer } from '../api/resume';
import type { Lookup } from './lookup';
import type { Outcome } from './outcome';

/** Returns the answer to a lookup from before the run; undefined if there is none. */
export type AnswerCache = (lookup: Lookup) => Outcome | undefined;

export const NO_ANSWERS: AnswerCache = () => undefined;

export type Answered = Extract<Outcome, { is: 'found' | 'not_found' }>;

export const isAnswered = (outcome: Outcome): outcome is Answered =>
	outcome.is === 'found' || outcome.is === 'not_found';

/** The outcome of a lookup that an earlier run has stored. */
export function outcomeOf(stored: StoredAnswer): Answered {
	const { results, at } = stored;
	const found = results !== null;
	return {
		is: found ? 'found' : 'not_found',
		answer: { found, results, metadata: null, at, stored },
		phone: 'as_requested',
	};
}

/** Uses the later of two answers. */
export const latestOf =
	(one: AnswerCache, other: AnswerCache): AnswerCache =>
	(lookup) => {
		const [first, second] = [one(lookup), other(lookup)];
		if (first === undefined || second === undefined) return first ?? second;
		return timeOf(second) > timeOf(first) ? second : first;
	};

const timeOf = (outcome: Outcome): number => (isAnswered(outcome) ? outcome.answer.at : null) ?? -Infinity;

/** The phone that an answer includes. An unreadable phone counts as included, so that it is not charged twice. */
export const answeredPhone = ({ phone }: Answered, { phone: requested }: Pick<Lookup, 'phone'>): Phone =>
	phone === 'as_requested' || phone === 'unreadable' ? requested : 'without';

/**
 * A cache of answers by `answerKey`. An answer with a phone also serves the lookup without it; of both, the later one
 * counts.
 */
export const cacheFrom =
	(answers: (answerKey: string) => Answered | undefined): AnswerCache =>
	({ tool: { name: tool }, identifier: { key }, phone }) => {
		const exact = answers(answerKey(tool, key, phone));
		if (phone === 'with') return exact;
		const full = answers(answerKey(tool, key, 'with'));
		if (full === undefined || (exact !== undefined && timeOf(full) <= timeOf(exact))) return exact;
		return full;
	};
