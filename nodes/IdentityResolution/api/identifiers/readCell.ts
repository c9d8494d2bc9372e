import { type EmailEncoding, readEmail, readHem } from './email';
import { isPlaceholder } from '../json';
import { cellText, type IdentifierReading, quoted } from './identifier';
import { INPUT_KINDS, type InputKind, inputKindOf } from './inputKind';
import { readIp } from './ip';
import { readLinkedinCell } from './linkedinCell';

/** The kinds of identifiers that a cell can contain. */
export type CellKind = 'linkedin' | 'email' | 'hem' | 'ip';

/** A parsed cell. If it is invalid, `inputKind` is the kind of its value. */
export type CellReading =
	Exclude<IdentifierReading, { is: 'invalid' }> | { is: 'invalid'; why: string; inputKind: InputKind };

const EXPECTED: Readonly<Record<CellKind, string>> = {
	linkedin: 'not a LinkedIn profile',
	email: 'not an email address',
	hem: 'not an email address or its MD5',
	ip: 'not an IP address',
};

/** Reads a cell that a user or an agent filled. */
export function readCell(kind: CellKind, value: unknown, emails: EmailEncoding): CellReading {
	const cell = onlyEntry(value);
	const given = cellText(cell);
	if (given !== null && isPlaceholder(given)) return { is: 'blank' };
	const reading = readers[kind](cell, emails);
	if (reading.is !== 'invalid') return reading;
	const text = given ?? '';
	const inputKind = inputKindOf(text);
	return {
		is: 'invalid',
		inputKind,
		why: EXPLAINED_BY_READER[kind].includes(inputKind) ? reading.why : whyNot(kind, text, inputKind),
	};
}

/** Unwraps a list of one entry, which Airtable's lookup fields return; null for an empty list. */
export const onlyEntry = (value: unknown): unknown =>
	Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;

/** Kinds of values that the reader of an identifier explains better. */
const EXPLAINED_BY_READER: Readonly<Record<CellKind, readonly InputKind[]>> = {
	linkedin: ['text', 'profile', 'linkedinPage'],
	email: ['text'],
	hem: ['text', 'md5'],
	ip: ['text', 'number', 'phone', 'webAddress'],
};

const whyNot = (kind: CellKind, text: string, inputKind: InputKind) =>
	`${quoted(text)} is ${INPUT_KINDS[inputKind][0]}, ${EXPECTED[kind]}`;

const readers: Readonly<Record<CellKind, (cell: unknown, emails: EmailEncoding) => IdentifierReading>> = {
	linkedin: readLinkedinCell,
	email: readEmail,
	hem: readHem,
	ip: readIp,
};
