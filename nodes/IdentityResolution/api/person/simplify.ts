import {
	COLUMNS,
	EMAILS,
	fillableColumns,
	isFilled,
	type Cell,
	type Cells,
	type Column,
	type ColumnSources,
	type EmailByType,
	type EmailColumns,
	type EmailLists,
	type Path,
	type Simplify,
} from './columns';
import { emailsIn, gradeRank, isPlainEmail, isWrapper, NO_ADDRESSES, type AddressBook } from './emails';
import { at, DEEPEST, field, isNothing, isObject, toExactNumber, toJson } from '../json';
import { isHashOfNothing } from '../identifiers/email';
import { isBareSlug, linkedinPath, readLinkedin } from '../identifiers/linkedin';
import { readPhone, wordsOf } from './phone';

/** Returns the function that reads results of one tool. */
export function simplifier(sources: ColumnSources): Simplify {
	const columns = fillableColumns(sources);
	// Copied, because V8 is slow with objects that grow by names that it can't predict.
	const empty: Cells = Object.fromEntries(columns.map((column) => [column, null]));
	const fields = Object.entries(sources.fields).map(([name, paths]) => {
		const column = name as Column;
		const readers = [paths].flat().map((path) => readerAt(column, path));
		return { column, read: readers.length === 1 ? readers[0] : firstFilled(readers) };
	});
	const fills = (column: Column) => columns.includes(column);
	const hasPhone = fills('mobile_phone');
	const hasName = fills('full_name');
	const hasProfile = fills('linkedin_url');
	const emails = EMAILS.filter(({ address }) => fills(address));
	const { personalEmails, emailByType } = sources;
	return (given, addresses = NO_ADDRESSES) => {
		const results = entryOf(sources, given);
		const cells = { ...empty };
		for (const { column, read } of fields) cells[column] = read(results);
		if (emailByType) fillByType(cells, emailByType, results);
		for (const email of emails) separateObscured(cells, email, addresses);
		if (personalEmails) fillPersonalEmails(cells, personalEmails, results, addresses);
		if (emails.length > 0 && emails.every((email) => isUnfilled(cells, email)))
			fillFromUsualNames(cells, emails, results, addresses);
		if (hasProfile) cells.linkedin_url ??= profileIn(results);
		if (hasPhone) cells.mobile_phone = readPhone(results);
		if (hasName) cells.full_name ??= composeName(cells);
		return cells;
	};
}

function readerAt(column: Column, path: Path): (results: unknown) => Cell {
	const names = path.split('.');
	const read = READERS[column] ?? ((value: unknown) => toCell(column, value));
	return (results) => read(names.reduce<unknown>(field, results));
}

/** An email is one text. Lists and objects are read like emails under other names. */
const emailText = (value: unknown): string | null => (typeof value === 'object' ? null : asText(value));

const READERS: Partial<Record<Column, (value: unknown) => Cell>> = {
	linkedin_url: profileAddress,
	work_email: emailText,
	personal_email: emailText,
};

const firstFilled =
	(readers: ReadonlyArray<(results: unknown) => Cell>) =>
	(results: unknown): Cell => {
		for (const read of readers) {
			const cell = read(results);
			if (cell !== null) return cell;
		}
		return null;
	};

export const entryOf = ({ entry }: ColumnSources, results: unknown): unknown => (entry ? entry(results) : results);

/** Fills the columns of the email's type. Without a known type it is a work email, which the tool prefers. */
function fillByType(cells: Cells, { email, type, validatedAt, riskScore }: EmailByType, results: unknown): void {
	const isPersonal = asText(at(results, type))?.toLowerCase() === 'personal';
	const columns = isPersonal ? PERSONAL_EMAIL : WORK_EMAIL;
	cells[columns.address] = emailText(at(results, email));
	cells[columns.validatedAt] = asText(at(results, validatedAt));
	cells[columns.riskScore] = asText(at(results, riskScore));
}

export const isUnfilled = (cells: Cells, { address, obscured }: EmailColumns) =>
	!isFilled(cells[address]) && !isFilled(cells[obscured]);

/**
 * Fills the columns with the emails under other names than the tool's own. Without a column of its own, an email of
 * another kind fills the only one.
 */
function fillFromUsualNames(
	cells: Cells,
	emails: readonly EmailColumns[],
	results: unknown,
	addresses: AddressBook,
): void {
	const found = emailsIn(results);
	for (const columns of emails) {
		const ownKind = columns === PERSONAL_EMAIL ? 'personal' : 'work';
		const isOther = ({ kind }: { kind: string }) => kind !== ownKind && kind !== 'unknown';
		const usable = emails.length === 1 ? found : found.filter((one) => !isOther(one));
		const [best] = [...usable].sort(
			(a, b) =>
				Number(isOther(a)) - Number(isOther(b)) ||
				Number(isPlainEmail(b.email)) - Number(isPlainEmail(a.email)) ||
				gradeRank(asText(a.riskScore)) - gradeRank(asText(b.riskScore)),
		);
		if (best === undefined) continue;
		cells[columns.address] = best.email;
		if (columns.validatedAt in cells) cells[columns.validatedAt] = asText(best.validatedAt);
		if (columns.riskScore in cells) cells[columns.riskScore] = asText(best.riskScore);
		separateObscured(cells, columns, addresses);
		// An email of unknown kind is a work email, which the tools prefer.
		if (best.kind === 'unknown') return;
	}
}

/** Moves an email that one cannot write to from the column of the address to its own. */
function separateObscured(cells: Cells, { address, obscured }: EmailColumns, addresses: AddressBook): void {
	const email = cells[address];
	if (typeof email !== 'string' || isPlainEmail(email)) return;
	const plain = addresses(email) ?? null;
	if (isHashOfNothing(email)) {
		cells[address] = null;
		return;
	}
	cells[address] = plain;
	if (plain === null) cells[obscured] = email;
}

const NAMES: ReadonlySet<Column> = new Set<Column>(['full_name', 'first_name', 'last_name']);
/** A person may be called Null or None. */
const isName = (column: Column, value: unknown): value is string =>
	NAMES.has(column) && typeof value === 'string' && /^\s*\p{L}[\p{L}\p{M}\s'-]*$/u.test(value);

function toCell(column: Column, value: unknown): Cell {
	if (isName(column, value)) return value;
	if (COLUMNS[column].type === 'number') return toExactNumber(value) ?? asText(value);
	return asText(value);
}

/**
 * Returns a slug as a full address, and null for one without a person, such as `/in/null`. Any other text stays as it
 * is.
 */
function profileAddress(value: unknown): string | null {
	const text = asText(value);
	if (text === null || !(isBareSlug(text) || PROFILE_PATH.test(text))) return text;
	const reading = readLinkedin(text);
	if (reading.is !== 'identifier') return null;
	return isBareSlug(text) ? String(reading.identifier.value) : text;
}

const PROFILE_PATH = /linkedin\.com\/(?:in|pub)\//i;

/** Words of the usual names of a profile, of which one of the first must occur. */
const PROFILE_WORDS = new Set(['linkedin', 'linkedinurl', 'linked', 'profile', 'slug']);
const PROFILE_QUALIFIERS = new Set([
	...PROFILE_WORDS,
	...['in', 'li', 'url', 'link', 'public', 'person', 'member', 'address', 'handle', 'id', 'identifier'],
]);

/** Returns the profile under any usual name; null if there is none. */
function profileIn(results: unknown, depth = 0): string | null {
	if (typeof results === 'string') return linkedinPath(results) === null ? null : profileAddress(results);
	if (!isObject(results) || depth > DEEPEST_WRAPPER) return null;
	for (const [name, value] of Object.entries(results)) {
		const words = wordsOf(name);
		const isNamed =
			words.some((word) => PROFILE_WORDS.has(word)) && words.every((word) => PROFILE_QUALIFIERS.has(word));
		const candidates = isNamed ? textsOfProfile(value) : [];
		const reading = candidates.map(readLinkedin).find(({ is }) => is === 'identifier');
		if (reading?.is === 'identifier') return String(reading.identifier.value);
		const inner = isWrapper(name) ? profileIn(value, depth + 1) : null;
		if (inner !== null) return inner;
	}
	return null;
}

/** The texts in the value of a profile field: a text, a list of one, or an object. */
function textsOfProfile(value: unknown): unknown[] {
	const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const parts = isObject(one) ? ['url', 'link', 'value', 'slug', 'address'].map((name) => field(one, name)) : [one];
	return parts.filter((part) => typeof part === 'string');
}

/** Levels of objects that only wrap the data of the person. */
const DEEPEST_WRAPPER = 4;

export function asText(value: unknown): string | null {
	if (Array.isArray(value))
		return (
			value
				.flat(DEEPEST)
				.map(partAsText)
				.filter((part) => part !== null)
				.join(', ') || null
		);
	return partAsText(value);
}

function partAsText(value: unknown): string | null {
	if (isNothing(value)) return null;
	// A number in JSON that is too large for JavaScript.
	if (typeof value === 'number' && !Number.isFinite(value)) return null;
	const text = typeof value === 'object' ? toJson(value) : String(value);
	// Such as an empty object.
	return isNothing(text) ? null : text;
}

const composeName = ({ first_name: first, last_name: last }: Cells): string | null =>
	[first, last].filter(Boolean).join(' ') || null;

/**
 * Fills the columns of personal emails from parallel lists. The best address is one that a field of its own names,
 * else the one with the best grade, then the latest validation, then the first.
 */
function fillPersonalEmails(cells: Cells, lists: EmailLists, results: unknown, addresses: AddressBook): void {
	const { address, obscured, validatedAt, riskScore } = PERSONAL_EMAIL;
	const listed = readLists(lists, results, addresses);
	const plain = listed.filter(({ email }) => isPlainEmail(email));
	const hidden = listed.filter(({ email }) => !isPlainEmail(email));
	const isNamed = isFilled(cells[address]);
	const best = bestOf(plain);
	const bestHidden = bestOf(hidden);
	cells.personal_emails = plain.map(({ email }) => email).join(', ') || null;
	cells.personal_emails_obscured = hidden.map(({ email }) => email).join(', ') || null;
	cells[address] ??= best?.email ?? null;
	cells[obscured] ??= bestHidden?.email ?? null;
	if (isNamed) return;
	const described = best ?? bestHidden;
	if (lists.validatedAt !== undefined) cells[validatedAt] = described?.date ?? null;
	if (lists.riskScore !== undefined) cells[riskScore] = described?.grade ?? null;
}

const [WORK_EMAIL, PERSONAL_EMAIL] = EMAILS;

interface ListedEmail {
	email: string;
	date: string | null;
	grade: string | null;
}

function readLists(
	{ emails, validatedAt, riskScore }: EmailLists,
	results: unknown,
	addresses: AddressBook,
): ListedEmail[] {
	const dates = list(results, validatedAt);
	const grades = list(results, riskScore);
	const distinct = new Map<string, ListedEmail>();
	list(results, emails).forEach((entry, position) => {
		const text = asText(entry);
		if (text === null) return;
		if (isHashOfNothing(text)) return;
		const email = addresses(text) ?? text;
		const one = { email, date: asText(dates[position]), grade: asText(grades[position]) };
		const earlier = distinct.get(email.toLowerCase());
		if (earlier === undefined || gradeRank(one.grade) < gradeRank(earlier.grade))
			distinct.set(email.toLowerCase(), one);
	});
	return [...distinct.values()];
}

const bestOf = (emails: readonly ListedEmail[]): ListedEmail | undefined =>
	[...emails].sort((a, b) => gradeRank(a.grade) - gradeRank(b.grade) || compare(b.date ?? '', a.date ?? '')).at(0);

export function list(results: unknown, path: string | undefined): unknown[] {
	const value = path === undefined ? undefined : at(results, path);
	return Array.isArray(value) ? value : [value];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
