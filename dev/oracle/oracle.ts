import type { LedgerEntry } from '../sandbox/ledger';

export type ExpectedAnswer = { is: 'blank' } | { is: 'invalid' } | { is: 'miss' } | { is: 'hit'; answer: string };

/**
 * A row as the node returned it: its status, and the value that identifies the person, empty or null if there is none.
 */
export interface ActualAnswer {
	status: unknown;
	answer: unknown;
}

/** One output row, reduced to what the oracle checks. */
export interface OutputRow {
	/** Index of the input row that the item is linked to, from 0; null if it is linked to none. */
	row: number | null;
	/** Why the answer is not the row's own, in a sentence; null if it is. */
	problem: string | null;
	/**
	 * Names of lookups (`lookupName`) whose answer this row must contain if it was paid for; empty if it already does.
	 */
	missing?: readonly string[];
}

/** The three promises, checked over one run. Rows count from 0. */
export interface OracleReport {
	lost: number[];
	/** Output rows that came back a second time, or belong to no input row. */
	repeated: number;
	/** Rows with a problem, and rows without an answer that was paid for, in a sentence each. */
	wrong: string[];
	/** Lookups that were charged again after their answer had been delivered, once for each extra charge. */
	paidAgain: string[];
}

const UNANSWERED: ReadonlySet<unknown> = new Set(['failed', 'deferred']);

export const lookupName = (tool: string, key: string): string => `${tool} ${key}`;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Returns why an answer does not belong to its row, or null. A row that failed or was deferred must hold no other
 * person's answer.
 */
export function checkAnswer(expected: ExpectedAnswer, { status, answer }: ActualAnswer): string | null {
	const allowed = expected.is === 'hit' ? expected.answer : null;
	if (!isEmpty(answer) && answer !== allowed)
		return `has the answer ${JSON.stringify(answer)}, not ${String(allowed)}`;
	switch (expected.is) {
		case 'blank':
			return status === 'skipped' ? null : `is ${String(status)}, but its cell is blank`;
		case 'invalid':
			return status === 'invalid' ? null : `is ${String(status)}, but its cell is invalid`;
		case 'miss':
			return status === 'not_found' || UNANSWERED.has(status)
				? null
				: `is ${String(status)}, but nothing is held`;
		case 'hit':
			if (UNANSWERED.has(status)) return null;
			return status === 'found' && answer === allowed ? null : `is ${String(status)}, but ${allowed} is held`;
	}
}

/**
 * Judges one run: every row once, each with its own answer, nothing paid for twice or thrown away.
 * Takes the requests in the order in which the service received them, and each output row after the requests for it.
 */
export class Oracle {
	private readonly seen: Uint8Array;
	private readonly delivered = new Set<string>();
	private readonly paidAgain: string[] = [];
	private readonly wrong: string[] = [];
	private repeated = 0;

	constructor(rows: number) {
		this.seen = new Uint8Array(rows);
	}

	/**
	 * A charge is excused if no earlier answer to the same lookup was delivered: one retry after a lost answer is
	 * allowed.
	 */
	takeRequest({ tool, charged, fate }: Pick<LedgerEntry, 'tool' | 'charged' | 'fate'>): void {
		const names = charged.map((key) => lookupName(tool, key));
		const again = names.filter((name, place) => this.delivered.has(name) || names.indexOf(name) < place);
		this.paidAgain.push(...again);
		if (fate === 'answered') for (const name of names) this.delivered.add(name);
	}

	takeRow({ row, problem, missing = [] }: OutputRow): void {
		if (row === null || !(row >= 0 && row < this.seen.length) || this.seen[row] > 0) {
			this.repeated += 1;
			return;
		}
		this.seen[row] = 1;
		if (problem !== null) this.wrong.push(`row ${row} ${problem}`);
		const discarded = missing.find((name) => this.delivered.has(name));
		if (discarded !== undefined) this.wrong.push(`row ${row} lacks the answer to ${discarded}, which was paid for`);
	}

	report(): OracleReport {
		const lost = [...this.seen.keys()].filter((row) => this.seen[row] === 0);
		return { lost, repeated: this.repeated, wrong: this.wrong, paidAgain: this.paidAgain };
	}
}

/** The sentences of a report, none if all promises held. */
export function complaints({ lost, repeated, wrong, paidAgain }: OracleReport): string[] {
	return [
		...(lost.length > 0 ? [`${lost.length} rows were lost: ${lost.slice(0, 5).join(', ')}`] : []),
		...(repeated > 0 ? [`${repeated} items belong to no input row or came back twice`] : []),
		...wrong,
		...paidAgain.map((name) => `${name} was charged again after its answer was delivered`),
	];
}
