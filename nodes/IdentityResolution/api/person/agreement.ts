import { isFilled, type Cell, type Cells, type Column } from './columns';
import { readLinkedin } from '../identifiers/linkedin';

/** Whether two cells are equal except for case, URL scheme and phone punctuation. */
export function sameValue(column: Column, a: Cell, b: Cell): boolean {
	return meaningOf(column, a) === meaningOf(column, b);
}

const COMPANY_NAMES = ['company_linkedin_url', 'company_website_url', 'company_name'] as const;

/** Whether two answers name different companies: no company column that both have is equal. */
export function atDifferentCompanies(a: Cells, b: Cells): boolean {
	const comparable = COMPANY_NAMES.filter((column) => isFilled(a[column]) && isFilled(b[column]));
	return comparable.length > 0 && !comparable.some((column) => agree(column, a, b));
}

/** Whether two answers have different first or last names. */
export const differentlyNamed = (a: Cells, b: Cells): boolean =>
	(['first_name', 'last_name'] as const).some(
		(column) => isFilled(a[column]) && isFilled(b[column]) && !agree(column, a, b),
	);

/** Whether two answers describe different people. A renamed profile, or another spelling of a name, is not enough. */
export const ofDifferentPeople = (a: Cells, b: Cells): boolean =>
	differentlyNamed(a, b) && isFilled(a.linkedin_url) && isFilled(b.linkedin_url) && !agree('linkedin_url', a, b);

const agree = (column: Column, a: Cells, b: Cells) => sameValue(column, a[column] ?? null, b[column] ?? null);

function meaningOf(column: Column, cell: Cell): string {
	const text = String(cell).trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
	if (column === 'linkedin_url') return profileKey(cell) ?? addressOf(text);
	if (column === 'mobile_phone') return text.replace(/\D/g, '') || text;
	return column.endsWith('_url') ? addressOf(text) : text;
}

function profileKey(cell: Cell): string | null {
	const reading = readLinkedin(cell);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}

const addressOf = (text: string) => withoutSlashes(text.replace(/^[a-z]+:\/\//, '').replace(/^www\./, ''));

/** Removes slashes at the end. A regular expression would be quadratic. */
function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}
