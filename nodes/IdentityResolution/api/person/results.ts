import { z, type ZodType } from 'zod/v4';
import { addressesOf, hashIn, isHashOfNothing } from '../identifiers/email';
import { asText } from '../values/nothing';
import { at, field, isObject, partsOf } from '../values/json';
import { COLUMN_NAMES, COLUMNS, dateOf, EMAILS, gradeOf, withGrades } from './columns';
import type { Cells, Column, EmailColumns } from './columns';
import { fillCompany, fillDomain } from './companyFields';
import { bestOf, distinctEmails, isMask, meetsGrade, type AddressBook } from './emails';
import { countryIn, readPhone, withPlus } from './phones';
import { emailsIn, profileIn, type FoundEmail } from './usualNames';

/**
 * The columns that fields fill besides columns of their own: parallel lists, and the kind of the
 * only email.
 */
const COMPOSED = {
	listed_emails: ['personal_email', 'personal_emails', 'personal_emails_obscured'],
	listed_validatedAt: ['personal_email_validated_at'],
	listed_riskScore: ['personal_email_risk_score'],
	// It says that the email is a personal one, and not a work email.
	email_kind: withGrades(['personal_email']),
} as const satisfies Record<string, readonly Column[]>;

/** What a field of results fills: a column, or a part of several. */
type Target = Column | keyof typeof COMPOSED;

const TARGETS = z.registry<{ target: Target }>();

export const text = () => z.string().nullable().optional();

/**
 * A field of results that fills a column.
 * @param schema a result that does not match is read anyway, and reported
 */
export const fills = <Schema extends ZodType>(target: Target, schema: Schema): Schema => {
	TARGETS.add(schema, { target });
	return schema;
};

export const textFor = (target: Target) => fills(target, text());

/** Text fields that fill the columns with their names. */
export const sameNamed = (...columns: readonly Column[]) =>
	Object.fromEntries(columns.map((column) => [column, textFor(column)]));

type CompanyField<Name = Column> = Name extends `company_${infer Field}` ? Field : never;

/** Text fields of a company. Their columns have the prefix `company_`. */
export const companyTexts = (...names: readonly CompanyField[]) =>
	Object.fromEntries(names.map((name) => [name, textFor(`company_${name}`)]));

/** An object within results that a miss may omit. */
export const objectOf = (shape: Readonly<Record<string, ZodType>>) =>
	z.looseObject(shape).nullable().optional();

export const textsFor = (target: Target) =>
	fills(target, z.array(z.string()).nullable().optional());

/** A list that has null for an entry without a value. */
export const gappyTextsFor = (target: Target) =>
	fills(target, z.array(z.string().nullable()).nullable().optional());

export interface ResultColumns {
	/** All columns that it can fill, in their fixed order. */
	fillable: readonly Column[];
	/** The columns that a hit is bought for; all if absent. */
	boughtFor?: readonly Column[];
	/**
	 * Reads results as flat cells: every fillable column, null if the results lack it. Never
	 * throws. A hashed email whose address is known becomes that address.
	 */
	read(results: unknown, addresses?: AddressBook): Cells;
}

interface ReadOptions {
	boughtFor?: readonly Column[];
	/** Whether a plain address may be a mask, because the tool returns obscured emails. */
	emails?: 'obscured';
	/** Returns the object with the fields of the schema; without it, the results have them. */
	entry?(results: unknown): unknown;
}

/** The fields of reduced results: their columns, and what no column reads. */
export const REDUCED = { columns: 'columns', unread: 'unread' } as const;

export const isReduced = (results: unknown): boolean =>
	isObject(field(results, REDUCED.unread)) && isObject(field(results, REDUCED.columns));

/**
 * Returns how the fields of a schema fill columns. Of several fields for one column, the first with
 * a value counts. Emails, phones and profiles are also read under their usual names.
 */
export function columnsFrom(
	shape: Readonly<Record<string, ZodType>>,
	{ entry, boughtFor, emails: form }: ReadOptions = {},
): ResultColumns {
	const fields = targetedFields(shape);
	const direct = fields.flatMap(({ path, target }) =>
		isColumn(target) ? [{ path, column: target }] : [],
	);
	const schema = z.object(
		Object.fromEntries(direct.map(({ path, column }) => [path, COLUMNS[column].cell])),
	);
	const paths: Paths = Object.fromEntries(fields.map(({ path, target }) => [target, path]));
	const fillable = fillableBy(fields.map(({ target }) => target));
	// Copied, because V8 is slow with objects that grow by names that it can't predict.
	const empty: Cells = Object.fromEntries(fillable.map((column) => [column, null]));
	const isHidden = form === 'obscured' ? isMask : () => false;
	const emails = EMAILS.filter(({ address }) => fillable.includes(address));

	const read = (whole: unknown, addresses: AddressBook = () => undefined): Cells => {
		const cells = { ...empty };
		if (isReduced(whole)) {
			const reduced = field(whole, REDUCED.columns);
			for (const column of fillable)
				cells[column] = COLUMNS[column].cell.parse(field(reduced, column));
			return cells;
		}
		const results = entry === undefined ? whole : entry(whole);
		const given: Record<string, unknown> = {};
		for (const { path } of direct) given[path] = at(results, path);
		const parsed = schema.parse(given);
		for (const { path, column } of direct) cells[column] ??= parsed[path];
		if (emails.length > 0) {
			const declared = [
				...emailsOf(cells, emails, paths, results),
				...listedEmails(paths, results),
			];
			const own = separated(declared, isHidden, addresses);
			const hasOwn = own.plain.length + own.hidden.length > 0;
			fillEmails(
				cells,
				emails,
				hasOwn ? own : separated(emailsIn(results), isHidden, addresses),
			);
		}
		if ('linkedin_url' in cells) cells.linkedin_url ??= profileIn(results);
		if ('company_name' in cells) {
			fillDomain(cells);
			fillCompany(cells, results);
			fillDomain(cells);
		}
		if ('mobile_phone' in cells)
			cells.mobile_phone = withPlus(readPhone(results), countryIn(results));
		if ('full_name' in cells)
			cells.full_name ??=
				[cells.first_name, cells.last_name].filter(Boolean).join(' ') || null;
		return cells;
	};
	return { fillable, boughtFor, read };
}

const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name);

/** The fields that fill columns, by their path with dots. */
function targetedFields(
	shape: Readonly<Record<string, ZodType>>,
	before = '',
): Array<{ path: string; target: Target }> {
	return Object.entries(shape).flatMap(([name, schema]) => {
		const path = before + name;
		const target = TARGETS.get(schema)?.target;
		const inner = unwrapped(schema);
		if (target !== undefined) return [{ path, target }];
		return inner instanceof z.ZodObject ? targetedFields(inner.shape, `${path}.`) : [];
	});
}

const unwrapped = (schema: unknown): unknown =>
	schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
		? unwrapped(schema.unwrap())
		: schema;

function fillableBy(targets: readonly Target[]): Column[] {
	const filled = new Set(
		targets.flatMap((target): readonly Column[] =>
			isColumn(target) ? [target] : COMPOSED[target],
		),
	);
	if (filled.has('first_name') && filled.has('last_name')) filled.add('full_name');
	if (filled.has('company_website_url')) filled.add('company_domain');
	for (const { address, obscured } of EMAILS) if (filled.has(address)) filled.add(obscured);
	return COLUMN_NAMES.filter((column) => filled.has(column));
}

/** The parts of a tool that follow from the fields of its results. */
export const resultsOf = (shape: Readonly<Record<string, ZodType>>, reading?: ReadOptions) => ({
	result: z.looseObject(shape),
	columns: columnsFrom(shape, reading),
});

/** The results of the tools that return one email. */
export const emailResult = (address: 'work_email' | 'personal_email') =>
	resultsOf(
		{
			email: textFor(address),
			risk_score: textFor(`${address}_risk_score`),
			last_validated_at: textFor(`${address}_validated_at`),
		},
		{ boughtFor: [address] },
	);

/** Where results have the fields for each target. */
type Paths = Partial<Record<Target, string>>;

/** The emails in fields of their own, which the cells have so far. */
function emailsOf(
	cells: Cells,
	emails: readonly EmailColumns[],
	paths: Paths,
	results: unknown,
): FoundEmail[] {
	const type = paths.email_kind === undefined ? null : asText(at(results, paths.email_kind));
	const isPersonal = type?.toLowerCase() === 'personal';
	const own: FoundEmail[] = [];
	for (const { kind, address, validatedAt, riskScore } of emails) {
		const { [address]: email, [validatedAt]: date = null, [riskScore]: grade = null } = cells;
		if (typeof email !== 'string') continue;
		own.push({
			kind: isPersonal ? 'personal' : kind,
			email,
			validatedAt: date,
			riskScore: grade,
			isOwn: true,
		});
		if (isPersonal) cells[validatedAt] = cells[riskScore] = null;
	}
	return own;
}

function listedEmails(paths: Paths, results: unknown): FoundEmail[] {
	if (paths.listed_emails === undefined) return [];
	const list = (path: string | undefined): unknown[] =>
		[path === undefined ? [] : at(results, path)].flat();
	const [dates, grades] = [list(paths.listed_validatedAt), list(paths.listed_riskScore)];
	const emails: FoundEmail[] = [];
	for (const [position, entry] of list(paths.listed_emails).entries()) {
		if (emails.length >= MOST_EMAILS) break;
		const validatedAt = dateOf(dates[position]);
		const riskScore = gradeOf(grades[position]);
		for (const email of emailsOfEntry(entry))
			emails.push({ kind: 'personal', email, validatedAt, riskScore, isOwn: false });
	}
	return emails;
}

/** Emails of a list that are read, many more than anybody has. */
const MOST_EMAILS = 5_000;

/**
 * The emails in an entry of a list: a text, which may have several, or a list or an object with
 * some.
 */
function emailsOfEntry(entry: unknown, depth = 0): string[] {
	if (typeof entry === 'object' && entry !== null)
		return depth > DEEPEST_ENTRY
			? []
			: partsOf(entry).flatMap((part) => emailsOfEntry(part, depth + 1).filter(isEmailLike));
	const text = asText(entry);
	if (text === null) return [];
	const parts = text.split(/[,;|\n]/).map((part) => part.trim());
	return parts.length > 1 && parts.every((part) => part.includes('@')) ? parts : [text];
}

const DEEPEST_ENTRY = 3;
/** An object also has dates and grades. */
const isEmailLike = (text: string): boolean => text.includes('@') || hashIn(text) !== null;

/**
 * Unwraps addresses, replaces hashes with their addresses, and removes hashes of nothing. Plain
 * ones accept mail.
 */
function separated(
	emails: readonly FoundEmail[],
	isHidden: (address: string) => boolean,
	addresses: AddressBook,
) {
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
function fillEmails(
	cells: Cells,
	emails: readonly EmailColumns[],
	{ plain, hidden }: ReturnType<typeof separated>,
): void {
	const isOnly = emails.length === 1;
	for (const { kind, address, obscured, validatedAt, riskScore } of emails) {
		const isOfKind = (one: FoundEmail) =>
			// Most tools prefer work emails.
			one.kind === kind || (one.kind === 'unknown' && (isOnly || kind === 'work'));
		// Without a column of its own, an email of the other kind fills the only one.
		const hasNone = isOnly && !plain.some(isOfKind) && !hidden.some(isOfKind);
		const usable = hasNone ? () => true : isOfKind;
		const best = preferred(plain.filter(usable));
		const bestHidden = preferred(hidden.filter(usable));
		const described = best ?? bestHidden;
		cells[address] = best?.email ?? null;
		cells[obscured] = bestHidden?.email ?? null;
		if (described === undefined) continue;
		if (validatedAt in cells) cells[validatedAt] = described.validatedAt;
		if (riskScore in cells) cells[riskScore] = described.riskScore;
	}
	if (!('personal_emails' in cells)) return;
	const listed = (some: readonly FoundEmail[]) =>
		distinctEmails(some.filter((one) => one.kind === 'personal' && !one.isOwn)).map(
			({ email }) => email,
		);
	cells.personal_emails = listed(plain).join(', ') || null;
	cells.personal_emails_obscured = listed(hidden).join(', ') || null;
}

/** The email in a field of its own, unless it accepts no mail and another one may. */
const preferred = (emails: readonly FoundEmail[]) =>
	emails.find(({ isOwn, riskScore }) => isOwn && meetsGrade(riskScore, 'anyExceptD')) ??
	bestOf(emails);
