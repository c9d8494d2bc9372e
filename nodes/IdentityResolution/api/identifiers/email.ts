import { cellText, invalid, quoted, type IdentifierReading } from './identifier';

const EXPECTED = 'An e-mail address such as ada@example.com is needed';

/**
 * Light on purpose: the service is the judge of what exists, this only keeps out what can't be an address. Halves of
 * surrogate pairs can't: as bytes they are all the same, and two addresses would have one MD5.
 */
const EMAIL = /^[^\s@<>(),;:"\\\p{Cc}\p{Cs}]+@[^\s@<>(),;:"\\\p{Cc}\p{Cs}.]+(?:\.[^\s@<>(),;:"\\\p{Cc}\p{Cs}.]+)+$/u;
const LONGEST = 254;
/** Characters of a cell with an address and a name. */
const LONGEST_CELL = 1_000;

/** Whether the text has the light shape of an e-mail address. */
export const isEmail = (text: string) => text.length <= LONGEST && EMAIL.test(text);

/** The address in `mailto:ada@example.com`, also in a link, `Ada <ada@example.com>` and `"ada@example.com";`. */
function addressIn(text: string | null): string | undefined {
	if (text === null || text.length > LONGEST_CELL) return text ?? undefined;
	const [link, ...others] = Array.from(text.matchAll(/mailto:([^\s"'<>()?]+)/gi), ([, address]) => address);
	if (link !== undefined && others.every((other) => other.toLowerCase() === link.toLowerCase())) return link;
	const address = /^[^<>]*<([^<>]*)>[\s,;]*$/.exec(text)?.[1] ?? text;
	return address.replace(/^[\s"',;(]*(?:mailto:)?/i, '').replace(/["',;.)\s]+$/, '');
}

/** Reads an e-mail address (contract: reverse_email_lookup). The key ignores case, the value keeps it. */
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
