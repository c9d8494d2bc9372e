import { z, type ZodType } from 'zod/v4';
import { COLUMN_NAMES, EMAILS, withGrades, type Cells, type Column } from './columns';
import type { AddressBook } from './emails';
import { isColumn, readerOf } from './resultReader';

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
export type Target = Column | keyof typeof COMPOSED;

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

export interface ReadOptions {
	boughtFor?: readonly Column[];
	/** Whether a plain address may be a mask, because the tool returns obscured emails. */
	emails?: 'obscured';
	/** Returns the object with the fields of the schema; without it, the results have them. */
	entry?(results: unknown): unknown;
}

/**
 * Returns how the fields of a schema fill columns. Of several fields for one column, the first with
 * a value counts. Emails, phones and profiles are also read under their usual names.
 */
export function columnsFrom(
	shape: Readonly<Record<string, ZodType>>,
	options: ReadOptions = {},
): ResultColumns {
	const fields = targetedFields(shape);
	const fillable = fillableBy(fields.map(({ target }) => target));
	const { boughtFor } = options;
	return { fillable, boughtFor, read: readerOf(fields, fillable, options) };
}

/** A field of results that fills a column. */
export interface TargetedField {
	/** Names with dots. */
	path: string;
	target: Target;
}

/** The fields that fill columns. */
function targetedFields(shape: Readonly<Record<string, ZodType>>, before = ''): TargetedField[] {
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
