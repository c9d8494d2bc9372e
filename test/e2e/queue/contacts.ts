import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { directorySlug } from '../../../dev/sandbox/data/directory';

/** A row of the sheet. */
export type Contact = { id: string; name: string; linkedin: string };

const SPELLINGS = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `http://uk.linkedin.com/in/${slug}/?trk=x`,
	(slug: string) => slug.toUpperCase(),
	(slug: string) => `linkedin.com/in/${slug.replaceAll('-', '%2D')}/en`,
];

const TYPOS = ['https://www.linkedin.com/company/example', 'https://example.com/in/nobody', 'not a profile'];

/** Rows of which, in each 100, 4 are blank, 3 are no profile, and 30 name a person who stands further up already, spelled in another way. */
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
	const repeats = place % 10 >= 7 || place >= 90;
	return SPELLINGS[row % SPELLINGS.length](directorySlug(seed, repeats ? furtherUp(row) : row));
}

/** One of the first three people of a hundred of rows that came before, or of the row's own: those never repeat another. */
function furtherUp(row: number): number {
	const hundred = Math.floor(((row * 31) % Math.max(1, row - 99)) / 100);
	return hundred * 100 + ((row % 10) % 7);
}

/** The canonical key of a cell, or null where it names nobody. */
export function keyOf(cell: unknown): string | null {
	const reading = readLinkedinCell(cell);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
