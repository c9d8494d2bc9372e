// Compares two answers: same value, same company, same person.
import { identifiersIn, withoutEnd } from '../identifiers/identifier';
import { readLinkedin } from '../identifiers/linkedin';
import { isFilled } from '../values/json';
import type { Cell, Cells, Column } from './columns';

/** Whether two cells are equal except for case, URL scheme and phone punctuation. */
export const sameValue = (column: Column, a: Cell, b: Cell): boolean =>
	meaningOf(column, a) === meaningOf(column, b);

/** For each of the columns that two answers have, whether they agree. */
const agreements = (columns: readonly Column[], a: Cells, b: Cells): boolean[] =>
	columns
		.filter((column) => isFilled(a[column]) && isFilled(b[column]))
		.map((column) => sameValue(column, a[column] ?? null, b[column] ?? null));

/** Whether two answers name different companies: no company column that both have is equal. */
export function atDifferentCompanies(a: Cells, b: Cells): boolean {
	const agree = agreements(['company_linkedin_url', 'company_website_url', 'company_name'], a, b);
	return agree.length > 0 && !agree.includes(true);
}

export const differentlyNamed = (a: Cells, b: Cells): boolean =>
	agreements(['first_name', 'last_name'], a, b).includes(false);

/**
 * Whether two answers describe different people. A renamed profile, or another spelling of a name,
 * is not enough.
 */
export const ofDifferentPeople = (a: Cells, b: Cells): boolean =>
	differentlyNamed(a, b) && agreements(['linkedin_url'], a, b).includes(false);

function meaningOf(column: Column, cell: Cell): string {
	const text = String(cell).trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
	if (column === 'linkedin_url')
		return identifiersIn(readLinkedin(String(cell))).at(0)?.key ?? addressOf(text);
	if (column === 'mobile_phone') return text.replace(/\D/g, '') || text;
	return column.endsWith('_url') ? addressOf(text) : text;
}

const addressOf = (text: string) =>
	withoutEnd(text.replace(/^[a-z]+:\/\//, '').replace(/^www\./, ''), /\//);
