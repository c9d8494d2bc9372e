import { isHash } from './email';
import { isPlaceholder } from '../values/nothing';
import {
	identified,
	identifiersIn,
	invalid,
	parseUrl,
	quoted,
	trimmed,
	withoutEnd,
	withoutInvisible,
	type IdentifierReading,
} from './identifier';

export const EXPECTED = 'Use an address such as linkedin.com/in/ada-example';

/**
 * Ids that LinkedIn issues. They are case-sensitive: in lower case they identify another profile or
 * none.
 */
const OPAQUE_ID = /^AC[a-z]AA[\w-]+$/;
/** Whether a key contains such an id, which cannot be compared with the slug of the same person. */
export const isOpaque = (key: string) => OPAQUE_ID.test(key.replace(/^linkedin:/, ''));
/** Up to 400 parts, because 100 letters have up to 400 percent-encoded bytes. */
const BARE_SLUG = /^(?:[\p{L}\p{N}]|%[0-9a-f]{2})(?:[\p{L}\p{N}\p{M}_-]|%[0-9a-f]{2}){1,399}$/iu;
/**
 * Excludes U+FFFD, which `URL` returns for lone surrogates, and dots, which would lead out of
 * `/in/`.
 */
const SLUG = /^(?!\.{1,2}$)[^\s\p{Cc}\uFFFD/?#<>"\\,;:@]{1,200}$/u;
const HEX_PART = /^[0-9a-f]+$/i;

/**
 * Parts of addresses and values of other columns. A lookup of such a slug would find one stranger
 * for all rows.
 */
const RESERVED: readonly RegExp[] = [
	/linkedin/,
	/^(?:in|me|pub|profile|unavailable|edit|search|view|https?|www|true|false)$/,
	// A date, a number, a row number.
	/^[\d._-]+$/,
	/^\d{1,4}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*-\d{1,4}$/,
	// A domain.
	/^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u,
	// A UUID.
	/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
	// An unfilled template.
	/[{}[\]()|$*=+`^]/,
];

const isReserved = (slug: string): boolean =>
	RESERVED.some((pattern) => pattern.test(slug)) ||
	isPlaceholder(slug.replace(/[-_]+/g, ' ')) ||
	isPlaceholder(slug) ||
	isHash(slug);

const REFUSED_SECTIONS: ReadonlyArray<[RegExp, string]> = [
	[/^(company|school|showcase|organization)$/, 'is a company or school page, not a profile'],
	[/^(sales|talent|recruiter)$/, 'is a Sales Navigator or Recruiter address'],
	[
		/^(posts|feed|pulse|events|groups|jobs|learning)$/,
		'is a post or another page, not a profile',
	],
];

/**
 * Reads a LinkedIn profile URL or a bare slug (contract: Personal email result, 1). Every spelling
 * of one profile gets one key; the value is always `https://www.linkedin.com/in/<slug>`.
 */
export function readLinkedin(cell: string): IdentifierReading {
	const text = trimmed(cell);
	// `URL` drops line breaks and tabs, and would join two lines into the address of a third
	// person.
	if (/\p{Cc}/u.test(text)) return oddCharacters(text);
	if (BARE_SLUG.test(text)) return fromSlug(text, text);

	const path = linkedinPath(text);
	return path === null ? refused(text, 'is not a LinkedIn address') : fromPath(path, text);
}

const refused = (text: string, problem: string) =>
	invalid(`${quoted(text)} ${problem}. ${EXPECTED}`);
const oddCharacters = (text: string) => refused(text, 'has characters that no profile has');
const notAProfile = (text: string) => refused(text, 'is not a profile');
const severalProfiles = (text: string) =>
	invalid(`${quoted(text)} contains several profile addresses. Keep one`);

/** Returns a slug, also one with signs but not a check mark, as a path; any other text as it is. */
export function slugAsPath(text: string): string {
	const slug = trimmed(text);
	return SLUG.test(decoded(slug) ?? slug) && /[\p{L}\p{N}][^]|[^][\p{L}\p{N}]/u.test(slug)
		? `in/${slug}`
		: text;
}

/** Reads the profile in a reply, which may be a slug without its address. */
export const readReturned = (text: string): IdentifierReading => readLinkedin(slugAsPath(text));

/** Schemes as people type and cut them, also several: `ttps://`, `https:/`, `http://https://`. */
const SCHEMES = /^(?:[htps]{1,7}[:;]?\/{1,3}|[:;]?\/{1,3}|https?[:;]|intent:\/\/)+/i;
/** A link that opens the app. */
const APP_LINK = /^linkedin:\/{1,3}(?=in\/)/i;

/** Returns the path segments of an address on linkedin.com; null for any other text. */
export function linkedinPath(text: string): string[] | null {
	// A host has a dot. Parsing a URL takes longer than everything else about a cell, and longest
	// if it fails.
	if (/^[\w-]*$/.test(text)) return null;
	const plain = text.includes('/') ? text : (decoded(text) ?? text);
	const address = plain.replace(APP_LINK, '').replace(SCHEMES, '');
	const host = /^in\//i.test(address) ? 'www.linkedin.com/' : '';
	const url = parseUrl(`https://${host}${address.slice(0, LONGEST)}`);
	if (url === null || url.username + url.password !== '') return null;
	if (!/^(?:[a-z0-9-]+\.)*linkedin\.com\.?$/.test(url.hostname)) return null;
	return url.pathname.split(/\/+/, MAX_SEGMENTS).filter((part) => part !== '');
}

const MAX_SEGMENTS = 50;
/** Characters. No address is longer, and a megabyte would take long to parse. */
const LONGEST = 10_000;

/** The first segments of mobile pages, and of links in mails. */
const MOBILE = /^(?:mwlite|comm|m)$/i;

function fromPath(given: string[], text: string): IdentifierReading {
	const path = given.slice(given.findIndex((part) => !MOBILE.test(part)));
	if (/^profile$/i.test(path[0] ?? '') && /^(?:in|pub)$/i.test(path[1] ?? '')) path.shift();
	const [first = '', ...rest] = path;
	const section = first.toLowerCase();
	if (section === 'in' && rest.length > 0) {
		const behind = pathBehind(rest);
		if (behind !== null) return fromPath(behind, text);
		const reading = fromSlug(rest[0], text);
		const other = rest.length > 1 ? pathBehind(rest.slice(1)) : null;
		return other !== null && areTwoPeople(reading, fromPath(other, text))
			? severalProfiles(text)
			: reading;
	}
	if (section === 'pub') return fromPublicPath(rest, text);
	const [, problem = 'is not a profile address'] =
		REFUSED_SECTIONS.find(([pattern]) => pattern.test(section)) ?? [];
	return refused(text, problem);
}

const areTwoPeople = (one: IdentifierReading, other: IdentifierReading): boolean =>
	one.is === 'identifier' &&
	other.is === 'identifier' &&
	one.identifier.key !== other.identifier.key;

/**
 * Returns the path of a whole address that a form or a formula has put behind `/in/`; null for an
 * ordinary slug.
 */
function pathBehind(rest: string[]): string[] | null {
	if (rest.length > MAX_BEHIND) return null;
	if (rest.length > 1 && /^(?:in|pub)$/i.test(rest[0])) return rest;
	const address = decoded(rest.join('/'));
	return address === null ? null : linkedinPath(address);
}

/** Segments. Each could be one more `/in/`. */
const MAX_BEHIND = 20;

/** Reads an old address: `/pub/name/a7/576/b50` became `/in/name-b50576a7`. */
function fromPublicPath(rest: string[], text: string): IdentifierReading {
	const [name, a, b, c] = rest;
	// Shorter forms are ambiguous: their padding is unknown, and the name alone matches several
	// people.
	const isFull = [a, b, c].every((part) => part !== undefined && HEX_PART.test(part));
	if (!isFull || a.length > 3 || b.length !== 3 || c.length !== 3)
		return refused(text, 'is an old address that does not identify one person');
	return fromSlug(`${name}-${c}${b}${a}`, text);
}

function fromSlug(encoded: string, text: string): IdentifierReading {
	const slug = canonicalSlug(encoded);
	if (slug === null || !SLUG.test(slug)) return oddCharacters(text);
	if (isReserved(slug)) return notAProfile(text);
	// A template keeps its parts until it is read, and a link to the whole then: 5 MB more for
	// 100,000 rows.
	const key = ['linkedin:', slug].join('');
	const value = ['https://www.linkedin.com/in/', encodeURIComponent(slug)].join('');
	return identified({ kind: 'linkedin', key, value });
}

/** A query or a fragment that was encoded with the slug. */
const ENCODED_QUERY = /[?#&]\w+=[^]*$/;

/**
 * Decodes and composes a slug, in lower case unless it is an opaque id; null if the
 * percent-encoding is invalid, or if a letter would become another person's.
 */
function canonicalSlug(encoded: string): string | null {
	const whole = decoded(encoded);
	if (whole === null) return null;
	const slug = withoutMojibake(trimmed(withoutInvisible(whole.replace(ENCODED_QUERY, ''))));
	if (slug === null || OPAQUE_ID.test(slug)) return slug;
	const isOdd =
		slug.includes('%') || (BEYOND_ASCII.test(slug) && Array.from(slug).some(losesItsForm));
	return isOdd ? null : slug.toLowerCase().normalize('NFC');
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Whether a character beyond ASCII would become an ASCII one, as U+212A would become the letter k.
 */
const losesItsForm = (character: string) =>
	character > '\x7f' && /[\0-\x7f]/.test(character.normalize('NFC').toLowerCase());

/** Decodes percent-encoding, also if it was applied several times; null if it is invalid. */
export function decoded(encoded: string): string | null {
	if (!encoded.includes('%')) return encoded;
	let text = encoded;
	try {
		for (let times = 0; times < 3 && /%[\da-f]{2}/i.test(text); times++)
			text = decodeURIComponent(text);
		return text;
	} catch {
		return null;
	}
}

/**
 * Letters beyond ASCII that were read in the encoding of Windows or Latin-1, for example Ã¼ for ü.
 */
const MOJIBAKE = /[\u00c2-\u00f4](?:[\u0080-\u00bf]|[\u0152-\u0192\u02c6\u02dc\u2013-\u2122])/;

/** Restores letters that were read in Latin-1, also twice; null if that is not possible. */
function withoutMojibake(slug: string): string | null {
	let text = slug;
	for (let times = 0; times < 3 && MOJIBAKE.test(text); times++) {
		const restored = Buffer.from(text, 'latin1').toString('utf8');
		if (/[^\0-\xff]/.test(text) || restored.includes('\ufffd')) return null;
		text = restored;
	}
	return text;
}

/**
 * Returns a slug in a reply as a full address, null if no person has it (`/in/null`), any other
 * text as it is.
 */
export function profileAddress(text: string | null): string | null {
	if (text === null) return null;
	const reading = readReturned(text);
	if (reading.is === 'identifier')
		return text.includes('/') ? text : String(reading.identifier.value);
	const [section, slug = ''] = BARE_SLUG.test(text) ? ['in', text] : (linkedinPath(text) ?? []);
	return section === 'in' && isReserved(canonicalSlug(slug) ?? slug) ? null : text;
}

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
	// A column of names or statuses would otherwise be looked up as profiles of strangers.
	if (BARE_SLUG.test(text) && !isHash(text) && !NO_SLUG.test(text))
		return refused(text, 'is not a profile address');
	if (BARE_SLUG.test(text) || EMPTY_PATH.test(text)) return notAProfile(text);
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
		if (isCutOff(address, match)) return notAProfile(text);
		const isComplete =
			/[/?#]./.test(address.replace(/^.*\/(?:in|pub)\//i, '')) || address.endsWith('/');
		if (!isComplete && CONTINUATION.test(text.slice(index + match.length)))
			return notAProfile(text);
		profiles.set(reading.identifier.key, reading);
	}
	const [first, ...others] = profiles.values();
	if (first === undefined) return null;
	return others.length > 0 || namesOther ? severalProfiles(text) : first;
}
