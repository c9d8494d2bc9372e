import { ofDifferentPeople } from './agreement';
import { EMAILS, isFilled, type Cells, type Column, type EmailColumns } from './columns';
import { addressBook, addressesIn, listIn } from './emails';
import { staleColumns } from './merge';

/** New values for the columns of a row that an earlier run has filled. */
export interface Reconciled {
	/** The answer. */
	cells: Cells;
	/** Columns whose earlier value is wrong beside the answer, and that the answer does not fill; empty texts. */
	emptied: Cells;
}

const OBSCURED = ['work_email_obscured', 'personal_email_obscured', 'personal_emails_obscured'] as const;

/**
 * Combines a new answer with what an earlier run wrote about the same person. A value of the answer replaces the
 * earlier one. Where the answer is blank, the earlier value stays. Values that the answer makes wrong are emptied.
 */
export function reconcile(earlier: Cells, answer: Cells): Reconciled {
	const cells: Cells = { ...answer };
	const emptied: Cells = {};
	for (const column of staleColumns(earlier, cells)) emptied[column] = '';
	if (ofDifferentPeople(earlier, answer)) return { cells, emptied };
	forgetResolved(earlier, cells, emptied);
	for (const email of EMAILS) forgetDescription(earlier, cells, emptied, email);
	return { cells, emptied };
}

/** Empties the date and the grade of an email that is replaced. */
function forgetDescription(earlier: Cells, cells: Cells, emptied: Cells, email: EmailColumns): void {
	const { address, obscured, validatedAt, riskScore } = email;
	const isEmptied = emptied[obscured] === '';
	const before = earlier[address] ?? earlier[obscured];
	const answered = cells[address] ?? cells[obscured];
	const now = cells[address] ?? earlier[address] ?? cells[obscured] ?? (isEmptied ? undefined : earlier[obscured]);
	// If the row keeps its address, the date and grade of an obscured email would describe another email.
	if (!isFilled(answered) || now !== answered)
		for (const column of [validatedAt, riskScore]) if (column in cells) cells[column] = null;
	if (isFilled(now) && isFilled(before) && isSame(String(before), String(now))) return;
	for (const column of [validatedAt, riskScore])
		if (isFilled(earlier[column]) && !isFilled(cells[column])) emptied[column] = '';
}

/** Removes obscured emails of the earlier run whose address is known now. */
function forgetResolved(earlier: Cells, cells: Cells, emptied: Cells): void {
	const addressOf = addressBook(() => [...addressesIn(earlier), ...addressesIn(cells)]);
	for (const column of OBSCURED) {
		const before = listIn(earlier[column]);
		const left = before.filter((email) => addressOf(email) === undefined);
		if (!isFilled(cells[column]) && left.length < before.length) emptied[column] = left.join(', ');
	}
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The columns of an earlier run. @param read returns the earlier value of a column */
export function earlierCells(columns: readonly Column[], read: (column: Column) => unknown): Cells {
	const cells: Cells = {};
	for (const column of columns) {
		const cell = read(column);
		if ((typeof cell === 'string' && cell !== '') || typeof cell === 'number') cells[column] = cell;
	}
	return cells;
}
