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
	{ limit: AMOUNT, used: NUMBER, remaining: AMOUNT, remaining_percent: CALCULATED, resets_at: TIME },
	withRemaining,
);
export type AccountWindow = z.infer<typeof WINDOW>;

const FAMILY = part({ records: part({ '5h': WINDOW, '1w': WINDOW }), requests: part({ '5h': WINDOW }) });

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
		length: hours * HOUR,
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
