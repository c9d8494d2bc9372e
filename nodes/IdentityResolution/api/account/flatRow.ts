import { z, type ZodType } from 'zod/v4';
import { at, isObject, toExactNumber, toFilledText } from '../json';
import { toTime } from '../replies/reading';

export type FlatCell = string | number | boolean | null;
export type FlatRow = Record<string, FlatCell>;

const TYPES = {
	text: z.string().nullable(),
	number: z.number().nullable(),
	flag: z.boolean().nullable(),
	amount: z.union([z.number(), z.literal('unlimited'), z.null()]),
};

/** One column of a flat row: its type, and a reader that never throws. */
export interface FlatColumn {
	name: string;
	type: keyof typeof TYPES;
	read(record: unknown): FlatCell;
}

export const text = (name: string): FlatColumn => ({
	name,
	type: 'text',
	read: (record) => toFilledText(at(record, name)),
});

/** JavaScript parses much more than ISO 8601 as a time, for example "5". */
const ISO_START = /^\d{4}-\d\d-\d\d(?:[T ]|$)/;

/** An ISO 8601 time, unchanged; null for any other text. */
export const time = (name: string, read = (record: unknown) => at(record, name)): FlatColumn => ({
	name,
	type: 'text',
	read: (record) => {
		const value = read(record);
		return typeof value === 'string' && ISO_START.test(value) && toTime(value) !== null ? value : null;
	},
});

/** @param paths in the record, with dots: the first one with a number counts */
export const number = (name: string, ...paths: string[]): FlatColumn => ({
	name,
	type: 'number',
	read(record) {
		const numbers = (paths.length === 0 ? [name] : paths).map((path) => toExactNumber(at(record, path)));
		return numbers.find((one) => one !== null) ?? null;
	},
});

export const flag = (name: string): FlatColumn => ({
	name,
	type: 'flag',
	read: (record) => {
		const value = at(record, name);
		return typeof value === 'boolean' ? value : null;
	},
});

/** A number as a cell: Infinity is `unlimited`. */
export const amountCell = (value: number | null): FlatCell => (value === Infinity ? 'unlimited' : value);

export const amount = (name: string, read: (record: unknown) => number | null): FlatColumn => ({
	name,
	type: 'amount',
	read: (record) => amountCell(read(record)),
});

/**
 * A record as one flat row: its columns, then plain fields of `beside` without a column.
 * @param nested fields that are objects or lists in the contract, and never cells
 */
export function flatRow(
	columns: readonly FlatColumn[],
	record: unknown,
	beside: readonly unknown[],
	nested: readonly string[],
): FlatRow {
	const cells = columns.map(({ name, read }): [string, FlatCell] => [name, read(record)]);
	const taken = new Set([...columns.map(({ name }) => name), ...nested, LOOKS_FAILED]);
	const further = beside.flatMap((part) => (isObject(part) ? Object.entries(part) : [])).filter(isFurther(taken));
	return Object.fromEntries([...cells, ...further]);
}

/** With Retry On Fail, n8n runs the node again for an item with this field. */
export const LOOKS_FAILED = 'error';

const isFurther =
	(taken: ReadonlySet<string>) =>
	(entry: [string, unknown]): entry is [string, FlatCell] =>
		!taken.has(entry[0]) && isCell(entry[1]);

const isCell = (value: unknown): value is FlatCell =>
	value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

export const flatSchema = (columns: readonly FlatColumn[]): ZodType =>
	z.looseObject(Object.fromEntries(columns.map(({ name, type }) => [name, TYPES[type]])));
