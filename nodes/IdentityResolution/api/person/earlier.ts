import { atDifferentCompanies, ofDifferentPeople } from './agreement';
import { EMAILS, isFilled, type Cell, type Cells, type Column, type EmailColumns } from './columns';
import { addressBook, addressesIn, gradeRank, isPlainEmail, listIn } from './emails';
import { staleColumns } from './merge';

/** New values for the columns of a row that an earlier run has filled. */
export interface Reconciled {
	/** The answer, with earlier emails that are better. */
	cells: Cells;
	/** Columns whose earlier value is wrong beside the answer, and that the answer does not fill; empty texts. */
	emptied: Cells;
	/** Emails of the earlier run that were kept. */
	kept: EmailColumns[];
}

const OBSCURED = ['work_email_obscured', 'personal_email_obscured', 'personal_emails_obscured'] as const;

/**
 * Combines a new answer with what an earlier run wrote about the same person. An address is not replaced by one with a
 * worse grade, and values that the answer makes wrong are emptied.
 */
export function reconcile(earlier: Cells, answer: Cells): Reconciled {
	const cells: Cells = { ...answer };
	const emptied: Cells = {};
	if (ofDifferentPeople(earlier, answer)) {
		for (const column of staleColumns(earlier, cells)) emptied[column] = '';
		return { cells, emptied, kept: [] };
	}
	const kept = EMAILS.filter((email) => isBetter(earlier, answer, email));
	for (const { address, validatedAt, riskScore } of kept) {
		cells[address] = earlier[address];
		cells[validatedAt] = earlier[validatedAt] ?? null;
		cells[riskScore] = earlier[riskScore] ?? null;
	}
	if (kept.some(({ address }) => address === 'personal_email') && isFilled(cells.personal_emails))
		cells.personal_emails = withFirst(String(cells.personal_email), listIn(cells.personal_emails));
	for (const column of staleColumns(earlier, cells)) emptied[column] = '';
	forgetResolved(earlier, cells, emptied);
	for (const email of EMAILS) forgetDescription(earlier, cells, emptied, email);
	return { cells, emptied, kept };
}

/** Whether the earlier address has a better grade, and belongs to the same job if it is a work email. */
function isBetter(earlier: Cells, answer: Cells, { address, riskScore }: EmailColumns): boolean {
	const [before, now] = [earlier[address], answer[address]];
	if (!isPlainEmail(before) || !isPlainEmail(now) || isSame(before, now)) return false;
	if (address === 'work_email' && atDifferentCompanies(earlier, answer)) return false;
	return gradeRank(earlier[riskScore]) < gradeRank(answer[riskScore]);
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

const withFirst = (first: string, others: readonly string[]): Cell =>
	[first, ...others.filter((email) => !isSame(email, first))].join(', ');

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
