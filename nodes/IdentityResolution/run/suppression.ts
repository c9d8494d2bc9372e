import type { Identifier } from '../api/identifiers/identifier';
import { searchResultsOf } from '../api/replies/searchResults';
import type { AnswerCache } from './answerStore';
import { cellsIn, type Route, type Step } from './route';
import type { Outcome } from '../service/outcome';

/** People who must not be sent or shown. */
export interface Suppression {
	/** Whether the list has no people. */
	readonly isEmpty: boolean;
	/** Whether a lookup names a listed person, in its identifier or anywhere in its request. */
	has(identifier: Identifier): boolean;
	/** Whether a value of a row or of a reply names a listed person, at any depth. */
	isIn(value: unknown): boolean;
}

export const NO_SUPPRESSION: Suppression = { isEmpty: true, has: () => false, isIn: () => false };

export const ON_LIST = 'The person is on the suppression list';

export const SUPPRESSED: Outcome = { is: 'suppressed', why: ON_LIST };

/** Of a row whose answer names a listed person, although its own identifiers do not. */
export const SUPPRESSED_BY_ANSWER: Outcome = {
	is: 'suppressed',
	why: 'An answer names a person on the suppression list: it may have been charged, and its data was left out',
};

/** A cache that answers each lookup of a listed person, so that none is sent. */
export const answeringSuppressed =
	(suppression: Suppression, cache: AnswerCache): AnswerCache =>
	(lookup) =>
		suppression.has(lookup.identifier) ? SUPPRESSED : cache(lookup);

/**
 * Whether an answer names a listed person, in what the service sent or in the columns that are read
 * from it.
 */
export function revealsListed(suppression: Suppression, step: Step): boolean {
	if (suppression.isEmpty) return false;
	if (step.outcome.is === 'failed') return suppression.isIn(step.outcome.refusal.unread?.results);
	if (step.outcome.is !== 'found') return false;
	const { results } = step.outcome.answer;
	const { search, columns } = step.lookup.tool;
	const cells =
		search === undefined
			? cellsIn(step, () => [])
			: searchResultsOf(results)?.map((one) => columns.read(one));
	return suppression.isIn(results) || suppression.isIn(cells);
}

/** Ends a row at its first answer that names a listed person: nothing more is bought for it. */
export const endingAtSuppressed =
	(suppression: Suppression, route: Route): Route =>
	(steps, prices, closed) => {
		// Earlier steps were checked when they were the last one.
		const last = steps.at(-1);
		if (last !== undefined && revealsListed(suppression, last))
			return { outcome: SUPPRESSED_BY_ANSWER };
		return route(steps, prices, closed);
	};
