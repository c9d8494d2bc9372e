import { isPlaceholder } from '../values/nothing';
import { isHash } from './addresses';
import {
	decoded,
	identified,
	identifiersIn,
	invalid,
	parseUrl,
	quoted,
	trimmed,
	withoutInvisible,
	withoutMojibake,
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
export const BARE_SLUG =
	/^(?:[\p{L}\p{N}]|%[0-9a-f]{2})(?:[\p{L}\p{N}\p{M}_-]|%[0-9a-f]{2}){1,399}$/iu;
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
	if (path === null) return refused(text, 'is not a LinkedIn address');
	return fromPath(path, text);
}

export const refused = (text: string, problem: string) =>
	invalid(`${quoted(text)} ${problem}. ${EXPECTED}`);
const oddCharacters = (text: string) => refused(text, 'has characters that no profile has');
export const notAProfile = (text: string) => refused(text, 'is not a profile');
export const severalProfiles = (text: string) =>
	invalid(`${quoted(text)} contains several profile addresses. Keep one`);

/** Returns a slug, also one with signs but not a check mark, as a path; any other text as it is. */
export function slugAsPath(text: string): string {
	const slug = trimmed(text);
	const isSlug =
		SLUG.test(decoded(slug) ?? slug) && /[\p{L}\p{N}][^]|[^][\p{L}\p{N}]/u.test(slug);
	return isSlug ? `in/${slug}` : text;
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
export const LONGEST = 10_000;

/** The first segments of mobile pages, and of links in mails. */
const MOBILE = /^(?:mwlite|comm|m)$/i;

function fromPath(given: string[], text: string): IdentifierReading {
	const path = given.slice(given.findIndex((part) => !MOBILE.test(part)));
	if (OLD_PREFIX.test(path.slice(0, 2).join('/'))) path.shift();
	const [first = '', ...rest] = path;
	const section = first.toLowerCase();
	if (section === 'in' && rest.length > 0) return fromSegments(rest, text);
	if (section === 'pub') return fromPublicPath(rest, text);
	const found = REFUSED_SECTIONS.find(([pattern]) => pattern.test(section));
	return refused(text, found?.[1] ?? 'is not a profile address');
}

/** As in `/profile/in/ada-example`. */
const OLD_PREFIX = /^profile\/(?:in|pub)$/i;

/**
 * Reads what stands behind `/in/`: a slug, with the address of another profile behind it or not.
 */
function fromSegments(segments: string[], text: string): IdentifierReading {
	const whole = pathBehind(segments);
	if (whole !== null) return fromPath(whole, text);
	const [slug, ...rest] = segments;
	const reading = fromSlug(slug, text);
	const other = rest.length > 0 ? pathBehind(rest) : null;
	if (other !== null && areTwoPeople(reading, fromPath(other, text)))
		return severalProfiles(text);
	return reading;
}

function areTwoPeople(...readings: IdentifierReading[]): boolean {
	const [one, other] = readings.flatMap(identifiersIn);
	return other !== undefined && one.key !== other.key;
}

/**
 * Returns the path of a whole address that a form or a formula has put behind `/in/`; null for an
 * ordinary slug.
 */
function pathBehind(rest: string[]): string[] | null {
	if (rest.length > MAX_BEHIND) return null;
	if (rest.length > 1 && /^(?:in|pub)$/i.test(rest[0])) return rest;
	return linkedinPath(decoded(rest.join('/')) ?? '');
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
	if (isOdd) return null;
	return slug.toLowerCase().normalize('NFC');
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Whether a character beyond ASCII would become an ASCII one, as U+212A would become the letter k.
 */
const losesItsForm = (character: string) =>
	character > '\x7f' && /[\0-\x7f]/.test(character.normalize('NFC').toLowerCase());

/**
 * Returns a slug in a reply as a full address, null if no person has it (`/in/null`), any other
 * text as it is.
 */
export function profileAddress(text: string | null): string | null {
	if (text === null) return null;
	const reading = readReturned(text);
	if (reading.is !== 'identifier') return isOfNobody(text) ? null : text;
	if (text.includes('/')) return text;
	return String(reading.identifier.value);
}

/** Whether a text is a slug, or an address with one, that no person has. */
function isOfNobody(text: string): boolean {
	if (BARE_SLUG.test(text)) return isReserved(canonicalSlug(text) ?? text);
	const [section, slug = ''] = linkedinPath(text) ?? [];
	return section === 'in' && isReserved(canonicalSlug(slug) ?? slug);
}
