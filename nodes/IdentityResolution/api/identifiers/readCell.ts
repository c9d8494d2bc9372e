import { isContainer } from '../values/json';
import { isPlaceholder } from '../values/nothing';
import { countAddresses, isEmail, isMd5, isSha } from './addresses';
import { EXPECTED_EMAIL, ofNoPerson, readEmailCell } from './email';
import { EXPECTED_HEM, readHem } from './hem';
import { cellText, identifiersIn, quoted, type IdentifierReading } from './identifier';
import { EXPECTED_IP, readIp } from './ip';
import { EXPECTED as EXPECTED_PROFILE, linkedinPath } from './linkedin';
import { readLinkedinCell } from './linkedinCell';

/**
 * Kinds of values in words, singular and plural, for messages about a cell without the required
 * identifier.
 */
export const INPUT_KINDS = {
	email: ['an email address', 'email addresses'],
	noPerson: ['an address of no person', 'addresses of no person'],
	md5: ['an MD5 hash', 'MD5 hashes'],
	sha: ['a SHA hash', 'SHA hashes'],
	profile: ['a LinkedIn profile', 'LinkedIn profiles'],
	linkedinPage: ['a LinkedIn page, but not a profile', 'LinkedIn pages, but not profiles'],
	webAddress: ['a web address', 'web addresses'],
	formulaError: ['a formula error', 'formula errors'],
	date: ['a date', 'dates'],
	phone: ['a phone number', 'phone numbers'],
	number: ['a number', 'numbers'],
	list: ['a list of several values', 'lists of several values'],
	object: ['an object', 'objects'],
	text: ['plain text', 'plain text'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export type InputKind = keyof typeof INPUT_KINDS;

const tests = (pattern: RegExp) => (text: string) => pattern.test(text);

const isProfileAddress = (text: string) => {
	const path = linkedinPath(text);
	return path !== null && path.length > 1 && /^(?:in|pub)$/i.test(path[0]);
};

const countProfiles = (text: string): number =>
	new Set(text.toLowerCase().match(/linkedin\.com\/(?:in|pub)\/[^\s/,;|]+/g)).size;

/** The first match counts. */
const MATCHERS: ReadonlyArray<[InputKind, (text: string) => boolean]> = [
	['list', (text) => countAddresses(text) > 1 || countProfiles(text) > 1],
	['noPerson', (text) => isEmail(text) && ofNoPerson(text) !== undefined],
	['email', isEmail],
	['md5', isMd5],
	['sha', isSha],
	['formulaError', tests(/^#(?:REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/i)],
	[
		'date',
		tests(/^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ,].*)?$/),
	],
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
	if (text.length > LONGEST) return 'text';
	return MATCHERS.find(([, matches]) => matches(text))?.[0] ?? 'text';
}

/** The kinds of identifiers that a cell can contain. */
export type CellKind = 'linkedin' | 'email' | 'hem' | 'ip';

/**
 * A parsed cell. If it is invalid, `inputKind` is the kind of its value; `take` is the part of it
 * to use instead.
 */
export type CellReading =
	| Exclude<IdentifierReading, { is: 'invalid' }>
	| { is: 'invalid'; why: string; inputKind: InputKind; take?: string };

interface CellReader {
	read(this: void, text: string): IdentifierReading;
	/** What a value of another kind is not. */
	words: readonly [one: string, several: string];
	/** Kinds of values that the reader explains better. */
	explains: readonly InputKind[];
}

const READERS: Readonly<Record<CellKind, CellReader>> = {
	linkedin: {
		read: readLinkedinCell,
		words: INPUT_KINDS.profile,
		explains: ['text', 'profile', 'linkedinPage', 'list'],
	},
	email: {
		read: readEmailCell,
		words: INPUT_KINDS.email,
		explains: ['text', 'email', 'noPerson', 'list'],
	},
	hem: {
		read: (text) => readHem(text),
		words: ['an email address or its MD5', 'email addresses or their MD5'],
		explains: ['text', 'md5', 'email', 'noPerson', 'list'],
	},
	ip: {
		read: readIp,
		words: ['an IP address', 'IP addresses'],
		explains: ['text', 'number', 'phone', 'webAddress'],
	},
};

/** What a field of a kind expects, in words. */
export const expectedIn = (kind: CellKind): CellReader['words'] => READERS[kind].words;

/** Whether the reader of a kind explains a value of another kind better than its name does. */
export const isExplained = (kind: CellKind, inputKind: InputKind): boolean =>
	READERS[kind].explains.includes(inputKind);

/**
 * Returns why a cell is invalid, without the example of a valid one: a column has another remedy.
 */
export function withoutExample(why: string): string {
	const example = EXAMPLES.find((one) => why.endsWith(one)) ?? '';
	return why.slice(0, why.length - example.length);
}

const EXAMPLES = [EXPECTED_PROFILE, EXPECTED_EMAIL, EXPECTED_HEM, EXPECTED_IP].map(
	(one) => `. ${one}`,
);

/** Says of a list or an object that it is no text. */
export const isNotText = (value: unknown): string =>
	`is ${INPUT_KINDS[Array.isArray(value) ? 'list' : 'object'][0]}. Take one value of it`;

/** Reads a cell that a user or an agent filled. */
export function readCell(kind: CellKind, value: unknown): CellReading {
	const cell = onlyEntry(value);
	if (isContainer(cell)) return readParts(kind, value);
	const text = cellText(cell) ?? String(cell);
	if (isPlaceholder(text)) return { is: 'blank' };
	const { read, words } = READERS[kind];
	const reading = read(text);
	if (reading.is !== 'invalid') return reading;
	const inputKind = inputKindOf(text);
	if (isExplained(kind, inputKind)) return { ...reading, inputKind };
	const why = `${quoted(text)} is ${INPUT_KINDS[inputKind][0]}, not ${words[0]}`;
	return { is: 'invalid', inputKind, why };
}

/**
 * Reads a list that repeats one identifier. Any other list or object is named as what it is, with
 * the part to take.
 */
function readParts(kind: CellKind, value: unknown): CellReading {
	const texts: Array<readonly [place: string, text: unknown]> = [];
	for (const text of textsIn(value)) if (texts.push(text) === MOST_PARTS) break;
	const readings = texts.map(([, text]) => readCell(kind, text));
	const keys = new Set(readings.flatMap(identifiersIn).map(({ key }) => key));
	const place = readings.findIndex(({ is }) => is === 'identifier');
	const isWhole = texts.length > 0 && texts.length < MOST_PARTS;
	const isRepeated = keys.size < 2 && readings.every(({ is }) => is !== 'invalid');
	if (isWhole && isRepeated && texts.every(([where]) => IN_LISTS.test(where)))
		return readings[place] ?? { is: 'blank' };
	const take = 'Take one value of it';
	return {
		is: 'invalid',
		...whyParts(kind, value, keys.size),
		take: place < 0 ? take : `${take}, such as ${texts[place][0]}`,
	};
}

/** Says what a list or an object is. @param count of different identifiers in it */
function whyParts(
	kind: CellKind,
	value: unknown,
	count: number,
): Pick<Extract<CellReading, { is: 'invalid' }>, 'inputKind' | 'why'> {
	const [one, several] = expectedIn(kind);
	const inputKind = Array.isArray(onlyEntry(value)) ? 'list' : 'object';
	if (inputKind === 'list' && count > 1)
		return { inputKind, why: `The list contains ${count} ${several}` };
	return { inputKind, why: `The value is ${INPUT_KINDS[inputKind][0]}, not ${one}` };
}

/** Texts of a list or an object that are read. */
const MOST_PARTS = 100;
/** Levels of a list or an object that are searched. */
const MOST_LEVELS = 3;

/** The texts in a value, with their places as in an expression, such as `.value[0].address`. */
function* textsIn(
	value: unknown,
	place = '',
	level = 0,
): Generator<readonly [place: string, text: unknown]> {
	if (typeof value !== 'object') yield [place, value];
	if (!isContainer(value) || level > MOST_LEVELS) return;
	const parts = Array.isArray(value) ? value.slice(0, MOST_PARTS) : value;
	for (const [name, part] of Object.entries(parts).slice(0, MOST_PARTS)) {
		let step = `[${JSON.stringify(name)}]`;
		if (Array.isArray(value)) step = `[${name}]`;
		else if (NAME.test(name)) step = `.${name}`;
		yield* textsIn(part, place + step, level + 1);
	}
}
const IN_LISTS = /^(?:\[\d+\])*$/;
const NAME = /^[a-z_$][\w$]{0,50}$/i;

/** Unwraps a list of one entry, which Airtable's lookup fields return; null for an empty list. */
export function onlyEntry(value: unknown): unknown {
	if (!Array.isArray(value) || value.length > 1) return value;
	return value[0] ?? null;
}
