import { z, type ZodType } from 'zod/v4';
import { field, isObject, type JsonObject, toNumber } from './values/json';
import { toFilledText } from './values/nothing';
import { columnsFrom } from './person/results';
import { isoOf, toAmount, toTime } from './values/time';
import { readAs } from './values/schema';
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
const SECOND_HAND_AMOUNT = cell(toAmount, z.unknown(), z.unknown().optional());

/**
 * The schema of an object that parses any value.
 * @param prepare reads fields that depend on others
 */
export const fromAny = <Schema extends ZodType>(
	schema: Schema,
	prepare: (record: JsonObject) => JsonObject = (record) => record,
) => readAs((value): unknown => prepare(isObject(value) ? value : {})).pipe(schema);

/** Reads the tokens left, also under an earlier name. */
function withBalance(record: JsonObject): JsonObject {
	const unlimited = field(record, 'unlimited');
	const balance = field(record, 'token_balance') ?? field(record, 'credit_balance');
	// If the record says that the balance is limited, -1 is an overdrawn balance.
	const limited = unlimited === false ? toNumber(balance) : toAmount(balance);
	return { ...record, token_balance: unlimited === true ? Infinity : limited };
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
	z.object({
		limit: AMOUNT,
		used: NUMBER,
		remaining: AMOUNT,
		remaining_percent: CALCULATED,
		resets_at: TIME,
	}),
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
	return read.token_balance === null
		? read
		: { ...read, unlimited: read.token_balance === Infinity };
}

/** The account record, read tolerantly (contract: Account record). */
const ACCOUNT = fromAny(
	z.object({
		id: TEXT,
		name: TEXT,
		status: TEXT,
		plan: TEXT,
		token_balance: AMOUNT,
		unlimited: FLAG,
		phone_token_balance: SECOND_HAND_AMOUNT,
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
			Object.entries(valuesOf(window)).map(([name, value]) => [
				`${window.column}_${name}`,
				value,
			]),
		),
	);

/** The windows that an item shows: n8n allows at most ten fields. */
const SHOWN_WINDOWS = FAIR_USE_WINDOWS.filter(
	({ unit, per }) => unit === 'records' && per === '5h',
);

const ACCOUNT_COLUMNS = columnsOfCells({
	name: TEXT,
	status: TEXT,
	plan: TEXT,
	token_balance: AMOUNT,
	phone_token_balance: AMOUNT,
	personal_email_available: FLAG,
	...windowColumns<ZodType>(SHOWN_WINDOWS, () => ({ remaining: AMOUNT, resets_at: TIME })),
});
export const ACCOUNT_ROW = ACCOUNT_COLUMNS.item;

/** An account record as one flat row. Missing or invalid values are null. */
export function accountRow(results: unknown): FlatRow {
	const account = readAccount(results);
	return ACCOUNT_COLUMNS.row({
		...account,
		...windowColumns<unknown>(SHOWN_WINDOWS, ({ of }) => of(account)),
	});
}

export const getAccount = recordTool('get_account', ACCOUNT);

/** Tokens per hit by tool, as far as they are numbers. */
function toCosts(value: unknown): Map<string, number> {
	const costs = Object.entries(isObject(value) ? value : {}).map(
		([tool, cost]) => [tool, toNumber(cost)] as const,
	);
	return new Map(
		costs.filter((cost): cost is [string, number] => cost[1] !== null && cost[1] >= 0),
	);
}

const BILLING_CELLS = {
	plan: TEXT,
	subscription_status: TEXT,
	token_balance: AMOUNT,
	current_period_start: TIME,
	current_period_end: TIME,
};

/** A billing record (second-hand). */
const BILLING = fromAny(
	z.object({
		...BILLING_CELLS,
		token_costs: readAs(toCosts).pipe(z.map(z.string(), z.number())),
	}),
	withBalance,
);

const BILLING_COLUMNS = columnsOfCells({ ...BILLING_CELLS, token_costs: TEXT });
export const BILLING_ROW = BILLING_COLUMNS.item;

export const readTokenCosts = (results: unknown): ReadonlyMap<string, number> =>
	BILLING.parse(results).token_costs;

/** A billing record as one flat row. The prices are one text, because their number may be any. */
export function billingRow(results: unknown): FlatRow {
	const billing = BILLING.parse(results);
	return BILLING_COLUMNS.row({ ...billing, token_costs: toList([...billing.token_costs]) });
}

/** Amounts by name as one text, `a: 12, b: 0`; null without any. */
const toList = (amounts: Array<readonly [name: string, amount: number | null]>): string | null =>
	amounts.map(([name, amount]) => `${name}: ${amount ?? 'unknown'}`).join(', ') || null;

/**
 * The contract does not have it, so that a service may answer 404, and no record departs from the
 * contract.
 */
export const getBilling = recordTool('get_billing', z.unknown());

const COUNTS = {
	calls: NUMBER,
	tokens: NUMBER,
	with_data: NUMBER,
	without_data: NUMBER,
	failed: NUMBER,
};

/** Some reports call the tokens credits. */
const withTokens = (counts: JsonObject): JsonObject => ({
	...counts,
	tokens: toNumber(field(counts, 'tokens')) ?? field(counts, 'credits'),
});

const DAY = fromAny(z.object({ date: TEXT, ...COUNTS }), withTokens);

/** A usage report without days has one day without data. */
const USAGE = fromAny(
	z.object({
		period: TEXT,
		start_date: TEXT,
		end_date: TEXT,
		token_balance: AMOUNT,
		days: readAs((days): unknown =>
			Array.isArray(days) && days.length > 0 ? days : [null],
		).pipe(z.array(DAY)),
		totals: fromAny(z.object(COUNTS), withTokens),
	}),
	withBalance,
);

export const USAGE_DAY_ROW = columnsOfCells({ period: TEXT, date: TEXT, ...COUNTS }).item;

/**
 * A row for each day, a row of the totals, or one that also has the tokens of each day as a text.
 */
export type UsageForm = 'days' | 'total' | 'days_in_one';

/** A usage report as flat rows. Without days, it has one of empty cells. */
export function usageRows(results: unknown, form: UsageForm): FlatRow[] {
	const { days, totals, ...report } = USAGE.parse(results);
	if (form === 'days') return days.map((day) => flatRow({ period: report.period, ...day }));
	const total = flatRow({ ...report, ...totals });
	if (form === 'total') return [total];
	const dated = days.flatMap(({ date, tokens }) =>
		date === null ? [] : [[date, tokens] as const],
	);
	return [{ ...total, tokens_by_day: toList(dated) }];
}

export const USAGE_PERIODS = ['today', 'week', 'month', 'billing_cycle'] as const;

export const getUsage = recordTool('get_usage', USAGE);
