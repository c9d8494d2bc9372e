import { cellText, invalid, quoted, type IdentifierReading } from './identifier';
import { isHash } from './inputKind';
import { EXPECTED, isBareSlug, readLinkedin } from './linkedin';

/** Whether a bare word (`ada-example`) names a profile. */
export type BareSlugs = 'accepted' | 'refused';

/** Bare words that name no person, even if slugs are accepted: numbers, dates, phones, yes and no. */
const NO_SLUG = /^(?:\d[\d_-]*|true|false|yes|no|infinity)$/i;
/** Slugs of addresses that a formula or an expression built from an empty value. */
const EMPTY_SLUG = /^(?:null|undefined|nan)$/;
/** Characters that a template leaves behind, and no slug has. */
const TEMPLATE = /[{}[\]()|$*=+`^]/;

/**
 * Reads a cell with a LinkedIn profile, also if there is text around its address. Stricter than `readLinkedin`, which
 * reads what the service returns: a value that names no person would name a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: unknown, slugs: BareSlugs): IdentifierReading {
	const text = cellText(cell);
	if (text === null || text === '') return readLinkedin(cell);
	if (isBareSlug(text)) return readBareSlug(text, slugs);
	const whole = readLinkedin(text.length > LONGEST ? text : text.replace(FINAL_PUNCTUATION, ''));
	// A space within an address may be a typo in its slug.
	const isWhole = whole.is === 'identifier' && !/\s/.test(text);
	const found = isWhole ? whole : (readEmbedded(text) ?? (whole.is === 'identifier' ? notAProfile(text) : whole));
	if (found.is !== 'identifier') return found;
	const slug = found.identifier.key.replace(/^linkedin:/, '');
	return EMPTY_SLUG.test(slug) || TEMPLATE.test(slug) || isHash(slug) ? notAProfile(text) : found;
}

function readBareSlug(text: string, slugs: BareSlugs): IdentifierReading {
	if (isHash(text) || NO_SLUG.test(text)) return notAProfile(text);
	return slugs === 'accepted'
		? readLinkedin(text)
		: invalid(
				`${quoted(text)} is not a profile address. Put linkedin.com/in/ before it, or switch on Accept Bare Slugs`,
			);
}

const notAProfile = (text: string) => invalid(`${quoted(text)} is not a profile. ${EXPECTED}`);

/**
 * An address inside other text: not part of another address (`?url=https://...`), up to the next space, quotation
 * mark, bracket, comma or semicolon.
 */
const EMBEDDED =
	/(?<=^|[\s<>([{"'“‘«|:,;`])(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\/[^\s\p{Cc}<>"'“”‘’«»()[\]{}|,;\\^`]+/giu;
const FINAL_PUNCTUATION = /[.!?:*…,;)\]}>"'”’»`]+$/;
/** Text that may continue the slug after a space or a line break. */
const CONTINUATION = /^(?:[^\S\r\n]+[\p{L}\p{N}%_]|\s*[\r\n]\s*[\p{Ll}\p{N}%_-])/u;

/** Characters. Longer cells hold more than an address. */
const LONGEST = 10_000;

const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** Reads the only profile address in a text; null if there is none. */
function readEmbedded(text: string): IdentifierReading | null {
	if (text.length > LONGEST || CONTROL.test(text)) return null;
	const profiles = new Map<string, IdentifierReading>();
	for (const { 0: match, index } of text.matchAll(EMBEDDED)) {
		const address = match.replace(FINAL_PUNCTUATION, '');
		const reading = readLinkedin(address);
		if (reading.is !== 'identifier') continue;
		const isComplete = /[/?#]./.test(address.replace(/^.*\/(?:in|pub)\//i, '')) || address.endsWith('/');
		if (!isComplete && CONTINUATION.test(text.slice(index + match.length))) return notAProfile(text);
		profiles.set(reading.identifier.key, reading);
	}
	const [first, ...others] = profiles.values();
	if (first === undefined) return null;
	return others.length === 0 ? first : invalid(`${quoted(text)} holds several profile addresses. Keep one of them`);
}
