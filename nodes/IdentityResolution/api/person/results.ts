import { z, type ZodType } from 'zod/v4';
import { isHashOfNothing } from '../identifiers/email';
import { asText, at, field } from '../json';
import { COLUMN_NAMES, COLUMNS, EMAILS, isFilled, type Cells, type Column, type EmailColumns } from './columns';
import { gradeRank, isPlainEmail, NO_ADDRESSES, type AddressBook } from './emails';
import { readPhone } from './phone';
import { emailsIn, profileIn, type FoundEmail } from './usualNames';

/** Parallel lists of emails, of which the best entry fills `personal_email` and all of them `personal_emails`. */
type ListedPart = 'emails' | 'validatedAt' | 'riskScore';

/** The parts of an email that is a work or a personal one, as its type says. */
type TypedPart = 'email' | 'type' | 'validatedAt' | 'riskScore';

/** What a field of results fills: a column, or a part of emails that fill several columns. */
type Target = Column | `listed_${ListedPart}` | `either_${TypedPart}`;

const TARGETS = z.registry<{ target: Target }>();

/** A text that a miss may omit. */
export const text = () => z.string().nullable().optional();

/** A list that has null for an entry without a value. */
export const gappyTexts = () => z.array(z.string().nullable()).nullable().optional();

/** A field of results that fills a column. @param schema a result that does not match is read anyway, and reported */
export const fills = <Schema extends ZodType>(target: Target, schema: Schema): Schema => {
	TARGETS.add(schema, { target });
	return schema;
};

/** A text field that fills a column. */
export const textFor = (target: Target) => fills(target, text());

/** A list of texts that fills a column. */
export const textsFor = (target: Target) => fills(target, z.array(z.string()).nullable().optional());

/** How the results of a tool fill columns. */
export interface ResultColumns {
	/** All columns that it can fill, in their fixed order. */
	fillable: readonly Column[];
	/** The columns that a hit is bought for; all if absent. */
	boughtFor?: readonly Column[];
	/**
	 * Reads results as flat cells: every fillable column, null if the results lack it. Never throws. A hashed email whose
	 * address is known becomes that address.
	 */
	read(results: unknown, addresses?: AddressBook): Cells;
}

interface Reading {
	boughtFor?: readonly Column[];
	/** Returns the object with the fields of the schema; without it, the results have them. */
	entry?(results: unknown): unknown;
}

/** The field of reduced results that has their columns. */
export const REDUCED = 'columns';

/** Returns the columns of reduced results; null for whole ones, also if the service has a field of this name. */
export function reducedColumns(results: unknown): Cells | null {
	const columns = Object.entries(Object(field(results, REDUCED)) as object);
	const areOurs = columns.every(([name, cell]) => isColumn(name) && ['string', 'number'].includes(typeof cell));
	return columns.length > 0 && areOurs ? Object.fromEntries(columns) : null;
}

/** Returns how the fields of a schema fill columns. Of several fields for one column, the first with a value counts. */
export function columnsFrom(
	shape: Readonly<Record<string, ZodType>>,
	{ entry, boughtFor }: Reading = {},
): ResultColumns {
	const fields = fieldsIn(shape);
	const direct = fields.flatMap(({ path, target }) => (isColumn(target) ? [{ path, column: target }] : []));
	const schema = z.object(Object.fromEntries(direct.map(({ path, column }) => [path, COLUMNS[column].cell])));
	const parts = <Part extends string>(start: string) =>
		Object.fromEntries(
			fields.flatMap(({ path, target }) =>
				target.startsWith(start) ? [[target.slice(start.length), path]] : [],
			),
		) as Partial<Record<Part, string>>;
	const [listed, either] = [parts<ListedPart>('listed_'), parts<TypedPart>('either_')];
	const fillable = fillableBy(new Set(direct.map(({ column }) => column)), listed, either);
	// Copied, because V8 is slow with objects that grow by names that it can't predict.
	const empty: Cells = Object.fromEntries(fillable.map((column) => [column, null]));
	const emails = EMAILS.filter(({ address }) => fillable.includes(address));

	const parse = (results: unknown, addresses: AddressBook): Cells => {
		const cells = { ...empty };
		const given: Record<string, unknown> = {};
		for (const { path } of direct) given[path] = at(results, path);
		const parsed = schema.parse(given);
		for (const { path, column } of direct) cells[column] ??= parsed[path];
		if (either.email !== undefined) fillByType(cells, either, results);
		for (const email of emails) separateObscured(cells, email, addresses);
		if (listed.emails !== undefined) fillPersonalEmails(cells, listed, results, addresses);
		if (emails.length > 0 && !emails.some((email) => hasEmail(cells, email)))
			fillFromUsualNames(cells, emails, emailsIn(results), addresses);
		if ('linkedin_url' in cells) cells.linkedin_url ??= profileIn(results);
		if ('mobile_phone' in cells) cells.mobile_phone = readPhone(results);
		if ('full_name' in cells)
			cells.full_name ??= [cells.first_name, cells.last_name].filter(Boolean).join(' ') || null;
		return cells;
	};
	return {
		fillable,
		boughtFor,
		read: (results, addresses = NO_ADDRESSES) => {
			const reduced = reducedColumns(results);
			if (reduced !== null) return { ...empty, ...reduced };
			return parse(entry === undefined ? results : entry(results), addresses);
		},
	};
}

const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name);

interface Field {
	/** In the results, with dots. */
	path: string;
	target: Target;
}

function fieldsIn(shape: Readonly<Record<string, ZodType>>, before = ''): Field[] {
	return Object.entries(shape).flatMap(([name, schema]) => {
		const path = before + name;
		const target = TARGETS.get(schema)?.target;
		const inner = unwrapped(schema);
		if (target !== undefined) return [{ path, target }];
		return inner instanceof z.ZodObject ? fieldsIn(inner.shape, `${path}.`) : [];
	});
}

const unwrapped = (schema: unknown): unknown =>
	schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;

/** The columns that follow from the fields, in their fixed order. */
function fillableBy(
	filled: Set<Column>,
	listed: Partial<Record<ListedPart, string>>,
	either: Partial<Record<TypedPart, string>>,
): Column[] {
	const [, personal] = EMAILS;
	if (filled.has('first_name') && filled.has('last_name')) filled.add('full_name');
	if (listed.emails) filled.add(personal.address).add('personal_emails').add('personal_emails_obscured');
	if (listed.validatedAt) filled.add(personal.validatedAt);
	if (listed.riskScore) filled.add(personal.riskScore);
	for (const { address, obscured, validatedAt, riskScore } of EMAILS) {
		if (either.email) filled.add(address).add(validatedAt).add(riskScore);
		if (filled.has(address)) filled.add(obscured);
	}
	return COLUMN_NAMES.filter((column) => filled.has(column));
}

/** The parts of a tool that follow from the schema of its results. */
export const resultsOf = (schema: z.ZodObject, reading?: Reading) => ({
	result: schema,
	columns: columnsFrom(schema.shape, reading),
});

/** The results of the tools that return one email. */
export const emailResult = (address: 'work_email' | 'personal_email') =>
	resultsOf(
		z.looseObject({
			email: textFor(address),
			risk_score: textFor(`${address}_risk_score`),
			last_validated_at: textFor(`${address}_validated_at`),
		}),
		{ boughtFor: [address] },
	);

const [WORK_EMAIL, PERSONAL_EMAIL] = EMAILS;

const hasEmail = (cells: Cells, { address, obscured }: EmailColumns): boolean =>
	isFilled(cells[address]) || isFilled(cells[obscured]);

/** Fills the columns of the email's type. Without a known type it is a work email, which the tool prefers. */
function fillByType(cells: Cells, paths: Partial<Record<TypedPart, string>>, results: unknown): void {
	const part = (name: TypedPart) => at(results, paths[name] ?? '');
	const columns = asText(part('type'))?.toLowerCase() === 'personal' ? PERSONAL_EMAIL : WORK_EMAIL;
	cells[columns.address] = COLUMNS[columns.address].cell.parse(part('email'));
	cells[columns.validatedAt] = asText(part('validatedAt'));
	cells[columns.riskScore] = asText(part('riskScore'));
}

/** Moves an email that one cannot write to from the column of the address to its own. */
function separateObscured(cells: Cells, { address, obscured }: EmailColumns, addresses: AddressBook): void {
	const email = cells[address];
	if (typeof email !== 'string' || isPlainEmail(email)) return;
	cells[address] = isHashOfNothing(email) ? null : (addresses(email) ?? null);
	if (cells[address] === null && !isHashOfNothing(email)) cells[obscured] = email;
}

/**
 * Fills the columns of personal emails from parallel lists. The best address is one that a field of its own names,
 * else the one with the best grade, then the latest validation, then the first.
 */
function fillPersonalEmails(
	cells: Cells,
	paths: Partial<Record<ListedPart, string>>,
	results: unknown,
	addresses: AddressBook,
): void {
	const { address, obscured, validatedAt, riskScore } = PERSONAL_EMAIL;
	const listed = listedEmails(paths, results, addresses);
	const plain = listed.filter(({ email }) => isPlainEmail(email));
	const hidden = listed.filter(({ email }) => !isPlainEmail(email));
	const isNamed = isFilled(cells[address]);
	const best = bestOf(plain);
	cells.personal_emails = joined(plain);
	cells.personal_emails_obscured = joined(hidden);
	cells[address] ??= best?.email ?? null;
	cells[obscured] ??= bestOf(hidden)?.email ?? null;
	if (isNamed) return;
	const described = best ?? bestOf(hidden);
	if (paths.validatedAt !== undefined) cells[validatedAt] = described?.date ?? null;
	if (paths.riskScore !== undefined) cells[riskScore] = described?.grade ?? null;
}

interface ListedEmail {
	email: string;
	date: string | null;
	grade: string | null;
}

const joined = (emails: readonly ListedEmail[]) => emails.map(({ email }) => email).join(', ') || null;

/** The emails of parallel lists, each once, with its best grade. */
function listedEmails(
	paths: Partial<Record<ListedPart, string>>,
	results: unknown,
	addresses: AddressBook,
): ListedEmail[] {
	const list = (path: string | undefined): unknown[] => [path === undefined ? [] : at(results, path)].flat();
	const [dates, grades] = [list(paths.validatedAt), list(paths.riskScore)];
	const distinct = new Map<string, ListedEmail>();
	list(paths.emails).forEach((entry, position) => {
		const text = asText(entry);
		if (text === null || isHashOfNothing(text)) return;
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

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Fills the columns with the emails under other names than the tool's own. Without a column of its own, an email of
 * another kind fills the only one.
 */
function fillFromUsualNames(
	cells: Cells,
	emails: readonly EmailColumns[],
	found: readonly FoundEmail[],
	addresses: AddressBook,
): void {
	for (const columns of emails) {
		const ownKind = columns === PERSONAL_EMAIL ? 'personal' : 'work';
		const isOther = ({ kind }: FoundEmail) => kind !== ownKind && kind !== 'unknown';
		const usable = emails.length === 1 ? found : found.filter((one) => !isOther(one));
		const [best] = usable.toSorted(
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
