import { cellText, invalid, quoted, type IdentifierReading } from './identifier';
import { EXPECTED, readLinkedin } from './linkedin';

/** What sheets and models write for nothing, and what stands in a column that was taken for another: numbers and dates. */
const NO_PROFILE =
	/^(?:null|nil|none|nan|infinity|nothing|undefined|unknown|blank|empty|missing|not[ _-]?found|true|false|yes|no|tba|tbd|todo|\d+|\d{4}-\d\d-\d\d)$/i;
/** What a formula or an expression makes of an address and a cell without a value. */
const NO_VALUE = /\/in\/(?:null|undefined|nan)\/?$/i;

/**
 * Reads a cell that a user or a model filled. Other than where the service repeats what it was asked, a word for nothing
 * or a bare number is refused here: it would name a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: unknown): IdentifierReading {
	const text = cellText(cell);
	return text !== null && (NO_PROFILE.test(text) || NO_VALUE.test(text)) ? invalid(`${quoted(text)} is not a profile. ${EXPECTED}`) : readLinkedin(cell);
}
