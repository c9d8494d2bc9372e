import { isFilled, type Cell, type Cells, type Column } from './columns';
import { readLinkedin } from '../identifiers/linkedin';

/** Whether two tools mean the same by a cell: case, the scheme of an address and the punctuation of a phone apart. */
export function sameValue(column: Column, a: Cell, b: Cell): boolean {
	return meaningOf(column, a) === meaningOf(column, b);
}

const COMPANY_NAMES = ['company_linkedin_url', 'company_website_url', 'company_name'] as const;

/** Whether two answers name different companies: of what both tell of it, nothing is the same. */
export function atDifferentCompanies(a: Cells, b: Cells): boolean {
	const comparable = COMPANY_NAMES.filter((column) => isFilled(a[column]) && isFilled(b[column]));
	return comparable.length > 0 && !comparable.some((column) => agree(column, a, b));
}

/** Whether two answers name the person differently: by the first name or by the last. */
export const differentlyNamed = (a: Cells, b: Cells): boolean =>
	(['first_name', 'last_name'] as const).some(
		(column) => isFilled(a[column]) && isFilled(b[column]) && !agree(column, a, b),
	);

/**
 * Whether two answers are about two people: under one name a profile may have moved, and at one profile a name may be
 * spelled in two ways.
 */
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

/** Without those at its end. An expression for them starts anew at every slash before. */
function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}
