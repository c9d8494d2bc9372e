import type { Identifier } from '../api/identifiers/identifier';
import type { AnswerCache } from './answerStore';
import type { Route } from './lookup';
import type { Outcome } from './outcome';

/** People who must not be looked up. */
export interface Suppression {
	/** True if the list contains no person. */
	readonly isEmpty: boolean;
	/** Whether it names the person of a lookup, or anybody in the body of a request. */
	has(identifier: Identifier): boolean;
	/** Whether any text in an answer is a LinkedIn address, an email or a hash of one of them, or lists one. */
	isIn(results: unknown): boolean;
}

export const NO_SUPPRESSION: Suppression = { isEmpty: true, has: () => false, isIn: () => false };

export const SUPPRESSED: Outcome = { is: 'skipped', why: 'The person is on the suppression list', by: 'suppressed' };

/** A cache that answers each lookup of a suppressed person, so that none is sent. */
export const answeringSuppressed =
	(suppression: Suppression, cache: AnswerCache): AnswerCache =>
	(lookup) =>
		suppression.has(lookup.identifier) ? SUPPRESSED : cache(lookup);

/** Ends a row at an answer about a suppressed person. */
export const endingAtSuppressed =
	(suppression: Suppression, route: Route): Route =>
	(steps, prices, closed) => {
		const next = route(steps, prices, closed);
		return 'outcome' in next && next.outcome.is === 'found' && suppression.isIn(next.outcome.answer.results)
			? { outcome: SUPPRESSED }
			: next;
	};
