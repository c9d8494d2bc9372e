import { cellText, invalid, quoted, type IdentifierReading } from './identifier';
import { EXPECTED, readLinkedin } from './linkedin';

/** What sheets and models write for nothing; `NA` is how R writes it. */
const NOTHING =
	/^(?:null|nil|none|nan|n[_-]?a|infinity|nothing|undefined|unknown|unavailable|blank|empty|missing|not[ _-]?(?:found|available)|true|false|yes|no|tba|tbd|todo)$/i;
/** What stands in a column that was taken for another: numbers, dates, phones. */
const WITHOUT_LETTERS = /^\d[\d_-]*$/;
/** Whom a formula or an expression names that makes an address of a cell without a value. */
const NOBODY: ReadonlySet<string> = new Set(['linkedin:null', 'linkedin:undefined', 'linkedin:nan']);

/**
 * Reads a cell that a user or a model filled. Other than where the service repeats what it was asked, a word for nothing
 * or a bare number is refused here: it would name a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: unknown): IdentifierReading {
	const text = cellText(cell) ?? '';
	const reading = readLinkedin(cell);
	const isNobody = reading.is === 'identifier' && NOBODY.has(reading.identifier.key);
	return isNobody || NOTHING.test(text) || WITHOUT_LETTERS.test(text)
		? invalid(`${quoted(text)} is not a profile. ${EXPECTED}`)
		: reading;
}
