// Reads results of a tool as flat cells, also from fields with usual names.
import { z } from 'zod/v4';
import { addressesOf, hashIn } from '../identifiers/addresses';
import { isHashOfNothing } from '../identifiers/hem';
import { at, field, isObject } from '../values/json';
import { asText } from '../values/nothing';
import {
	COLUMNS,
	dateOf,
	EMAILS,
	gradeOf,
	type Cells,
	type Column,
	type EmailColumns,
} from './columns';
import { fillCompany, fillDomain } from './companyFields';
import { bestOf, distinctEmails, isMask, meetsGrade, type AddressBook } from './emails';
import { countryIn, readPhone, withPlus } from './phones';
import type { ReadOptions, ResultColumns, Target, TargetedField } from './results';
import { emailsIn, emailsOfEntry, profileIn, type FoundEmail } from './usualNames';

/** The fields of reduced results: their columns, and what no column reads. */
export const REDUCED = { columns: 'columns', unread: 'unread' } as const;

export const isReduced = (results: unknown): boolean =>
	isObject(field(results, REDUCED.unread)) && isObject(field(results, REDUCED.columns));

export const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name);

/** A field that fills a column alone. */
type DirectField = TargetedField & { target: Column };

/**
 * Returns how results become cells.
 * @param fields of the results that fill the columns
 * @param fillable the columns
 */
export function readerOf(
	fields: readonly TargetedField[],
	fillable: readonly Column[],
	{ entry = (results) => results, emails: form }: ReadOptions,
): ResultColumns['read'] {
	const direct = fields.filter((one): one is DirectField => isColumn(one.target));
	const schema = z.object(
		Object.fromEntries(direct.map(({ path, target }) => [path, COLUMNS[target].cell])),
	);
	const paths: Paths = Object.fromEntries(fields.map(({ path, target }) => [target, path]));
	// Copied, because V8 is slow with objects that grow by names that it can't predict.
	const empty: Cells = Object.fromEntries(fillable.map((column) => [column, null]));
	const isHidden = (address: string) => form === 'obscured' && isMask(address);
	const emails = EMAILS.filter(({ address }) => fillable.includes(address));

	const fillDirectly = (cells: Cells, results: unknown): void => {
		const given: Record<string, unknown> = {};
		for (const { path } of direct) given[path] = at(results, path);
		const parsed = schema.parse(given);
		for (const { path, target } of direct) cells[target] ??= parsed[path];
	};
	const readEmails = (
		cells: Cells,
		results: unknown,
		addresses: AddressBook = () => undefined,
	): SeparatedEmails => {
		const declared = [
			...emailsOf(cells, emails, paths, results),
			...listedEmails(paths, results),
		];
		const own = separated(declared, isHidden, addresses);
		return isWithoutEmails(own) ? separated(emailsIn(results), isHidden, addresses) : own;
	};
	return (whole, addresses) => {
		const cells = { ...empty };
		if (isReduced(whole)) {
			const reduced = field(whole, REDUCED.columns);
			for (const column of fillable)
				cells[column] = COLUMNS[column].cell.parse(field(reduced, column));
			return cells;
		}
		const results = entry(whole);
		fillDirectly(cells, results);
		if (emails.length > 0) fillEmails(cells, emails, readEmails(cells, results, addresses));
		fillUsual(cells, results);
		return cells;
	};
}

/** Fills columns whose data may stand under any usual name, or follow from other columns. */
function fillUsual(cells: Cells, results: unknown): void {
	if ('linkedin_url' in cells) cells.linkedin_url ??= profileIn(results);
	if ('company_name' in cells) {
		fillDomain(cells);
		fillCompany(cells, results);
		fillDomain(cells);
	}
	if ('mobile_phone' in cells)
		cells.mobile_phone = withPlus(readPhone(results), countryIn(results));
	if ('full_name' in cells)
		cells.full_name ??= [cells.first_name, cells.last_name].filter(Boolean).join(' ') || null;
}

/** Where results have the fields for each target. */
type Paths = Partial<Record<Target, string>>;

/** The emails in fields of their own, which the cells have so far. */
function emailsOf(
	cells: Cells,
	emails: readonly EmailColumns[],
	{ email_kind: kindPath }: Paths,
	results: unknown,
): FoundEmail[] {
	const isPersonal =
		kindPath !== undefined && asText(at(results, kindPath))?.toLowerCase() === 'personal';
	const own: FoundEmail[] = [];
	for (const { kind, address, validatedAt, riskScore } of emails) {
		const { [address]: email, [validatedAt]: date = null, [riskScore]: grade = null } = cells;
		if (typeof email !== 'string') continue;
		const one = { kind, email, validatedAt: date, riskScore: grade, isOwn: true };
		if (!isPersonal) own.push(one);
		else {
			own.push({ ...one, kind: 'personal' });
			cells[validatedAt] = cells[riskScore] = null;
		}
	}
	return own;
}

function listedEmails(paths: Paths, results: unknown): FoundEmail[] {
	const [entries, dates, grades] = [
		paths.listed_emails,
		paths.listed_validatedAt,
		paths.listed_riskScore,
	].map((path) => listAt(results, path));
	const emails: FoundEmail[] = [];
	for (const [position, entry] of entries.entries()) {
		if (emails.length >= MOST_EMAILS) break;
		const validatedAt = dateOf(dates[position]);
		const riskScore = gradeOf(grades[position]);
		for (const email of emailsOfEntry(entry))
			emails.push({ kind: 'personal', email, validatedAt, riskScore, isOwn: false });
	}
	return emails;
}

function listAt(results: unknown, path: string | undefined): unknown[] {
	if (path === undefined) return [];
	return [at(results, path)].flat();
}

/** Emails of a list that are read, many more than anybody has. */
const MOST_EMAILS = 5_000;

/** The emails of an answer: those that accept mail, and masked or hashed ones. */
interface SeparatedEmails {
	plain: readonly FoundEmail[];
	hidden: readonly FoundEmail[];
}

const isWithoutEmails = ({ plain, hidden }: SeparatedEmails): boolean =>
	plain.length + hidden.length === 0;

/**
 * Unwraps addresses, replaces hashes with their addresses, and removes hashes of nothing. Plain
 * ones accept mail.
 */
function separated(
	emails: readonly FoundEmail[],
	isHidden: (address: string) => boolean,
	addresses: AddressBook,
): SeparatedEmails {
	const [plain, hidden]: [FoundEmail[], FoundEmail[]] = [[], []];
	for (const one of emails) {
		const digest = hashIn(one.email);
		const unwrapped =
			digest === null
				? addressesOf(one.email).find((address) => !isHidden(address))
				: addresses(digest);
		const email = unwrapped ?? digest ?? one.email;
		const read = email === one.email ? one : { ...one, email };
		if (unwrapped !== undefined) plain.push(read);
		else if (digest === null || !isHashOfNothing(digest)) hidden.push(read);
	}
	return { plain, hidden };
}

/**
 * Fills the columns of emails, an email that one cannot write to in a column of its own. An email
 * in a field of its own is preferred to the best of the others. Date and grade describe the
 * address, or the obscured email if there is none.
 */
function fillEmails(cells: Cells, emails: readonly EmailColumns[], all: SeparatedEmails): void {
	fillLists(cells, all);
	for (const { kind, address, obscured, validatedAt, riskScore } of emails) {
		const { plain, hidden } = usableAs(kind, emails, all);
		const best = preferred(plain);
		const bestHidden = preferred(hidden);
		cells[address] = best?.email ?? null;
		cells[obscured] = bestHidden?.email ?? null;
		const described = best ?? bestHidden;
		if (described === undefined) continue;
		if (validatedAt in cells) cells[validatedAt] = described.validatedAt;
		if (riskScore in cells) cells[riskScore] = described.riskScore;
	}
}

function fillLists(cells: Cells, { plain, hidden }: SeparatedEmails): void {
	if (!('personal_emails' in cells)) return;
	cells.personal_emails = listOf(plain);
	cells.personal_emails_obscured = listOf(hidden);
}

/**
 * The emails that may fill the columns of a kind. If a tool has only these columns, they may be of
 * any kind.
 */
function usableAs(
	kind: EmailColumns['kind'],
	emails: readonly EmailColumns[],
	all: SeparatedEmails,
): SeparatedEmails {
	const isOnly = emails.length === 1;
	const kinds: Array<FoundEmail['kind']> = [kind];
	// Most tools prefer work emails.
	if (isOnly || kind === 'work') kinds.push('unknown');
	const [plain, hidden] = [all.plain, all.hidden].map((some) =>
		some.filter((one) => kinds.includes(one.kind)),
	);
	const own = { plain, hidden };
	return isOnly && isWithoutEmails(own) ? all : own;
}

/** The personal emails of lists as one text. */
function listOf(emails: readonly FoundEmail[]): string | null {
	const listed = emails.filter((one) => one.kind === 'personal' && !one.isOwn);
	return (
		distinctEmails(listed)
			.map(({ email }) => email)
			.join(', ') || null
	);
}

/** The email in a field of its own, unless it accepts no mail and another one may. */
const preferred = (emails: readonly FoundEmail[]) =>
	emails.find(({ isOwn, riskScore }) => isOwn && meetsGrade(riskScore, 'anyExceptD')) ??
	bestOf(emails);
