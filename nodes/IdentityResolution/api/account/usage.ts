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
