import { withoutPhone } from '../api/person/phone';
import type { Phone } from '../api/request';
import { answerName } from '../api/resume';
import type { Lookup } from './lookup';
import type { Outcome } from './outcome';

/** Returns the answer to a lookup from before the run; undefined if there is none. */
export type AnswerCache = (lookup: Lookup) => Outcome | undefined;

export type Answered = Extract<Outcome, { is: 'found' | 'not_found' }>;

export const isAnswered = (outcome: Outcome): outcome is Answered =>
	outcome.is === 'found' || outcome.is === 'not_found';

/** Whether an answer includes the phone. An unreadable phone counts as included, so that it is not paid for again. */
export const answeredPhone = ({ phone }: Answered, { phone: requested }: Pick<Lookup, 'phone'>): Phone =>
	phone === 'as_requested' || phone === 'unreadable' ? requested : 'without';

/** A cache of named answers. One with a phone also answers the lookup without it; the phone is then omitted. */
export const cacheFrom =
	(answers: (name: string) => Answered | undefined): AnswerCache =>
	({ tool: { name: tool }, identifier: { key }, phone }) => {
		const known = answers(answerName(tool, key, phone));
		if (known !== undefined) return known;
		const more = answers(answerName(tool, key, 'with'));
		return more && { ...more, answer: { ...more.answer, results: withoutPhone(more.answer.results) } };
	};
