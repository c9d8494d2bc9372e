// The cells of records about the account: how a field is read, and what an item shows of it.
import { z, type ZodType } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';
import { field, toObject, toNumber, type JsonObject } from '../values/json';
import { toFilledText } from '../values/nothing';
import { readAs } from '../values/schema';
import { isoOf, toAmount, toTime } from '../values/time';

type FlatCell = string | number | boolean | null;
export type FlatRow = Record<string, FlatCell>;

/** What a record may contain without drift, and what an item shows, by the schema that reads it. */
const CELLS = new Map<ZodType, { accepted: ZodType; shown: ZodType }>();

/**
 * A field that becomes a cell. Its schema parses any value.
 * @param read null for a missing or unreadable value
 * @param accepted the values that are no drift
 */
function cell<Value>(read: (value: unknown) => Value, shown: ZodType, accepted: ZodType) {
	const schema = readAs(read);
	CELLS.set(schema, { accepted, shown });
	return schema;
}

/** JavaScript parses much more than ISO 8601 as a time, for example "5". */
const ISO_START = /^\d{4}-\d\d-\d\d(?:[T ]|$)/;

const toIsoTime = (value: unknown) =>
	isoOf(value) ??
	(typeof value === 'string' && ISO_START.test(value) && toTime(value) !== null ? value : null);

export const TEXT = cell(toFilledText, z.string().nullable(), z.string());
export const NUMBER = cell(toNumber, z.number().nullable(), z.number());
export const FLAG = cell(
	(value) => (typeof value === 'boolean' ? value : null),
	z.boolean().nullable(),
	z.boolean(),
);
/** A time in ISO 8601: as it came, or from epoch seconds. */
export const TIME = cell(toIsoTime, z.string().nullable(), z.string().nullable());
/** A number that is calculated from other fields, and not in the contract. */
export const CALCULATED = cell(toNumber, z.number().nullable(), z.unknown().optional());
/** A number; Infinity, which an item shows as `unlimited`. The record that contains it reads it. */
export const AMOUNT = cell(
	(value) => (typeof value === 'number' ? value : null),
	z.union([z.number(), z.literal('unlimited'), z.null()]),
	z.number(),
);
/** An amount that the contract does not have. */
export const SECOND_HAND_AMOUNT = cell(toAmount, z.unknown(), z.unknown().optional());

/**
 * The schema of an object that parses any value.
 * @param prepare reads fields that depend on others
 */
export const fromAny = <Schema extends ZodType>(
	schema: Schema,
	prepare: (record: JsonObject) => JsonObject = (record) => record,
) => readAs((value): unknown => prepare(toObject(value))).pipe(schema);

/** Reads the tokens left, also under an earlier name. */
export function withBalance(record: JsonObject): JsonObject {
	const unlimited = field(record, 'unlimited');
	const balance = field(record, 'token_balance') ?? field(record, 'credit_balance');
	// If the record says that the balance is limited, -1 is an overdrawn balance.
	const read = unlimited === false ? toNumber : toAmount;
	return { ...record, token_balance: unlimited === true ? Infinity : read(balance) };
}

/** With Retry On Fail, n8n runs the node again for an item with this field. */
export const LOOKS_FAILED = 'error';

/** Cells as a flat row, with a text instead of Infinity, which JSON does not have. */
export const flatRow = (cells: object): FlatRow =>
	Object.fromEntries(
		Object.entries(cells).map(([name, value]: [string, FlatCell]) => [
			name,
			value === Infinity ? 'unlimited' : value,
		]),
	);

/** The columns of an item: its schema, and its row from values, of which others are omitted. */
export function columnsOfCells(shape: Record<string, ZodType>) {
	const cells = z.object(shape);
	const shown = Object.entries(shape).map(([name, schema]) => [
		name,
		CELLS.get(schema)?.shown ?? schema,
	]);
	return {
		item: z.looseObject(Object.fromEntries(shown) as typeof shape),
		row: (values: object): FlatRow => flatRow(cells.parse(values)),
	};
}

/** The schema that a record of the contract matches. */
function contractOf(schema: ZodType): ZodType {
	const accepted = CELLS.get(schema)?.accepted;
	if (accepted !== undefined) return accepted;
	if (schema instanceof z.ZodPipe) return contractOf(schema.out as ZodType);
	if (schema instanceof z.ZodArray) return z.array(contractOf(schema.element as ZodType));
	if (!(schema instanceof z.ZodObject)) return schema;
	const shape = Object.entries<ZodType>(schema.shape).map(
		([name, one]) => [name, contractOf(one)] as const,
	);
	return z.looseObject(Object.fromEntries(shape));
}

/** A free tool that returns a record about the account. */
export const recordTool = (name: string, schema: ZodType): Tool => ({
	name,
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: contractOf(schema),
	columns: columnsFrom({}),
});

/** Amounts by name as one text, `a: 12, b: 0`; null without any. */
export const toList = (
	amounts: Array<readonly [name: string, amount: number | null]>,
): string | null =>
	amounts.map(([name, amount]) => `${name}: ${amount ?? 'unknown'}`).join(', ') || null;
