import { canonicalHost } from '../url';
import {
	cellText,
	hasLookalikes,
	invalid,
	isText,
	quoted,
	withoutEnd,
	withoutInvisible,
	type IdentifierReading,
} from './identifier';
import { createHash } from 'node:crypto';
import { WORDS_FOR_NOTHING } from '../json';

const EXPECTED = 'Use an email address such as ada@example.com';

/**
 * Loose, because the service decides. Excludes the characters of masks, and lone surrogates, which all encode to the
 * same bytes and so one MD5.
 */
const EMAIL =
	/^[^\s@<>(),;:"\\*•…\p{Cc}\p{Cs}]+@[^\s@<>(),;:"\\*•…\p{Cc}\p{Cs}.]+(?:\.[^\s@<>(),;:"\\*•…\p{Cc}\p{Cs}.]+)+$/u;
const LONGEST = 254;
/** Characters of a cell that contains a name and an address. */
const LONGEST_CELL = 1_000;

export const isEmail = (text: string) => text.length <= LONGEST && EMAIL.test(text);

/** Extracts the address from a `mailto:` link, `Ada <ada@example.com>` or `"ada@example.com";`. */
function addressIn(text: string | null): string | undefined {
	if (text === null || text.length > LONGEST_CELL) return text ?? undefined;
	const [link, ...others] = Array.from(text.matchAll(/mailto:([^\s"'<>()?]+)/gi), ([, address]) => address);
	if (link !== undefined && others.every((other) => other.toLowerCase() === link.toLowerCase()))
		return withoutInvisible(link);
	const address = /^[^<>]*<([^<>]*)>[\s,;]*$/.exec(text)?.[1] ?? text;
	return withoutEnd(withoutInvisible(address).replace(/^[\s"',;(]*(?:mailto:)?/i, ''), /["',;.)\s]/);
}

/**
 * Reads an email address (contract: Reverse email profile). The value is what the key is made of, except for the case
 * of the part before the @: composed letters, and the host in lower case and ASCII.
 */
export function readEmail(cell: unknown): IdentifierReading {
	const text = addressIn(cellText(cell));
	if (text === undefined) return invalid(`The email is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	if (!isEmail(text)) return invalid(`${quoted(text)} is not an email address. ${EXPECTED}`);
	if (hasLookalikes(text))
		return invalid(`${quoted(text)} has a letter that only looks like one of A to Z. Type the address again`);
	const at = text.indexOf('@');
	const host = canonicalHost(text.slice(at + 1).normalize('NFC'));
	if (host === null) return invalid(`${quoted(text)} is not an email address. ${EXPECTED}`);
	const value = `${text.slice(0, at).normalize('NFC')}@${host}`;
	return { is: 'identifier', identifier: { kind: 'email', key: `email:${value.toLowerCase()}`, value } };
}

const MD5 = /^[0-9a-f]{32}$/i;
/** SHA-1 or SHA-256. */
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
/** An MD5 in quotation marks or with a prefix such as `md5:`. */
const AROUND_MD5 = /^["'`]?(?:md5[:=]\s*)?([0-9a-f]{32})["'`]?$/i;
const EXPECTED_HEM = 'Use an email address or its MD5 (32 hex digits)';

/** Whether a text is an MD5 in hexadecimal digits. */
export const isMd5 = (text: string): boolean => MD5.test(text);
/** Whether a text is a SHA-1 or SHA-256 in hexadecimal digits. */
export const isSha = (text: string): boolean => SHA.test(text);

/** Whether a text is an MD5, SHA-1 or SHA-256 in hexadecimal digits. */
export const isHash = (text: string): boolean => isMd5(text) || isSha(text);

/** How a plain email is sent to a tool for hashed emails: unchanged or as its MD5. */
export type EmailEncoding = 'plain' | 'hashed';

/** Returns the MD5 of the trimmed, lower-case email, the usual form of a hashed email. */
export const md5OfEmail = (email: string) => createHash('md5').update(email.trim().toLowerCase()).digest('hex');

/** What sheets and programs have in empty cells besides words. */
const NO_VALUES = ['', '""', "''", ' ', '\t', '\n', '\r\n', '-', '--', '?', '.', '_', '0', 'true', 'false', '[]', '{}'];

/** Hashes of empty values, of which a sheet has many. A hit would assign one stranger to all of their rows. */
const HASHES_OF_NOTHING: ReadonlySet<string> = new Set(
	[...NO_VALUES, ...WORDS_FOR_NOTHING, '[object Object]'].flatMap((word) =>
		[word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1), word === 'nan' ? 'NaN' : word].flatMap(
			(spelling) => ['md5', 'sha1', 'sha256'].map((kind) => createHash(kind).update(spelling).digest('hex')),
		),
	),
);

/** Whether a hash is that of an empty value, or one digit repeated. */
export const isHashOfNothing = (hash: string): boolean =>
	HASHES_OF_NOTHING.has(hash.toLowerCase()) || ((isMd5(hash) || isSha(hash)) && /^(.)\1+$/.test(hash));

/** Reads an email or its MD5 (contract: Hashed-email business profile). Both get the same key and share one lookup. */
export function readHem(cell: unknown, encoding: EmailEncoding): IdentifierReading {
	const given = cellText(cell);
	const text = given?.replace(AROUND_MD5, '$1') ?? null;
	if (text === null) return invalid(`The hashed email is not text. ${EXPECTED_HEM}`);
	if (text === '') return { is: 'blank' };
	if (isMd5(text)) return isHashOfNothing(text) ? { is: 'blank' } : hem(text.toLowerCase());
	if (isSha(text)) {
		return invalid(`${quoted(text)} is a SHA hash, which the service does not support. ${EXPECTED_HEM}`);
	}
	const email = readEmail(text);
	if (email.is !== 'identifier' || !isText(email.identifier)) {
		return invalid(`${quoted(text)} is neither an email address nor an MD5. ${EXPECTED_HEM}`);
	}
	const digest = md5OfEmail(email.identifier.value);
	if (encoding === 'hashed') return hem(digest);
	return { is: 'identifier', identifier: { kind: 'email', key: `hem:${digest}`, value: email.identifier.value } };
}

const hem = (digest: string): IdentifierReading => ({
	is: 'identifier',
	identifier: { kind: 'hem', key: `hem:${digest}`, value: digest },
});
