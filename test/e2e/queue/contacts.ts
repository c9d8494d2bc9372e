import { directorySlug } from '../../../dev/sandbox/data/directory';
import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';

const SPELLINGS = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `http://uk.linkedin.com/in/${slug}/?trk=x`,
	(slug: string) => `in/${slug.toUpperCase()}`,
	(slug: string) => `linkedin.com/in/${slug.replaceAll('-', '%2D')}/en`,
];

const TYPOS = ['https://www.linkedin.com/company/example', 'https://example.com/in/nobody', 'not a profile'];

/** In each 100 rows, 4 are blank, 3 are typos, and 30 repeat a person of an earlier row, most in another spelling. */
export const contacts = (count: number, seed: number) =>
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
	// The first seven rows of a hundred repeat no other.
	const original = 100 * ((row * 31) % Math.max(1, Math.floor(row / 100))) + (place % 7);
	return SPELLINGS[row % SPELLINGS.length](directorySlug(seed, isRepeat ? original : row));
}

/** The canonical key of a cell, or null for a blank or a typo. */
export function keyOf(cell: unknown): string | null {
	const reading = readCell('linkedin', cell, 'plain');
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
