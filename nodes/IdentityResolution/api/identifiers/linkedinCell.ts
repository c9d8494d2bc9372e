// Reads the profile in a cell that a user filled. Stricter than the reader of replies.
import { isHash } from './addresses';
import { decoded, identifiersIn, trimmed, withoutEnd, type IdentifierReading } from './identifier';
import {
	BARE_SLUG,
	LONGEST,
	notAProfile,
	readLinkedin,
	refused,
	severalProfiles,
} from './linkedin';

/** Bare words that are no slugs: numbers, dates, phones, yes and no. */
const NO_SLUG = /^(?:\d[\d_-]*|true|false|yes|no|infinity)$/i;
/** What a formula builds from `n/a`. */
const EMPTY_PATH = /\/in\/n\/a\/?$/i;

/** Slugs that are pages of LinkedIn or values of other columns. Their case counts. */
const OF_OTHER_COLUMNS: readonly RegExp[] = [
	/^(?:yes|no|authwall|login|signup|settings|company|school|username|your-?(?:name|profile|username))$/i,
	/^(?:sales|talent|recruiter|posts|feed|pulse|events|groups|jobs|learning|showcase|organization)$/i,
	/^(?:first|last)-?name(?:-(?:first|last)-?name)?$/i,
	/^(?:row|id|record|contact|lead|item|user)[-_]\d+$/i,
	// Ids of Salesforce, Airtable, MongoDB, ULID and CUID, and random letters behind a prefix.
	/^(?=(?:\D*\d){5})(?=.*[A-Z])(?:00[\dA-Za-z]|500|a\d[\dA-Za-z])[\dA-Za-z]{12}(?:[\dA-Za-z]{3})?$/,
	/^rec(?=.*\d)(?=.*[A-Z])[\dA-Za-z]{14}$|^[\da-f]{24}$|^[0-7][\dA-HJKMNP-TV-Z]{25}$|^c(?=(?:\D*\d){5})[\da-z]{24}$/,
	/^[a-z]{2,7}_(?=.*\d)(?=.*[A-Z])[\dA-Za-z]{10,60}$/,
];

const LAST_SLUG = /^[^]*(?:^|[/\\])in[/\\]+([^\s/\\?#]+)/i;

function isOfOtherColumn(text: string): boolean {
	const slug = LAST_SLUG.exec(decoded(text) ?? text)?.[1];
	return slug !== undefined && OF_OTHER_COLUMNS.some((pattern) => pattern.test(slug));
}

/**
 * Reads a cell with a LinkedIn profile, as `profileIn` does. Stricter, because a value that is no
 * profile could match a stranger, and a hit is charged.
 */
export function readLinkedinCell(cell: string): IdentifierReading {
	const reading = profileIn(cell);
	return reading.is === 'identifier' && isOfOtherColumn(cell) ? notAProfile(cell) : reading;
}

/** Reads the only profile in a text, with other text around it. */
export function profileIn(cell: string): IdentifierReading {
	const text = trimmed(cell);
	if (BARE_SLUG.test(text)) return fromWord(text);
	if (EMPTY_PATH.test(text)) return notAProfile(text);
	const address = withoutEnd(text, FINAL_PUNCTUATION);
	if (isCutOff(address, text)) return notAProfile(text);
	const whole = readLinkedin(address);
	// A space within an address may be a typo in its slug.
	if (whole.is === 'identifier' && !/[\s,;|]/.test(text))
		return namesSeveral(text) ? severalProfiles(text) : whole;
	const found = readEmbedded(text);
	if (found !== null) return found;
	const reading = readLinkedin(text);
	return reading.is === 'invalid' ? reading : notAProfile(text);
}

/** A column of names or statuses would otherwise be looked up as profiles of strangers. */
function fromWord(text: string): IdentifierReading {
	if (isHash(text) || NO_SLUG.test(text)) return notAProfile(text);
	return refused(text, 'is not a profile address');
}

/** Whether several profiles stand in a text without a space, such as with `<br>` between them. */
function namesSeveral(text: string): boolean {
	const addresses = text.match(/linkedin\.com\/+in\/+[^\s/?#<>]+/gi) ?? [];
	if (addresses.length < 2) return false;
	const identifiers = addresses.map(readLinkedin).flatMap(identifiersIn);
	return new Set(identifiers.map(({ key }) => key)).size > 1;
}

/** An address within a text, but not within another address (`?url=https://...`). */
const EMBEDDED = new RegExp(
	/(?<=^|[\s<>([{"'“‘«|:,;`])(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\//u.source +
		/[^\s\p{Cc}<>"'“”‘’«»()[\]{}|,;\\^`]+/u.source,
	'giu',
);
const FINAL_PUNCTUATION = /[.!?:*…,;)\]}>"'”’»`]/;
/**
 * Whether a slug ends in dots or asterisks, as a shortened or masked one does. It would name
 * somebody else.
 */
const isCutOff = (address: string, whole: string): boolean =>
	/\/(?:in|pub)\/[^/?#]*$/i.test(address) && /…|\.\.|\*/.test(whole.slice(address.length));

/** Text that may continue the slug after a space or a line break. */
const CONTINUATION =
	/^(?!\s+(?:https?:\/\/|(?:[a-z]+\.)?linkedin\.))(?:\(|[^\S\r\n]+-?[\p{L}\p{N}%_]|\s*[\r\n]\s*[\p{Ll}\p{N}%_-])/u;

const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** Reads the profile address in a text; null if there is none, invalid if there are several. */
function readEmbedded(text: string): IdentifierReading | null {
	if (text.length > LONGEST || CONTROL.test(text)) return null;
	const profiles = new Map<string, IdentifierReading>();
	let namesOther = false;
	for (const { 0: match, index } of text.matchAll(EMBEDDED)) {
		const address = withoutEnd(match, FINAL_PUNCTUATION);
		const reading = readLinkedin(address);
		if (reading.is !== 'identifier') {
			namesOther ||= /linkedin\.com\/(?:pub|sales|talent)\//i.test(address);
			continue;
		}
		const rest = text.slice(index + match.length);
		if (isCutOff(address, match) || isContinued(address, rest)) return notAProfile(text);
		profiles.set(reading.identifier.key, reading);
	}
	if (profiles.size === 0) return null;
	const [first] = profiles.values();
	return profiles.size > 1 || namesOther ? severalProfiles(text) : first;
}

/** Whether the text behind an address may be a part of its slug. */
function isContinued(address: string, rest: string): boolean {
	const isComplete =
		address.endsWith('/') || /[/?#]./.test(address.replace(/^.*\/(?:in|pub)\//i, ''));
	return !isComplete && CONTINUATION.test(rest);
}
