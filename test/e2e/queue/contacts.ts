import { directorySlug } from '../../../dev/sandbox/data/directory';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';

/** A row of the sheet. */
export type Contact = { id: string; name: string; linkedin: string };

const SPELLINGS = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `http://uk.linkedin.com/in/${slug}/?trk=x`,
	(slug: string) => slug.toUpperCase(),
	(slug: string) => `linkedin.com/in/${slug.replaceAll('-', '%2D')}/en`,
];

const TYPOS = ['https://www.linkedin.com/company/example', 'https://example.com/in/nobody', 'not a profile'];

/** In each 100 rows, 4 are blank, 3 are typos, and 30 repeat a person of an earlier row, most in another spelling. */
export const contacts = (count: number, seed: number): Contact[] =>
	Array.from({ length: count }, (_, row) => ({
		id: `C-${row}`,
		name: `Contact ${row}`,
		linkedin: cellOf(row, seed),
	}));

function cellOf(row: number, seed: number): string {
	const place = row % 100;
	if (place >= 96) return '';
	if (place >= 93) return TYPOS[place % TYPOS.length];
	const isRepeat = place % 10 >= 7 || place >= 90;
	return SPELLINGS[row % SPELLINGS.length](directorySlug(seed, isRepeat ? repeatedRow(row) : row));
}

/** One of the first three rows of an earlier hundred, or of the same one: these rows never repeat another. */
function repeatedRow(row: number): number {
	const hundred = Math.floor(((row * 31) % Math.max(1, row - 99)) / 100);
	return hundred * 100 + ((row % 10) % 7);
}

/** The canonical key of a cell, or null for a blank or a typo. */
export function keyOf(cell: unknown): string | null {
	const reading = readLinkedinCell(cell);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
