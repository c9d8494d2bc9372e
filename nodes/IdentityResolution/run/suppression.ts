import type { Identifier } from '../api/identifiers/identifier';
import type { AnswerCache } from './answerCache';
import type { Outcome } from './outcome';

/** People who must not be looked up. */
export interface Suppression {
	/** Whether it names the person of a lookup, or anybody in the body of a request. */
	has(identifier: Identifier): boolean;
	/** Whether a text is a LinkedIn address, an e-mail or a hash of somebody on it, or lists one. */
	names(text: string): boolean;
}

export const NO_SUPPRESSION: Suppression = { has: () => false, names: () => false };

export const SUPPRESSED: Outcome = { is: 'skipped', why: 'The person is on the suppression list', by: 'suppressed' };

/** A cache that answers each lookup of a suppressed person, so that none is sent. */
export const withSuppression =
	(suppression: Suppression, cache: AnswerCache): AnswerCache =>
	(lookup) =>
		suppression.has(lookup.identifier) ? SUPPRESSED : cache(lookup);
