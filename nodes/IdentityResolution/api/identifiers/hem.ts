// Hashed emails: reads them, and makes them of addresses.
import { hash } from 'node:crypto';
import { WORDS_FOR_NOTHING } from '../values/nothing';
import { isHash, isMd5, isSha } from './addresses';
import { EXPECTED_EMAIL, readEmailCell } from './email';
import {
	identified,
	invalid,
	quoted,
	trimmed,
	type Identifier,
	type IdentifierReading,
	type TextIdentifier,
} from './identifier';

/** An MD5 in quotation marks or brackets, or with a prefix such as `md5:` or `0x`. */
const AROUND_MD5 = /^["'`([{<]*(?:(?:md5|hash)[:=]\s*|0x|\\x)?([0-9a-f]{32})["'`)\]}>;,]*$/i;
export const EXPECTED_HEM = 'Use an email address or its MD5 (32 hex digits)';

/** Returns the MD5 of the trimmed, lower-case email, the usual form of a hashed email. */
export const md5OfEmail = (email: string) => hash('md5', email.trim().toLowerCase(), 'hex');

/** What sheets and programs have in empty cells besides words. */
const NO_VALUES = [
	'',
	'""',
	"''",
	' ',
	'\t',
	'\n',
	'\r\n',
	'-',
	'--',
	'?',
	'.',
	'_',
	'0',
	'true',
	'false',
	'[]',
	'{}',
];

/**
 * Hashes of empty values, of which a sheet has many. A hit would assign one stranger to all of
 * their rows.
 */
const HASHES_OF_NOTHING: ReadonlySet<string> = new Set(
	[...NO_VALUES, ...WORDS_FOR_NOTHING, '[object Object]'].flatMap((word) =>
		[
			word,
			word.toUpperCase(),
			word.charAt(0).toUpperCase() + word.slice(1),
			word === 'nan' ? 'NaN' : word,
		].flatMap((spelling) =>
			['md5', 'sha1', 'sha256'].map((kind) => hash(kind, spelling, 'hex')),
		),
	),
);

/** Whether a hash is that of an empty value, or one digit repeated. */
export const isHashOfNothing = (hash: string): boolean =>
	HASHES_OF_NOTHING.has(hash.toLowerCase()) || (isHash(hash) && /^(.)\1+$/.test(hash));

/**
 * Reads an email or its MD5 (contract: Hashed-email business profile). Both get the same key and
 * share one lookup.
 */
export function readHem(cell: string, read = readEmailCell): IdentifierReading {
	const text = trimmed(cell).replace(AROUND_MD5, '$1');
	if (isMd5(text)) return fromMd5(text);
	if (isSha(text))
		return invalid(
			`${quoted(text)} is a SHA hash, which the service does not support. ${EXPECTED_HEM}`,
		);
	const email = read(text);
	if (email.is === 'invalid' && email.why.endsWith(EXPECTED_EMAIL))
		return invalid(`${quoted(text)} is neither an email address nor an MD5. ${EXPECTED_HEM}`);
	if (email.is !== 'identifier') return email;
	const value = String(email.identifier.value);
	return identified({ kind: 'email', key: `hem:${md5OfEmail(value)}`, value });
}

function fromMd5(text: string): IdentifierReading {
	if (isHashOfNothing(text)) return { is: 'blank' };
	const value = text.toLowerCase();
	return identified({ kind: 'hem', key: `hem:${value}`, value });
}

/** An email as its MD5; any other identifier unchanged. */
export function hashed<Given extends Identifier>(identifier: Given): Given | TextIdentifier {
	if (identifier.kind !== 'email') return identifier;
	return { ...identifier, kind: 'hem', value: md5OfEmail(identifier.value) };
}
