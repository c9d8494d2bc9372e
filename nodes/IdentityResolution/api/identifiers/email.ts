import { cellText, invalid, quoted, type IdentifierReading } from './identifier';

const EXPECTED = 'An e-mail address such as ada@example.com is needed';

/**
 * Light on purpose: the service is the judge of what exists, this only keeps out what can't be an address. Halves of surrogate pairs can't:
 * as bytes they are all the same, and two addresses would have one MD5.
 */
const EMAIL = /^[^\s@<>(),;:"\\\p{Cc}\p{Cs}]+@[^\s@<>(),;:"\\\p{Cc}\p{Cs}.]+(?:\.[^\s@<>(),;:"\\\p{Cc}\p{Cs}.]+)+$/u;
const LONGEST = 254;

/** Whether the text has the light shape of an e-mail address. */
export const isEmail = (text: string) => text.length <= LONGEST && EMAIL.test(text);

/** Reads an e-mail address (contract: reverse_email_lookup). The key ignores case, the value keeps it. */
export function readEmail(cell: unknown): IdentifierReading {
	const text = cellText(cell)?.replace(/^mailto:/i, '');
	if (text === undefined) return invalid(`The e-mail is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	if (!isEmail(text)) return invalid(`${quoted(text)} is not an e-mail address. ${EXPECTED}`);
	return {
		is: 'identifier',
		identifier: { kind: 'email', key: `email:${text.toLowerCase()}`, value: text },
	};
}
