import { hasWorseEmail, type Wanted } from '../api/person/wants';
import { cellsIn, valuesOf, type Route } from './route';

/**
 * Ends a row of an operation that is for an email alone as a miss if the email is worse than the
 * minimum grade.
 */
export const endingAtWorseEmail =
	(wanted: Wanted, route: Route): Route =>
	(steps, prices, closed) => {
		const next = route(steps, prices, closed);
		const last = steps.at(-1);
		if ('lookup' in next || next.outcome.is !== 'found' || last === undefined) return next;
		const cells = cellsIn({ ...last, outcome: next.outcome }, () => valuesOf(steps));
		if (!hasWorseEmail(wanted, cells)) return next;
		const { answer, phone } = next.outcome;
		return { outcome: { is: 'not_found', answer, phone, withheld: true } };
	};
