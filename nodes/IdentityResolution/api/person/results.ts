import { z, type ZodType } from 'zod/v4';
import {
	fillableColumns,
	type Column,
	type ColumnSources,
	type EmailByType,
	type EmailLists,
	type Path,
	type ResultColumns,
} from './columns';
import { simplifier } from './simplify';

/**
 * What a field of results fills: a column, or a part of several emails. `listed_*` are parallel lists, of which the
 * best entry fills `personal_email` and all of them `personal_emails`. `either_*` describe an email that is a work or a
 * personal one, as its type says.
 */
type Target = Column | `listed_${keyof EmailLists}` | `either_${keyof EmailByType}`;

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

type Shape = Readonly<Record<string, ZodType>>;

/** Which fields of a schema fill which columns. Of several fields for one column, the first one with a value counts. */
export function columnsFrom(shape: Shape, further: Pick<ColumnSources, 'entry' | 'boughtFor'> = {}): ResultColumns {
	const paths = pathsByTarget(shape);
	const partsOf = (start: string): Record<string, Path> | undefined => {
		const parts = [...paths].filter(([target]) => target.startsWith(start));
		if (parts.length === 0) return undefined;
		return Object.fromEntries(parts.map(([target, [path]]) => [target.slice(start.length), path]));
	};
	const fields = [...paths].filter(([target]) => !PART.test(target));
	const sources: ColumnSources = {
		...further,
		fields: Object.fromEntries(fields.map(([target, of]) => [target, of.length === 1 ? of[0] : of])),
		personalEmails: partsOf('listed_') as EmailLists | undefined,
		emailByType: partsOf('either_') as EmailByType | undefined,
	};
	return { ...sources, fillable: fillableColumns(sources), read: simplifier(sources) };
}

const PART = /^(?:listed|either)_/;

function pathsByTarget(shape: Shape, before = '', paths = new Map<Target, Path[]>()): Map<Target, Path[]> {
	for (const [name, schema] of Object.entries(shape)) {
		const target = TARGETS.get(schema)?.target;
		const inner = unwrapped(schema);
		if (target !== undefined) paths.set(target, [...(paths.get(target) ?? []), before + name]);
		else if (inner instanceof z.ZodObject) pathsByTarget(inner.shape, `${before}${name}.`, paths);
	}
	return paths;
}

const unwrapped = (schema: unknown): unknown =>
	schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;

/** The parts of a tool that follow from the schema of its results. */
export const resultsOf = (schema: z.ZodObject, further?: Pick<ColumnSources, 'entry' | 'boughtFor'>) => ({
	result: schema,
	columns: columnsFrom(schema.shape, further),
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
