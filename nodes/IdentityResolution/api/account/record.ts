import { z, type ZodType } from 'zod/v4';
import { field, isObject, type JsonObject, toExactNumber, toFilledText, toNumber } from '../json';
import { columnsFrom } from '../person/results';
import { toAmount, toTime } from '../replies/reading';
import type { Tool } from '../tool';

export type FlatCell = string | number | boolean | null;
export type FlatRow = Record<string, FlatCell>;

/** What a record may contain without drift, and what an item shows, by the schema that reads it. */
const CELLS = new Map<ZodType, { accepted: ZodType; shown: ZodType }>();

/**
 * A field that becomes a cell. Its schema parses any value.
 * @param read null for a missing or unreadable value
 * @param accepted the values that are no drift
 */
function cell<Value>(read: (value: unknown) => Value, shown: ZodType, accepted: ZodType) {
	const schema = z.transform(read);
	CELLS.set(schema, { accepted, shown });
	return schema;
}

/** JavaScript parses much more than ISO 8601 as a time, for example "5". */
const ISO_START = /^\d{4}-\d\d-\d\d(?:[T ]|$)/;

const toIsoTime = (value: unknown) =>
	typeof value === 'string' && ISO_START.test(value) && toTime(value) !== null ? value : null;

export const TEXT = cell(toFilledText, z.string().nullable(), z.string());
export const NUMBER = cell(toExactNumber, z.number().nullable(), z.number());
export const FLAG = cell((value) => (typeof value === 'boolean' ? value : null), z.boolean().nullable(), z.boolean());
/** An ISO 8601 time, unchanged. */
export const TIME = cell(toIsoTime, z.string().nullable(), z.string().nullable());
/** A number that is calculated from other fields, and not in the contract. */
export const CALCULATED = cell(toNumber, z.number().nullable(), z.unknown());
/** A number; Infinity, which an item shows as `unlimited`. The record that contains it reads it. */
export const AMOUNT = cell(
	(value) => (typeof value === 'number' ? value : null),
	z.union([z.number(), z.literal('unlimited'), z.null()]),
	z.number(),
);

/** The schema of an object that parses any value. @param prepare reads fields that depend on others */
export const fromAny = <Schema extends ZodType>(
	schema: Schema,
	prepare: (record: JsonObject) => JsonObject = (record) => record,
) => z.preprocess((value) => prepare(isObject(value) ? value : {}), schema);

/** Reads the tokens left, also under an earlier name, which a row does not repeat. */
export function withBalance(record: JsonObject): JsonObject {
	const unlimited = field(record, 'unlimited');
	const balance = field(record, 'token_balance') ?? field(record, 'credit_balance');
	// If the record says that the balance is limited, -1 is an overdrawn balance.
	const limited = unlimited === false ? toNumber(balance) : toAmount(balance);
	return { ...record, credit_balance: undefined, token_balance: unlimited === true ? Infinity : limited };
}

/** With Retry On Fail, n8n runs the node again for an item with this field. */
export const LOOKS_FAILED = 'error';

const isCell = (value: unknown): value is FlatCell =>
	value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

/** A record, or its parts, as one flat row: its cells, then plain fields outside the contract. */
export const flatRow = (fields: object): FlatRow =>
	Object.fromEntries(
		Object.entries(fields)
			.map(([name, value]: [string, unknown]) => [name, value === Infinity ? 'unlimited' : value] as const)
			.filter((entry): entry is [string, FlatCell] => entry[0] !== LOOKS_FAILED && isCell(entry[1])),
	);

/** The schema of flat rows with the cells of a shape. */
export const flatSchema = (shape: Record<string, ZodType>): ZodType =>
	z.looseObject(
		Object.fromEntries(
			Object.entries(shape).flatMap(([name, schema]) => {
				const shown = CELLS.get(schema)?.shown;
				return shown === undefined ? [] : [[name, shown]];
			}),
		),
	);

/** The schema that a record of the contract matches. */
function contractOf(schema: ZodType): ZodType {
	const accepted = CELLS.get(schema)?.accepted;
	if (accepted !== undefined) return accepted;
	if (schema instanceof z.ZodPipe) return contractOf(schema.out as ZodType);
	if (schema instanceof z.ZodArray) return z.array(contractOf(schema.element as ZodType));
	if (!(schema instanceof z.ZodObject)) return schema;
	const shape = Object.entries<ZodType>(schema.shape).map(([name, one]) => [name, contractOf(one)] as const);
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
