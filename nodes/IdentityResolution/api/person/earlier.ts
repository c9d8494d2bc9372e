import { isFilled } from '../values/json';
import { atDifferentCompanies, ofDifferentPeople } from './agreement';
import { COLUMN_NAMES, EMAILS, type Cells, type Column } from './columns';
import { addressBook, addressesIn, listIn, OBSCURED } from './emails';
import { isOfJob } from './merge';

/**
 * Adds what an earlier run wrote about the same person, as the weakest contribution: a value of the
 * answer wins, a blank keeps what was there, except what the answer makes wrong.
 */
export function withEarlier(answer: Cells, earlier: Cells): Cells {
	if (ofDifferentPeople(earlier, answer)) return answer;
	const cells = withBlanksFilled(answer, earlier);
	dropKnownHashes(cells);
	for (const { address, obscured, validatedAt, riskScore } of EMAILS) {
		const emailOf = (one: Cells) => String(one[address] ?? one[obscured] ?? '').toLowerCase();
		const describing = [answer, earlier].filter(
			(one) => emailOf(one) !== '' && emailOf(one) === emailOf(cells),
		);
		for (const column of [validatedAt, riskScore])
			cells[column] = describing.map((one) => one[column]).find(isFilled) ?? null;
	}
	return cells;
}

/** An earlier job is not that at the company of the answer. */
function withBlanksFilled(answer: Cells, earlier: Cells): Cells {
	const isOtherJob = atDifferentCompanies(earlier, answer);
	const cells: Cells = { ...answer };
	for (const column of COLUMN_NAMES) {
		if (isFilled(cells[column]) || (isOtherJob && isOfJob(column))) continue;
		cells[column] = earlier[column] ?? null;
	}
	return cells;
}

/** Removes obscured emails whose address is known, because they say nothing more. */
function dropKnownHashes(cells: Cells): void {
	const addressOf = addressBook(() => addressesIn(cells));
	for (const column of OBSCURED) {
		const unknown = listIn(cells[column]).filter((email) => addressOf(email) === undefined);
		cells[column] = unknown.join(', ') || null;
	}
}

/** The columns of an earlier run. @param read returns the earlier value of a column */
export function earlierCells(columns: readonly Column[], read: (column: Column) => unknown): Cells {
	const cells: Cells = {};
	for (const column of columns) {
		const cell = read(column);
		if ((typeof cell === 'string' && cell !== '') || typeof cell === 'number')
			cells[column] = cell;
	}
	return cells;
}
