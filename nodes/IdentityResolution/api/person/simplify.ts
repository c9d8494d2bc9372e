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
} from './columns';
import { gradeRank, isPlainEmail, NO_ADDRESSES, type AddressBook } from './emails';
import { at, DEEPEST, field, isEmpty, toExactNumber, toJson, type JsonObject } from '../json';
import { isBareSlug, readLinkedin } from '../identifiers/linkedin';
import { readPhone } from './phone';

/**
 * Reads a tool's results as flat cells: every column that the tool can fill, null if the results lack it.
 * Never throws: a field of an unexpected type becomes text. A hashed e-mail whose address is known becomes that
 * address.
 */
export type Simplify = (results: unknown, addresses?: AddressBook) => Cells;

/** Returns the function that reads results of one tool. @param sources are analysed once for all results */
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
	const emails = EMAILS.filter(({ address }) => fills(address));
	const { personalEmails, emailByType } = sources;
	return (given, addresses = NO_ADDRESSES) => {
		const results = entryOf(sources, given);
		const cells = { ...empty };
		for (const { column, read } of fields) cells[column] = read(results);
		if (emailByType) fillByType(cells, emailByType, results);
		for (const email of emails) separateObscured(cells, email, addresses);
		if (personalEmails) fillPersonalEmails(cells, personalEmails, results, addresses);
		if (hasPhone) cells.mobile_phone = readPhone(results);
		if (hasName) cells.full_name ??= composeName(cells);
		return cells;
	};
}

function readerAt(column: Column, path: Path): (results: unknown) => Cell {
	const names = path.split('.');
	const read = path === SLUG_FIELD ? profileAddress : (value: unknown) => toCell(column, value);
	return (results) => read(names.reduce<unknown>(field, results));
}

const firstFilled =
	(readers: ReadonlyArray<(results: unknown) => Cell>) =>
	(results: unknown): Cell => {
		for (const read of readers) {
			const cell = read(results);
			if (cell !== null) return cell;
		}
		return null;
	};

const entryOf = ({ entry }: ColumnSources, results: unknown): unknown => (entry ? entry(results) : results);

/** The part of a tool's results that fills columns. */
export function readParts(sources: ColumnSources, given: unknown): JsonObject {
	const { fields, personalEmails, emailByType } = sources;
	const results = entryOf(sources, given);
	const lists = Object.values<Path>({ ...personalEmails, ...emailByType });
	const parts: JsonObject = {};
	for (const path of [...Object.values(fields).flat(), ...lists]) {
		const value = path === fields.mobile_phone ? readPhone(results) : at(results, path);
		if (value === undefined || value === null) continue;
		const names = path.split('.');
		const last = names.pop() ?? path;
		const parent = names.reduce<JsonObject>((object, name) => (object[name] ??= {}) as JsonObject, parts);
		parent[last] = value;
	}
	return parts;
}

/** Fills the columns of the e-mail's type. Without a known type it is a work e-mail, which the tool prefers. */
function fillByType(cells: Cells, { email, type, validatedAt, riskScore }: EmailByType, results: unknown): void {
	const isPersonal = asText(at(results, type))?.toLowerCase() === 'personal';
	const columns = isPersonal ? PERSONAL_EMAIL : WORK_EMAIL;
	cells[columns.address] = asText(at(results, email));
	cells[columns.validatedAt] = asText(at(results, validatedAt));
	cells[columns.riskScore] = asText(at(results, riskScore));
}

/** Moves an e-mail that one cannot write to from the column of the address to its own. */
function separateObscured(cells: Cells, { address, obscured }: EmailColumns, addresses: AddressBook): void {
	const email = cells[address];
	if (typeof email !== 'string' || isPlainEmail(email)) return;
	const plain = addresses(email) ?? null;
	cells[address] = plain;
	if (plain === null) cells[obscured] = email;
}

function toCell(column: Column, value: unknown): Cell {
	if (COLUMNS[column].type === 'number') return toExactNumber(value) ?? asText(value);
	return asText(value);
}

/** The field in which some tools return a profile without its address. */
const SLUG_FIELD = 'linkedin_slug';

/** Returns a slug as a full address. */
function profileAddress(value: unknown): string | null {
	const text = asText(value);
	if (text === null || !isBareSlug(text)) return text;
	const reading = readLinkedin(text);
	return reading.is === 'identifier' && reading.identifier.kind === 'linkedin' ? reading.identifier.value : text;
}

function asText(value: unknown): string | null {
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
	if (isEmpty(value)) return null;
	// A number in JSON that is too large for JavaScript.
	if (typeof value === 'number' && !Number.isFinite(value)) return null;
	return typeof value === 'object' ? toJson(value) : String(value);
}

const composeName = ({ first_name: first, last_name: last }: Cells): string | null =>
	[first, last].filter(Boolean).join(' ') || null;

/**
 * Fills the columns of personal e-mails from parallel lists. The best address is one that a field of its own names,
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

function list(results: unknown, path: string | undefined): unknown[] {
	const value = path === undefined ? undefined : at(results, path);
	return Array.isArray(value) ? value : [value];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
