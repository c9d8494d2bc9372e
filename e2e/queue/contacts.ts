import { readLinkedinCell } from '../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { directorySlug } from '../../sandbox/directory';

/** A row of the sheet. */
export type Contact = { id: string; name: string; linkedin: string };

const SPELLINGS = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `http://uk.linkedin.com/in/${slug}/?trk=x`,
	(slug: string) => slug.toUpperCase(),
	(slug: string) => `linkedin.com/in/${slug.replaceAll('-', '%2D')}/en`,
];

const TYPOS = ['https://www.linkedin.com/company/example', 'https://example.com/in/nobody', 'not a profile'];

/** Rows of which 4 in 100 are blank, 3 are no profile, and 30 name a person who stands further up already, spelled in another way. */
export const contacts = (count: number, seed: number): Contact[] =>
	Array.from({ length: count }, (_, row) => ({ id: `C-${row}`, name: `Contact ${row}`, linkedin: cellOf(row, seed) }));

function cellOf(row: number, seed: number): string {
	const place = row % 100;
	if (place >= 96) return '';
	if (place >= 93) return TYPOS[place % TYPOS.length];
	const repeats = row >= 100 && place % 10 >= 7;
	// People stand at the places that end in 0 to 6 only, so that each repeated row has one to repeat.
	const person = repeats ? Math.floor((row * 31) % (row - 99) / 100) * 100 + (place % 10) - 7 : row;
	return SPELLINGS[row % SPELLINGS.length](directorySlug(seed, person));
}

/** The canonical key of a cell, or null where it names nobody. */
export function keyOf(cell: unknown): string | null {
	const reading = readLinkedinCell(cell);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
