import { cellText, invalid, quoted, withoutEnd, type IdentifierReading } from './identifier';
import { isHash } from './readCell';
import { EXPECTED, isBareSlug, readLinkedin } from './linkedin';

/** Bare words that are no slugs: numbers, dates, phones, yes and no. */
const NO_SLUG = /^(?:\d[\d_-]*|true|false|yes|no|infinity)$/i;
/** What a formula builds from `n/a`. */
const EMPTY_PATH = /\/in\/n\/a\/?$/i;

/**
 * Reads a cell with a LinkedIn profile, also if other text surrounds the address. Stricter than `readLinkedin`, which
 * reads the service's replies: a value that is no profile could match a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: unknown): IdentifierReading {
	const text = cellText(cell);
	if (text === null || text === '') return readLinkedin(cell);
	if (isBareSlug(text)) return bareSlug(text);
	if (EMPTY_PATH.test(text)) return notAProfile(text);
	const address = withoutEnd(text, FINAL_PUNCTUATION);
	if (isCutOff(address, text)) return notAProfile(text);
	const whole = readLinkedin(address);
	// A space within an address may be a typo in its slug.
	if (whole.is === 'identifier' && !/\s/.test(text)) return whole;
	const found = readEmbedded(text);
	if (found !== null) return found;
	const reading = readLinkedin(text);
	return reading.is === 'invalid' ? reading : notAProfile(text);
}

/** A column of names or statuses would otherwise be looked up as profiles of strangers. */
const bareSlug = (text: string) =>
	isHash(text) || NO_SLUG.test(text)
		? notAProfile(text)
		: invalid(`${quoted(text)} is not a profile address. Add linkedin.com/in/ before it`);

const notAProfile = (text: string) => invalid(`${quoted(text)} is not a profile. ${EXPECTED}`);

/** An address within a text, but not within another address (`?url=https://...`). */
const EMBEDDED = new RegExp(
	/(?<=^|[\s<>([{"'“‘«|:,;`])(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\//u.source +
		/[^\s\p{Cc}<>"'“”‘’«»()[\]{}|,;\\^`]+/u.source,
	'giu',
);
const FINAL_PUNCTUATION = /[.!?:*…,;)\]}>"'”’»`]/;
/** Whether a slug ends in dots or asterisks, as a shortened or masked one does. It would name somebody else. */
const isCutOff = (address: string, whole: string): boolean =>
	/\/(?:in|pub)\/[^/?#]*$/i.test(address) && /…|\.\.|\*/.test(whole.slice(address.length));

/** Text that may continue the slug after a space or a line break. */
const CONTINUATION = /^(?:[^\S\r\n]+[\p{L}\p{N}%_]|\s*[\r\n]\s*[\p{Ll}\p{N}%_-])/u;

/** Characters. Longer cells contain more than an address. */
const LONGEST = 10_000;

const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** Reads the profile address in a text; null if there is none, invalid if there are several. */
function readEmbedded(text: string): IdentifierReading | null {
	if (text.length > LONGEST || CONTROL.test(text)) return null;
	const profiles = new Map<string, IdentifierReading>();
	for (const { 0: match, index } of text.matchAll(EMBEDDED)) {
		const address = withoutEnd(match, FINAL_PUNCTUATION);
		const reading = readLinkedin(address);
		if (reading.is !== 'identifier') continue;
		if (isCutOff(address, match)) return notAProfile(text);
		const isComplete = /[/?#]./.test(address.replace(/^.*\/(?:in|pub)\//i, '')) || address.endsWith('/');
		if (!isComplete && CONTINUATION.test(text.slice(index + match.length))) return notAProfile(text);
		profiles.set(reading.identifier.key, reading);
	}
	const [first, ...others] = profiles.values();
	if (first === undefined) return null;
	return others.length === 0 ? first : invalid(`${quoted(text)} contains several profile addresses. Keep one`);
}
