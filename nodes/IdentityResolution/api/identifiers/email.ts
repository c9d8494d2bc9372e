import { canonicalHost } from '../url';
import {
	cellText,
	hasLookalikes,
	invalid,
	quoted,
	withoutEnd,
	withoutInvisible,
	type IdentifierReading,
} from './identifier';

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
 * Reads an email address (contract: Reverse email profile). The value is what the key is made of, except for the case of
 * the part before the @: composed letters, and the host in lower case and ASCII.
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
