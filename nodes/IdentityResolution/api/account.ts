import { z, type ZodType } from 'zod/v4';
import { field, isObject, type JsonObject, toFilledText, toNumber } from './json';
import { columnsFrom } from './person/results';
import { isoOf, toAmount, toTime } from './replies/reading';
import { readAs } from './schema';
import type { Tool } from './tool';

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
	isoOf(value) ?? (typeof value === 'string' && ISO_START.test(value) && toTime(value) !== null ? value : null);

export const TEXT = cell(toFilledText, z.string().nullable(), z.string());
export const NUMBER = cell(toNumber, z.number().nullable(), z.number());
export const FLAG = cell((value) => (typeof value === 'boolean' ? value : null), z.boolean().nullable(), z.boolean());
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

/** The schema of an object that parses any value. @param prepare reads fields that depend on others */
export const fromAny = <Schema extends ZodType>(
	schema: Schema,
	prepare: (record: JsonObject) => JsonObject = (record) => record,
) => readAs((value): unknown => prepare(isObject(value) ? value : {})).pipe(schema);

/** Reads the tokens left, also under an earlier name, which a row does not repeat. */
function withBalance(record: JsonObject): JsonObject {
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

/** Reads what is left of a window, as an amount and in percent. */
function withRemaining(window: JsonObject): JsonObject {
	const limit = toAmount(field(window, 'limit'));
	const given = field(window, 'remaining');
	// With a limit, -1 does not mean unlimited: one more was used than the limit allows.
	const left = limit === null ? toAmount(given) : toNumber(given);
	const remaining = limit === Infinity ? Infinity : left;
	return { ...window, limit, remaining, remaining_percent: remainingPercent(limit, remaining) };
}

/** The percentage of a window that is left, with one decimal; 100 if unlimited, null if unknown. */
function remainingPercent(limit: number | null, remaining: number | null): number | null {
	if (remaining === Infinity) return 100;
	if (limit === null || remaining === null || limit <= 0) return null;
	const percent = Math.round((remaining / limit) * 1_000) / 10;
	return Number.isFinite(percent) ? Math.max(0, percent) : null;
}

const WINDOW = fromAny(
	z.object({ limit: AMOUNT, used: NUMBER, remaining: AMOUNT, remaining_percent: CALCULATED, resets_at: TIME }),
	withRemaining,
);
export type AccountWindow = z.infer<typeof WINDOW>;

const FAMILY = fromAny(
	z.object({
		records: fromAny(z.object({ '5h': WINDOW, '1w': WINDOW })),
		requests: fromAny(z.object({ '5h': WINDOW })),
	}),
);

/** Reads the balance. Some records show only there whether it is unlimited. */
function withUnlimited(account: JsonObject): JsonObject {
	const read = withBalance(account);
	return read.token_balance === null ? read : { ...read, unlimited: read.token_balance === Infinity };
}

/** The account record, read tolerantly (contract: Account record). */
const ACCOUNT = fromAny(
	z.looseObject({
		id: TEXT,
		name: TEXT,
		status: TEXT,
		plan: TEXT,
		token_balance: AMOUNT,
		unlimited: FLAG,
		personal_email_available: FLAG,
		fair_use: fromAny(z.object({ enrich: FAMILY, search: FAMILY })),
		api_key_count: NUMBER,
		user_count: NUMBER,
		created_at: TIME,
	}),
	withUnlimited,
);
export type Account = z.infer<typeof ACCOUNT>;

export const readAccount = (results: unknown): Account => ACCOUNT.parse(results);

/** The windows of a family, in display order. There is no weekly window of requests. */
const WINDOWS = [
	{ unit: 'records', per: '5h', label: 'Records per 5 Hours', hours: 5 },
	{ unit: 'records', per: '1w', label: 'Records per Week', hours: 168 },
	{ unit: 'requests', per: '5h', label: 'Requests per 5 Hours', hours: 5 },
] as const;

/** All Fair Use windows of an account, in display order (contract: Limits). */
export const FAIR_USE_WINDOWS = (['enrich', 'search'] as const).flatMap((family) =>
	WINDOWS.map(({ unit, per, label, hours }) => ({
		family,
		unit,
		per,
		/** The prefix of its columns, which also identifies the window. */
		column: `${family}_${unit}_${per}`,
		/** Title Case. */
		label: `${family === 'enrich' ? 'Enrichment' : 'Search'} ${label}`,
		/** In ms. */
		length: hours * 3_600_000,
		of: ({ fair_use: { [family]: windows } }: Account): AccountWindow =>
			unit === 'records' ? windows.records[per] : windows.requests[per],
	})),
);
export type FairUseWindow = (typeof FAIR_USE_WINDOWS)[number];

/** The columns of windows, from the values of each or their schemas. */
export const windowColumns = <Value>(
	windows: readonly FairUseWindow[],
	valuesOf: (window: FairUseWindow) => Record<string, Value>,
): Record<string, Value> =>
	Object.fromEntries(
		windows.flatMap((window) =>
			Object.entries(valuesOf(window)).map(([name, value]) => [`${window.column}_${name}`, value]),
		),
	);

export const ACCOUNT_ROW = flatSchema({
	...ACCOUNT.out.shape,
	...windowColumns<ZodType>(FAIR_USE_WINDOWS, () => WINDOW.out.shape),
});

/** An account record as one flat row. Missing or invalid values are null; unknown plain fields keep their name. */
export function accountRow(results: unknown): FlatRow {
	const account = readAccount(results);
	return flatRow({ ...account, ...windowColumns<unknown>(FAIR_USE_WINDOWS, ({ of }) => of(account)) });
}

export const getAccount = recordTool('get_account', ACCOUNT);

/** Tokens per hit by tool, as far as they are numbers. */
function toCosts(value: unknown): Map<string, number> {
	const costs = Object.entries(isObject(value) ? value : {}).map(([tool, cost]) => [tool, toNumber(cost)] as const);
	return new Map(costs.filter((cost): cost is [string, number] => cost[1] !== null && cost[1] >= 0));
}

/** A billing record (second-hand). */
const BILLING = fromAny(
	z.looseObject({
		plan: TEXT,
		subscription_status: TEXT,
		token_balance: AMOUNT,
		current_period_start: TIME,
		current_period_end: TIME,
		token_costs: readAs(toCosts).pipe(z.map(z.string(), z.number())),
	}),
	withBalance,
);

export const BILLING_ROW = flatSchema(BILLING.out.shape);

export const readTokenCosts = (results: unknown): ReadonlyMap<string, number> => BILLING.parse(results).token_costs;

/** A billing record as one flat row, with a column `cost_<tool>` for each price. */
export function billingRow(results: unknown): FlatRow {
	const billing = BILLING.parse(results);
	const costs = [...billing.token_costs].map(([tool, tokens]): [string, number] => [`cost_${tool}`, tokens]);
	return { ...flatRow(billing), ...Object.fromEntries(costs) };
}

/** The contract does not have it, so that a service may answer 404, and no record departs from the contract. */
export const getBilling = recordTool('get_billing', z.unknown());

const COUNTS = { calls: NUMBER, tokens: NUMBER, with_data: NUMBER, without_data: NUMBER, failed: NUMBER };

/** Some reports call the tokens credits. */
const withTokens = (counts: JsonObject): JsonObject => ({
	...counts,
	tokens: toNumber(field(counts, 'tokens')) ?? field(counts, 'credits'),
});

const DAY = fromAny(z.looseObject({ date: TEXT, ...COUNTS }), withTokens);

/** A usage report without days has one day without data. */
const USAGE = fromAny(
	z.looseObject({
		period: TEXT,
		start_date: TEXT,
		end_date: TEXT,
		token_balance: AMOUNT,
		days: readAs((days): unknown => (Array.isArray(days) && days.length > 0 ? days : [null])).pipe(z.array(DAY)),
		totals: fromAny(z.looseObject(COUNTS), withTokens),
	}),
	withBalance,
);

export const USAGE_DAY_ROW = flatSchema({ period: TEXT, ...DAY.out.shape });

/** A row for each day, a row of the totals, or one that also has the tokens of each day as a text. */
export type UsageForm = 'days' | 'total' | 'days_in_one';

/** A usage report as flat rows. Without days, it has one of empty cells. */
export function usageRows(results: unknown, form: UsageForm): FlatRow[] {
	const { period, start_date, end_date, token_balance, days, totals, ...others } = USAGE.parse(results);
	if (form === 'days') return days.map((day) => ({ period, ...flatRow({ ...day, period }) }));
	const columns = { period, start_date, end_date, token_balance };
	// Neither the report nor its totals replace a column by another field.
	const total = flatRow({ ...columns, ...others, ...totals, ...columns });
	return [form === 'total' ? total : { ...total, tokens_by_day: tokensByDay(days) }];
}

/** The tokens of each day as one text, `2026-11-15: 12, 2026-11-16: 0`; null without days. */
function tokensByDay(days: z.infer<typeof USAGE>['days']): string | null {
	const texts = days.flatMap(({ date, tokens }) => (date === null ? [] : `${date}: ${tokens ?? 'unknown'}`));
	return texts.join(', ') || null;
}

export const USAGE_PERIODS = ['today', 'week', 'month', 'billing_cycle'] as const;

export const getUsage = recordTool('get_usage', USAGE);
