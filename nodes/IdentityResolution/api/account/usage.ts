import { z } from 'zod/v4';
import { field, type JsonObject, toExactNumber } from '../json';
import { AMOUNT, flatRow, type FlatRow, flatSchema, NUMBER, record, recordTool, TEXT, withBalance } from './record';

const COUNTS = { calls: NUMBER, tokens: NUMBER, with_data: NUMBER, without_data: NUMBER, failed: NUMBER };

/** Some reports call the tokens credits. */
const withTokens = (counts: JsonObject): JsonObject => ({
	...counts,
	tokens: toExactNumber(field(counts, 'tokens')) ?? field(counts, 'credits'),
});

const DAY = record({ date: TEXT, ...COUNTS }, withTokens);

/** A usage report without days has one day without data. */
const USAGE = record(
	{
		period: TEXT,
		start_date: TEXT,
		end_date: TEXT,
		token_balance: AMOUNT,
		days: z.preprocess((days): unknown => (Array.isArray(days) && days.length > 0 ? days : [null]), z.array(DAY)),
		totals: record(COUNTS, withTokens),
	},
	withBalance,
);

export const USAGE_DAY_ROW = flatSchema({ period: TEXT, ...DAY.out.shape });

/** A usage report as one flat row per day; one row of empty cells if it has no days. */
export function usageDays(results: unknown): FlatRow[] {
	const { period, days } = USAGE.parse(results);
	return days.map((day) => ({ period, ...flatRow({ ...day, period }) }));
}

/** A usage report as one flat row: the period, the balance and the totals. */
export function usagePeriod(results: unknown): FlatRow {
	const { period, start_date, end_date, token_balance, totals, ...others } = USAGE.parse(results);
	const columns = { period, start_date, end_date, token_balance };
	// Neither the report nor its totals replace a column by another field.
	return flatRow({ ...columns, ...others, ...totals, ...columns });
}

/** The tokens of each day as one text, `2026-11-15: 12, 2026-11-16: 0`; null without days. */
export function tokensByDay(results: unknown): string | null {
	const days = usageDays(results).flatMap(({ date, tokens }) =>
		date === null ? [] : `${date}: ${tokens ?? 'unknown'}`,
	);
	return days.length === 0 ? null : days.join(', ');
}

export const USAGE_PERIODS = ['today', 'week', 'month', 'billing_cycle'] as const;

export const getUsage = recordTool('get_usage', USAGE);
