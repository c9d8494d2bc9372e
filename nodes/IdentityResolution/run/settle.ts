import { withoutPhone } from '../api/phone';
import type { Book, Entry } from './book';
import type { Lookup, Route, Step } from './lookup';
import type { Outcome } from './outcome';
import { OUT_OF_PHONE_TOKENS } from './rest';

/** A row at the end of its way. */
export interface SettledRow {
	outcome: Outcome;
	steps: readonly Step[];
}

/**
 * Sends every row on its way and keeps what becomes of it: the one place where rows are settled, each exactly once
 * and at its own place.
 * @returns the rows in the order of their routes; complete once the book has nothing left
 */
export function settleRows(routes: readonly Route[], book: Book): SettledRow[] {
	const rows = new Array<SettledRow>(routes.length);
	routes.forEach((route, place) => {
		const steps: Step[] = [];
		const advance = () => {
			const next = route(steps);
			if ('done' in next) {
				rows[place] = { outcome: next.done, steps };
				return;
			}
			book.ask(next.ask, (outcome, entry, turn) => {
				steps.push(stepOf(next.ask, outcome, entry, turn));
				advance();
			});
		};
		advance();
	});
	return rows;
}

function stepOf(lookup: Lookup, outcome: Outcome, { lookup: asked, record }: Entry, turn: 'first' | 'later'): Step {
	return { lookup, outcome: asWorded(outcome, lookup, asked), record, pays: turn === 'first' };
}

/** A row that did not ask for the phone does not get it, even where another row's asking brought it along. */
function asWorded(outcome: Outcome, lookup: Lookup, asked: Lookup): Outcome {
	if (outcome.is !== 'found' && outcome.is !== 'not_found') return outcome;
	if (lookup.phone === 'with') {
		if (outcome.phone === 'put_off') return { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };
		return asked.phone === 'with' ? outcome : { ...outcome, phone: 'left_out' };
	}
	if (asked.phone === 'without') return outcome;
	return { ...outcome, phone: 'as_asked', answer: { ...outcome.answer, results: withoutPhone(outcome.answer.results) } };
}
