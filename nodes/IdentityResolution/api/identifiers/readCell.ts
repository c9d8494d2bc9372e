import { isEmail, isMd5, isSha, readEmail, readHem, type EmailEncoding } from './email';
import { isPlaceholder } from '../json';
import { cellText, quoted, type IdentifierReading } from './identifier';
import { readIp } from './ip';
import { linkedinPath, readLinkedinCell } from './linkedin';

/** Kinds of values in words, singular and plural, for messages about a cell without the required identifier. */
export const INPUT_KINDS = {
	email: ['an email address', 'email addresses'],
	md5: ['an MD5 hash', 'MD5 hashes'],
	sha: ['a SHA hash', 'SHA hashes'],
	profile: ['a LinkedIn profile', 'LinkedIn profiles'],
	linkedinPage: ['a LinkedIn page, but not a profile', 'LinkedIn pages, but not profiles'],
	webAddress: ['a web address', 'web addresses'],
	formulaError: ['a formula error', 'formula errors'],
	date: ['a date', 'dates'],
	phone: ['a phone number', 'phone numbers'],
	number: ['a number', 'numbers'],
	text: ['plain text', 'plain text'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export type InputKind = keyof typeof INPUT_KINDS;

const tests = (pattern: RegExp) => (text: string) => pattern.test(text);

const isProfileAddress = (text: string) => {
	const path = linkedinPath(text);
	return path !== null && path.length > 1 && /^(?:in|pub)$/i.test(path[0]);
};

/** The first match counts. */
const MATCHERS: ReadonlyArray<[InputKind, (text: string) => boolean]> = [
	['email', isEmail],
	['md5', isMd5],
	['sha', isSha],
	['formulaError', tests(/^#(?:REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/i)],
	['date', tests(/^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ,].*)?$/)],
	['phone', tests(/^(?:\+\d[\d\s().\-/]{5,}\d|\(?\d{2,5}\)?(?:[\s.\-/]{1,2}\d{2,5}){2,4})$/)],
	['number', tests(/^[-+]?[$€£]?\d[\d.,]*[%€]?$/)],
	['profile', isProfileAddress],
	['linkedinPage', (text) => linkedinPath(text) !== null],
	['webAddress', tests(/^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/i)],
	['webAddress', tests(/^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?$/u)],
];

/** Characters. Longer values count as plain text. */
const LONGEST = 2_000;

export function inputKindOf(text: string): InputKind {
	const matched = text.length > LONGEST ? undefined : MATCHERS.find(([, matches]) => matches(text));
	return matched?.[0] ?? 'text';
}

/** The kinds of identifiers that a cell can contain. */
export type CellKind = 'linkedin' | 'email' | 'hem' | 'ip';

/** A parsed cell. If it is invalid, `inputKind` is the kind of its value. */
export type CellReading =
	Exclude<IdentifierReading, { is: 'invalid' }> | { is: 'invalid'; why: string; inputKind: InputKind };

interface CellReader {
	read(this: void, cell: unknown, emails: EmailEncoding): IdentifierReading;
	/** What a value of another kind is not. */
	expected: string;
	/** Kinds of values that the reader explains better. */
	explains: readonly InputKind[];
}

const READERS: Readonly<Record<CellKind, CellReader>> = {
	linkedin: {
		read: readLinkedinCell,
		expected: 'a LinkedIn profile',
		explains: ['text', 'profile', 'linkedinPage'],
	},
	email: { read: readEmail, expected: 'an email address', explains: ['text'] },
	hem: { read: readHem, expected: 'an email address or its MD5', explains: ['text', 'md5'] },
	ip: { read: readIp, expected: 'an IP address', explains: ['text', 'number', 'phone', 'webAddress'] },
};

/** Reads a cell that a user or an agent filled. */
export function readCell(kind: CellKind, value: unknown, emails: EmailEncoding): CellReading {
	const cell = onlyEntry(value);
	const given = cellText(cell);
	if (given !== null && isPlaceholder(given)) return { is: 'blank' };
	const { read, expected, explains } = READERS[kind];
	const reading = read(cell, emails);
	if (reading.is !== 'invalid') return reading;
	const text = given ?? '';
	const inputKind = inputKindOf(text);
	const whyNot = `${quoted(text)} is ${INPUT_KINDS[inputKind][0]}, not ${expected}`;
	return { is: 'invalid', inputKind, why: explains.includes(inputKind) ? reading.why : whyNot };
}

/** Unwraps a list of one entry, which Airtable's lookup fields return; null for an empty list. */
export const onlyEntry = (value: unknown): unknown =>
	Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
