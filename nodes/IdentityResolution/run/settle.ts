import { withoutPhone } from '../api/phone';
import type { Book } from './book';
import type { Entry, Stage, Waiting } from './entry';
import type { Lookup, LookupRecord, Route, Step } from './lookup';
import type { Outcome } from './outcome';
import { Prices } from './prices';
import { OUT_OF_PHONE_TOKENS } from './rest';

/** A row at the end of its way. */
export interface SettledRow {
	outcome: Outcome;
	steps: readonly Step[];
}

/**
 * Sends every row on its way and keeps what becomes of it: the one place where rows are settled, each exactly once
 * and at its own place.
 * @param prices what the run learns of them while the rows are on their way
 * @returns the rows in the order of their routes; complete once the book has nothing left
 */
export function settleRows(routes: readonly Route[], book: Book, prices = new Prices()): SettledRow[] {
	const ground: Ground = { book, prices };
	const rows = routes.map((route) => new Row(route, ground));
	for (const row of rows) row.advance();
	return rows;
}

/** The record of an answer that a row brought itself. */
const NOT_SENT: LookupRecord = Object.freeze({
	attempts: 0,
	charged: 0,
	rows: 1,
	withoutPhone: 0,
	forPhone: 0,
	lost: 0,
	recordsLeft: null,
});

const NO_STEPS: readonly Step[] = [];

/** What all rows of a run share. */
interface Ground {
	book: Book;
	prices: Prices;
}

/** What a row needs until its end. */
interface Way {
	route: Route;
	ground: Ground;
	/** What it asked last. */
	asked: Lookup | null;
}

/** A row on its way. There is one for each row of a sheet, so that what it no longer needs is let go. */
class Row implements SettledRow, Waiting {
	steps: readonly Step[] = NO_STEPS;
	/** Set at the end of its way. */
	outcome!: Outcome;
	private way: Way | null;

	constructor(route: Route, ground: Ground) {
		this.way = { route, ground, asked: null };
	}

	advance(): void {
		if (this.way === null) return;
		const { route, ground } = this.way;
		const next = route(this.steps, ground.prices);
		if ('done' in next) {
			this.outcome = next.done;
			this.way = null;
			return;
		}
		if ('known' in next) {
			this.steps = this.steps.concat({ lookup: next.known, outcome: next.outcome, record: NOT_SENT, pays: true });
			this.advance();
			return;
		}
		this.way.asked = next.ask;
		ground.book.ask(next.ask, this);
	}

	get stage(): Stage {
		return this.steps.some(({ outcome }) => outcome.is === 'found') ? 'begun' : 'fresh';
	}

	reconsider(): void {
		this.advance();
	}

	settled(outcome: Outcome, entry: Entry, turn: 'first' | 'later'): void {
		// Added to, an array takes room for many.
		this.steps = this.steps.concat(stepOf(this.way?.asked ?? entry.lookup, outcome, entry, turn));
		this.advance();
	}
}

function stepOf(lookup: Lookup, outcome: Outcome, { lookup: asked, record }: Entry, turn: 'first' | 'later'): Step {
	// Rows that asked the same share what was sent.
	const shared = lookup.phone === asked.phone ? asked : lookup;
	return { lookup: shared, outcome: asWorded(outcome, lookup, asked), record, pays: turn === 'first' };
}

/** A row that did not ask for the phone does not get it, even where another row's asking brought it along. */
function asWorded(outcome: Outcome, lookup: Lookup, asked: Lookup): Outcome {
	if (outcome.is !== 'found' && outcome.is !== 'not_found') return outcome;
	if (lookup.phone === 'with') {
		if (outcome.phone === 'put_off') return { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };
		return asked.phone === 'with' ? outcome : { ...outcome, phone: 'too_late' };
	}
	if (asked.phone === 'without') return outcome;
	return {
		...outcome,
		phone: 'as_asked',
		answer: { ...outcome.answer, results: withoutPhone(outcome.answer.results) },
	};
}
