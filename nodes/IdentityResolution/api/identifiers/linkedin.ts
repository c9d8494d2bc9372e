import { parseUrl } from '../url';
import { cellText, invalid, quoted, trimmed, withoutInvisible, type IdentifierReading } from './identifier';

export const EXPECTED = 'Use an address such as linkedin.com/in/ada-example';

/** Ids that LinkedIn issues. They are case-sensitive: in lower case they identify another profile or none. */
const OPAQUE_ID = /^AC[a-z]AA[\w-]+$/;
/** Whether a key contains such an id, which cannot be compared with the slug of the same person. */
export const isOpaque = (key: string) => OPAQUE_ID.test(key.replace(/^linkedin:/, ''));
/** Up to 400 parts, because 100 letters have up to 400 percent-encoded bytes. */
const BARE_SLUG = /^(?:[\p{L}\p{N}]|%[0-9a-f]{2})(?:[\p{L}\p{N}\p{M}_-]|%[0-9a-f]{2}){1,399}$/iu;
/** Excludes U+FFFD, which `URL` returns for lone surrogates, and dots, which would lead out of `/in/`. */
const SLUG = /^(?!\.{1,2}$)[^\s\p{Cc}\uFFFD/?#<>"\\,;:@]{1,200}$/u;
const HEX_PART = /^[0-9a-f]+$/i;

const REFUSED_SECTIONS: ReadonlyArray<[RegExp, string]> = [
	[/^(company|school|showcase|organization)$/, 'is a company or school page, not a profile'],
	[/^(sales|talent|recruiter)$/, 'is a Sales Navigator or Recruiter address'],
	[/^(posts|feed|pulse|events|groups|jobs|learning)$/, 'is a post or another page, not a profile'],
];

/**
 * Reads a LinkedIn profile URL or a bare slug (contract: linkedin_to_best_personal_email_usa, request body).
 * Every spelling of one profile gets one key; the value is always `https://www.linkedin.com/in/<slug>`.
 */
export function readLinkedin(cell: unknown): IdentifierReading {
	const text = cellText(cell);
	if (text === null) return invalid(`The LinkedIn URL is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	// `URL` drops line breaks and tabs, and would join two lines into the address of a third person.
	if (/\p{Cc}/u.test(text)) return oddCharacters(text);
	if (BARE_SLUG.test(text)) return fromSlug(text, text);

	const path = linkedinPath(text);
	if (path === null) return invalid(`${quoted(text)} is not on linkedin.com. ${EXPECTED}`);
	return fromPath(path, text);
}

export const isBareSlug = (text: string): boolean => BARE_SLUG.test(text);

/** Returns the path segments of an address on linkedin.com; null for any other text. */
export function linkedinPath(text: string): string[] | null {
	if (/^\/?in\//i.test(text)) return linkedinPath(`https://www.linkedin.com/${text}`);
	const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
	const url = parseUrl(withScheme);
	if (url === null) return null;
	if (!/^https?:$/.test(url.protocol) || url.username + url.password !== '') return null;
	if (!/^(?:[a-z0-9-]+\.)*linkedin\.com\.?$/.test(url.hostname)) return null;
	return url.pathname.split('/').filter((part) => part !== '');
}

function fromPath(path: string[], text: string): IdentifierReading {
	const [first = '', ...rest] = /^(?:mwlite|comm)$/i.test(path[0] ?? '') ? path.slice(1) : path;
	const section = first.toLowerCase();
	if (section === 'in' && rest.length > 0) return fromSlug(rest[0], text);
	if (section === 'pub') return fromPublicPath(rest, text);
	const refused = REFUSED_SECTIONS.find(([pattern]) => pattern.test(section));
	return invalid(`${quoted(text)} ${refused ? refused[1] : 'is not a profile address'}. ${EXPECTED}`);
}

/** Reads an old address: `/pub/name/a7/576/b50` became `/in/name-b50576a7`. */
function fromPublicPath(rest: string[], text: string): IdentifierReading {
	const [name, a, b, c] = rest;
	// Shorter forms are ambiguous: their padding is unknown, and the name alone matches several people.
	const isFull = [a, b, c].every((part) => part !== undefined && HEX_PART.test(part));
	if (!isFull || a.length > 3 || b.length !== 3 || c.length !== 3) {
		return invalid(`${quoted(text)} is an old address that does not identify one person. ${EXPECTED}`);
	}
	return fromSlug(`${name}-${c}${b}${a}`, text);
}

function fromSlug(encoded: string, text: string): IdentifierReading {
	const slug = canonicalSlug(encoded);
	if (slug === null || !SLUG.test(slug)) return oddCharacters(text);
	return {
		is: 'identifier',
		identifier: {
			kind: 'linkedin',
			key: `linkedin:${slug}`,
			value: `https://www.linkedin.com/in/${encodeURIComponent(slug)}`,
		},
	};
}

const oddCharacters = (text: string) => invalid(`${quoted(text)} has characters that no profile has. ${EXPECTED}`);

/** Decodes and composes a slug, in lower case unless it is an opaque id; null if the percent-encoding is invalid. */
function canonicalSlug(encoded: string): string | null {
	try {
		const slug = trimmed(withoutInvisible(decodeURIComponent(encoded)));
		return OPAQUE_ID.test(slug) ? slug : slug.toLowerCase().normalize('NFC');
	} catch {
		return null;
	}
}
