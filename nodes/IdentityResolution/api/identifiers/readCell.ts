import { readEmail } from './email';
import { readHem, type EmailEncoding } from './hem';
import { cellText, quoted, type IdentifierReading } from './identifier';
import { INPUT_KINDS, inputKindOf, type InputKind } from './inputKind';
import { readLinkedinCell, type BareSlugs } from './linkedinCell';

/** The kinds of identifiers that people are looked up by. */
export type CellKind = 'linkedin' | 'email' | 'hem';

/** How to read cells that users or models filled. */
export interface CellSettings {
	slugs: BareSlugs;
	emails: EmailEncoding;
}

/** A cell as an identifier. An invalid one says what it holds instead. */
export type CellReading =
	Exclude<IdentifierReading, { is: 'invalid' }> | { is: 'invalid'; why: string; holds: InputKind };

/** What people, spreadsheets and models write for an empty cell, after trimming. */
const NOTHING =
	/^(?:n[/_. -]?a\.?|#n\/a|none|null|nil|nan|nothing|undefined|unknown|unavailable|blank|empty|missing|not[ _-]?(?:found|available|applicable|known|provided|set)|tba|tbd|todo|[([](?:none|null|blank|empty|unknown|n\/a)[)\]]|[-–—_.?*~/\s]{1,20})$/i;

/** What each kind is called after "not". */
const EXPECTED: Readonly<Record<CellKind, string>> = {
	linkedin: 'not a LinkedIn profile',
	email: 'not an e-mail address',
	hem: 'not an e-mail address or its MD5',
};

/** Reads a cell that a user or a model filled as an identifier of the given kind. */
export function readCell(kind: CellKind, value: unknown, settings: CellSettings): CellReading {
	const cell = onlyEntry(value);
	const text = cellText(cell) ?? '';
	if (NOTHING.test(text)) return { is: 'blank' };
	const reading = readers[kind](cell, settings);
	if (reading.is !== 'invalid') return reading;
	const holds = inputKindOf(text);
	return { is: 'invalid', holds, why: OWN_WORDS[kind].includes(holds) ? reading.why : whyNot(kind, text, holds) };
}

/** The entry of a list of one, as Airtable's lookup fields have it, and null for an empty list. */
const onlyEntry = (value: unknown): unknown => (Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value);

/** What the reader of a kind explains better itself. */
const OWN_WORDS: Readonly<Record<CellKind, readonly InputKind[]>> = {
	linkedin: ['text', 'profile', 'linkedinPage'],
	email: ['text'],
	hem: ['text', 'md5'],
};

const whyNot = (kind: CellKind, text: string, holds: InputKind) =>
	`${quoted(text)} is ${INPUT_KINDS[holds][0]}, ${EXPECTED[kind]}`;

const readers: Readonly<Record<CellKind, (cell: unknown, settings: CellSettings) => IdentifierReading>> = {
	linkedin: (cell, { slugs }) => readLinkedinCell(cell, slugs),
	email: readEmail,
	hem: (cell, { emails }) => readHem(cell, emails),
};
