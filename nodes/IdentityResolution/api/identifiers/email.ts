import { cellText, invalid, quoted, withoutInvisible, type IdentifierReading } from './identifier';

const EXPECTED = 'Use an e-mail address such as ada@example.com';

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
	return withoutInvisible(address)
		.replace(/^[\s"',;(]*(?:mailto:)?/i, '')
		.replace(/["',;.)\s]+$/, '');
}

/** Reads an e-mail address (contract: reverse_email_lookup). The key ignores case; the value keeps it. */
export function readEmail(cell: unknown): IdentifierReading {
	const text = addressIn(cellText(cell));
	if (text === undefined) return invalid(`The e-mail is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	if (!isEmail(text)) return invalid(`${quoted(text)} is not an e-mail address. ${EXPECTED}`);
	return {
		is: 'identifier',
		identifier: { kind: 'email', key: `email:${text.toLowerCase()}`, value: text },
	};
}
