import type { z, ZodType } from 'zod/v4';
import { field, type JsonObject, toNumber } from '../json';
import { toAmount } from '../replies/reading';
import {
	AMOUNT,
	CALCULATED,
	FLAG,
	flatRow,
	type FlatRow,
	flatSchema,
	NUMBER,
	part,
	record,
	recordTool,
	TEXT,
	TIME,
	TIME_OR_NULL,
	withBalance,
} from './record';

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

const WINDOW = part(
	{ limit: AMOUNT, used: NUMBER, remaining: AMOUNT, remaining_percent: CALCULATED, resets_at: TIME_OR_NULL },
	withRemaining,
);
export type AccountWindow = z.infer<typeof WINDOW>;

const FAMILY = part({ records: part({ '5h': WINDOW, '1w': WINDOW }), requests: part({ '5h': WINDOW }) });
type Family = z.infer<typeof FAMILY>;

/** Reads the balance. Some records show only there whether it is unlimited. */
function withUnlimited(account: JsonObject): JsonObject {
	const read = withBalance(account);
	return read.token_balance === null ? read : { ...read, unlimited: read.token_balance === Infinity };
}

/** The account record, read tolerantly (contract: Account record). */
const ACCOUNT = record(
	{
		id: TEXT,
		name: TEXT,
		status: TEXT,
		plan: TEXT,
		token_balance: AMOUNT,
		unlimited: FLAG,
		personal_email_available: FLAG,
		fair_use: part({ enrich: FAMILY, search: FAMILY }),
		api_key_count: NUMBER,
		user_count: NUMBER,
		created_at: TIME,
	},
	withUnlimited,
);
export type Account = z.infer<typeof ACCOUNT>;

export const readAccount = (results: unknown): Account => ACCOUNT.parse(results);

const HOUR = 3_600_000;

/** The windows of a family, in display order. There is no weekly window of requests. */
const WINDOWS = [
	{ column: 'records_5h', label: 'Records per 5 Hours', hours: 5, of: (family: Family) => family.records['5h'] },
	{ column: 'records_1w', label: 'Records per Week', hours: 168, of: (family: Family) => family.records['1w'] },
	{ column: 'requests_5h', label: 'Requests per 5 Hours', hours: 5, of: (family: Family) => family.requests['5h'] },
];

/** One Fair Use window of an account (contract: Limits). */
export interface FairUseWindow {
	family: 'enrich' | 'search';
	/** The prefix of its columns, which also identifies the window. */
	column: string;
	/** Title Case. */
	label: string;
	/** In ms. */
	length: number;
	of(account: Account): AccountWindow;
}

const windowsOf = (family: FairUseWindow['family'], title: string): FairUseWindow[] =>
	WINDOWS.map(({ column, label, hours, of }) => ({
		family,
		column: `${family}_${column}`,
		label: `${title} ${label}`,
		length: hours * HOUR,
		of: ({ fair_use }) => of(fair_use[family]),
	}));

/** All windows of an account record, in display order. */
export const FAIR_USE_WINDOWS: readonly FairUseWindow[] = [
	...windowsOf('enrich', 'Enrichment'),
	...windowsOf('search', 'Search'),
];

/** The columns of one window, from its values or their schemas. */
export const windowColumns = <Value>({ column }: FairUseWindow, values: Record<string, Value>) =>
	Object.entries(values).map(([name, value]): [string, Value] => [`${column}_${name}`, value]);

/** Replaces the windows of a record, or of its schema, by their columns. */
function inColumns<Value>(
	fields: Record<string, Value>,
	valuesOf: (window: FairUseWindow) => Record<string, Value>,
): Record<string, Value> {
	const windows = FAIR_USE_WINDOWS.flatMap((window) => windowColumns(window, valuesOf(window)));
	const all = Object.entries(fields).flatMap((entry) => (entry[0] === 'fair_use' ? windows : [entry]));
	// A field outside the contract never replaces a column.
	return Object.fromEntries([...all, ...windows]);
}

export const ACCOUNT_ROW: ZodType = flatSchema(inColumns<ZodType>(ACCOUNT.out.shape, () => WINDOW.out.shape));

/** An account record as one flat row. Missing or invalid values are null; unknown plain fields keep their name. */
export function accountRow(results: unknown): FlatRow {
	const account = readAccount(results);
	return flatRow(inColumns<unknown>(account, ({ of }) => of(account)));
}

export const getAccount = recordTool('get_account', ACCOUNT);
