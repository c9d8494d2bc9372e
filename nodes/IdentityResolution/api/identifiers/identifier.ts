import { firstOf, onOneLine, type JsonObject } from '../values/json';

/**
 * What a lookup is about. `name` is a person by name and company, in several request fields;
 * `search` is one page of a search; `body` is for tools without identifiers, which accept a whole
 * request body.
 */
export type IdentifierKind = 'linkedin' | 'email' | 'hem' | 'ip' | 'name' | 'search' | 'body';

/**
 * A canonical identifier. `key` is equal for all spellings of the same person; `value` is sent to
 * the service.
 */
export type Identifier =
	| { kind: 'linkedin' | 'email' | 'hem' | 'ip'; key: string; value: string }
	| { kind: 'name' | 'search' | 'body'; key: string; value: JsonObject };

/** An identifier in one request field. */
export type TextIdentifier = Extract<Identifier, { value: string }>;

export const isText = (identifier: Identifier): identifier is TextIdentifier =>
	typeof identifier.value === 'string';

/** A parsed cell. Blank cells are skipped; invalid ones are reported to the user with `why`. */
export type IdentifierReading =
	{ is: 'identifier'; identifier: Identifier } | { is: 'blank' } | { is: 'invalid'; why: string };

/** The identifier of a reading; none if it is blank or invalid. */
export const identifiersIn = (
	reading: { is: 'identifier'; identifier: Identifier } | { is: 'blank' | 'invalid' },
): Identifier[] => (reading.is === 'identifier' ? [reading.identifier] : []);

export const identified = (identifier: Identifier): IdentifierReading => ({
	is: 'identifier',
	identifier,
});

export const invalid = (why: string): IdentifierReading => ({ is: 'invalid', why });

/** White space, soft hyphens, zero-width and direction marks. */
const INVISIBLE = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

/**
 * Removes invisible characters at both ends. A regular expression would take half an hour for a
 * megabyte of blanks.
 */
export const trimmed = (text: string): string =>
	withoutEnd(withoutStart(text, INVISIBLE), INVISIBLE);

/**
 * Removes invisible characters that no script needs inside a word, and that copying from a page or
 * a document adds.
 */
export const withoutInvisible = (text: string): string =>
	text.replace(/[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g, '');

/**
 * Removes joiners and direction marks between ASCII characters. Words of some scripts need them.
 */
export const withoutJoiners = (text: string): string =>
	text.replace(
		/(?<=^|[\0-\x7f])(?:\u200C|[\u200D\u202A-\u202C\u2061-\u2069])+(?=$|[\0-\x7f])/g,
		'',
	);

/** Removes characters at the start that match. @param first matches one character */
export function withoutStart(text: string, first: RegExp): string {
	let start = 0;
	while (start < text.length && first.test(text[start])) start += 1;
	return text.slice(start);
}

/** Removes characters at the end that match. @param last matches one character */
export function withoutEnd(text: string, last: RegExp): string {
	let end = text.length;
	while (end > 0 && last.test(text[end - 1])) end -= 1;
	return text.slice(0, end);
}

/**
 * Returns a text in one spelling, which is sent and compared: composed, with single spaces, nothing
 * invisible.
 */
export const inOneSpelling = (text: string): string =>
	trimmed(withoutInvisible(text).normalize('NFC').replace(/\s+/g, ' '));

/**
 * Whether a character outside ASCII becomes an ASCII one if its case or its form is unified, as
 * U+212A becomes k.
 */
const foldsToAscii = (character: string): boolean =>
	character > '\x7f' &&
	(/[\0-\x7f]/.test(character.normalize('NFKC') + character.toLowerCase()) ||
		/^[\0-\x7f]$/.test(character.toUpperCase()));

/**
 * Whether a text would become that of somebody else if case and form of its characters were
 * unified.
 */
export const hasLookalikes = (text: string): boolean =>
	/[^\0-\x7f]/.test(text) && Array.from(text).some(foldsToAscii);

/**
 * Returns the trimmed text of a cell, with numbers and booleans as n8n shows them; null for objects
 * and arrays.
 */
export function cellText(cell: unknown): string | null {
	if (cell === null || cell === undefined) return '';
	if (['object', 'function', 'symbol'].includes(typeof cell)) return null;
	return trimmed(String(cell));
}

/** Quotes a value for a message: one line, at most 60 characters. */
export function quoted(text: string): string {
	// The rest of a megabyte would only take time.
	const line = onOneLine(firstOf(text, 200));
	if (line.length <= 60) return `"${line}"`;
	return `"${firstOf(line, 59)}…"`;
}

/** Parses a URL; null for any other text. */
export function parseUrl(text: string, base?: string): URL | null {
	// `URL.canParse` of Node.js 20 rejects letters such as é after some thousands of calls.
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}

/** Returns a host in lower case, and one with other letters in Punycode; null if it is none. */
export function canonicalHost(host: string): string | null {
	const lower = host.toLowerCase();
	if (!/[^\0-\x7f]|xn--/.test(lower)) return lower;
	return parseUrl(`http://${lower}/`)?.hostname ?? null;
}

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
export function withoutMojibake(slug: string): string | null {
	let text = slug;
	for (let times = 0; times < 3 && MOJIBAKE.test(text); times++) {
		const restored = Buffer.from(text, 'latin1').toString('utf8');
		if (/[^\0-\xff]/.test(text) || restored.includes('\ufffd')) return null;
		text = restored;
	}
	return text;
}
