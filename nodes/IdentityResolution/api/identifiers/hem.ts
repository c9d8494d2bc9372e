import { createHash } from 'node:crypto';
import { readEmail } from './email';
import { cellText, invalid, quoted, type IdentifierReading } from './identifier';

const MD5 = /^[0-9a-f]{32}$/i;
const OTHER_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
/** An MD5 in quotation marks, or with its name before it. */
const AROUND_MD5 = /^["'`]?(?:md5[:=]\s*)?([0-9a-f]{32})["'`]?$/i;
const EXPECTED = 'An e-mail address or its MD5 (32 hex digits) is needed';

/** How a plain e-mail given to a hashed-e-mail tool travels: as it stands, or as its MD5. */
export type EmailEncoding = 'plain' | 'hashed';

/** MD5 of an e-mail as the field hashes it: trimmed and lower-cased first. */
export const md5OfEmail = (email: string) => createHash('md5').update(email.trim().toLowerCase()).digest('hex');

/** Stands in every row whose cell was blank when a sheet was hashed: a hit would be one stranger for all of them. */
const MD5_OF_NOTHING = md5OfEmail('');

/**
 * Reads an MD5-hashed e-mail (HEM) or a plain e-mail (contract: hem_to_business_profile).
 * An e-mail and its MD5 get the same key, so that both spellings are one lookup.
 */
export function readHem(cell: unknown, encoding: EmailEncoding): IdentifierReading {
	const given = cellText(cell);
	const text = given?.replace(AROUND_MD5, '$1') ?? null;
	if (text === null) return invalid(`The hashed e-mail is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	if (text.toLowerCase() === MD5_OF_NOTHING)
		return invalid(`${quoted(text)} is the MD5 of a blank cell. ${EXPECTED}`);
	if (MD5.test(text)) return hem(text.toLowerCase());
	if (OTHER_HASH.test(text)) {
		return invalid(`${quoted(text)} is a SHA hash, which the service does not take. ${EXPECTED}`);
	}
	const email = readEmail(text);
	if (email.is !== 'identifier' || email.identifier.kind === 'body') {
		return invalid(`${quoted(text)} is neither an e-mail address nor an MD5. ${EXPECTED}`);
	}
	const digest = md5OfEmail(email.identifier.value);
	if (encoding === 'hashed') return hem(digest);
	return { is: 'identifier', identifier: { kind: 'email', key: `hem:${digest}`, value: email.identifier.value } };
}

const hem = (digest: string): IdentifierReading => ({
	is: 'identifier',
	identifier: { kind: 'hem', key: `hem:${digest}`, value: digest },
});
