import { readEmail } from './email';
import { readHem, type EmailEncoding } from './hem';
import { cellText, quoted, type IdentifierReading } from './identifier';
import { INPUT_KINDS, inputKindOf, type InputKind } from './inputKind';
import { readIp } from './ip';
import { readLinkedinCell, type BareSlugs } from './linkedinCell';

/** The kinds of identifiers that a cell can contain. */
export type CellKind = 'linkedin' | 'email' | 'hem' | 'ip';

export interface CellSettings {
	slugs: BareSlugs;
	emails: EmailEncoding;
}

/** A parsed cell. If it is invalid, `inputKind` is the kind of its value. */
export type CellReading =
	Exclude<IdentifierReading, { is: 'invalid' }> | { is: 'invalid'; why: string; inputKind: InputKind };

/** Placeholders for an empty value in the cells of people, spreadsheets and agents, after trimming. */
const PLACEHOLDERS = [
	/^(?:n[/_. -]?a\.?|#n\/a|none|null|nil|nan|nothing|undefined|blank|empty|missing)$/i,
	/^(?:unknown|unavailable|tba|tbd|todo)$/i,
	/^(?:not[ _-]?(?:found|available|applicable|known|provided|set)|[([](?:none|null|blank|empty|unknown|n\/a)[)\]])$/i,
	/^[-–—_.?*~/\s]{1,20}$/,
];

/** Whether a trimmed text stands for an empty value. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDERS.some((placeholder) => placeholder.test(text));

const EXPECTED: Readonly<Record<CellKind, string>> = {
	linkedin: 'not a LinkedIn profile',
	email: 'not an e-mail address',
	hem: 'not an e-mail address or its MD5',
	ip: 'not an IP address',
};

/** Reads a cell that a user or an agent filled. */
export function readCell(kind: CellKind, value: unknown, settings: CellSettings): CellReading {
	const cell = onlyEntry(value);
	const text = cellText(cell) ?? '';
	if (isPlaceholder(text)) return { is: 'blank' };
	const reading = readers[kind](cell, settings);
	if (reading.is !== 'invalid') return reading;
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

const readers: Readonly<Record<CellKind, (cell: unknown, settings: CellSettings) => IdentifierReading>> = {
	linkedin: (cell, { slugs }) => readLinkedinCell(cell, slugs),
	email: readEmail,
	hem: (cell, { emails }) => readHem(cell, emails),
	ip: readIp,
};
