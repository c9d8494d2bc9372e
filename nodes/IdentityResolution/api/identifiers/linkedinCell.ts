import { cellText, invalid, quoted, type IdentifierReading } from './identifier';
import { EXPECTED, readLinkedin } from './linkedin';

/** What sheets and models write for nothing, and what stands in a column that was taken for another. */
const NO_PROFILE = /^(?:null|nil|none|nan|undefined|unknown|true|false|yes|no|tbd|todo|\d+)$/i;

/**
 * Reads a cell that a user or a model filled. Other than where the service repeats what it was asked, a bare word for
 * nothing or a bare number is refused here: it would name a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: unknown): IdentifierReading {
	const text = cellText(cell);
	return text !== null && NO_PROFILE.test(text) ? invalid(`${quoted(text)} is not a profile. ${EXPECTED}`) : readLinkedin(cell);
}
