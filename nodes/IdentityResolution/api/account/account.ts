// The account: its balance, and what is left of its Fair Use windows (contract: Account record).
import { z, type ZodType } from 'zod/v4';
import { field, toNumber, type JsonObject } from '../values/json';
import { toAmount } from '../values/time';
import {
	AMOUNT,
	CALCULATED,
	columnsOfCells,
	FLAG,
	fromAny,
	NUMBER,
	recordTool,
	SECOND_HAND_AMOUNT,
	TEXT,
	TIME,
	withBalance,
	type FlatRow,
} from './cells';

/** Reads what is left of a window, as an amount and in percent. */
function withRemaining(window: JsonObject): JsonObject {
	const limit = toAmount(field(window, 'limit'));
	const given = field(window, 'remaining');
	// With a limit, -1 does not mean unlimited: one more was used than the limit allows.
	const read = limit === null ? toAmount : toNumber;
	const remaining = limit === Infinity ? limit : read(given);
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
	if (read.token_balance === null) return read;
	return { ...read, unlimited: read.token_balance === Infinity };
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
type Windows = z.infer<typeof FAMILY>;

export const readAccount = (results: unknown): Account => ACCOUNT.parse(results);

const HOUR = 3_600_000;

/** The windows of a family, in display order. There is no weekly window of requests. */
const WINDOWS = [
	{
		unit: 'records',
		per: '5h',
		label: 'Records per 5 Hours',
		length: 5 * HOUR,
		of: ({ records }: Windows) => records['5h'],
	},
	{
		unit: 'records',
		per: '1w',
		label: 'Records per Week',
		length: 168 * HOUR,
		of: ({ records }: Windows) => records['1w'],
	},
	{
		unit: 'requests',
		per: '5h',
		label: 'Requests per 5 Hours',
		length: 5 * HOUR,
		of: ({ requests }: Windows) => requests['5h'],
	},
] as const;

/** A Fair Use window of an account (contract: Limits). */
export interface FairUseWindow {
	family: (typeof FAMILIES)[number];
	unit: 'records' | 'requests';
	per: '5h' | '1w';
	/** The prefix of its columns, which also identifies the window. */
	column: string;
	/** Title Case. */
	label: string;
	/** ms. */
	length: number;
	of(this: void, account: Account): AccountWindow;
}

const FAMILIES = ['enrich', 'search'] as const;
const FAMILY_TITLES = { enrich: 'Enrichment', search: 'Search' };

/** All Fair Use windows of an account, in display order. */
export const FAIR_USE_WINDOWS: readonly FairUseWindow[] = FAMILIES.flatMap((family) =>
	WINDOWS.map((window) => ({
		...window,
		family,
		column: `${family}_${window.unit}_${window.per}`,
		label: `${FAMILY_TITLES[family]} ${window.label}`,
		of: ({ fair_use }: Account) => window.of(fair_use[family]),
	})),
);

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
