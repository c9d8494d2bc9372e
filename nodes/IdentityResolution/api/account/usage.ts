// Usage reports of an account as flat rows.
import { z } from 'zod/v4';
import { field, toNumber, type JsonObject } from '../values/json';
import { readAs } from '../values/schema';
import {
	AMOUNT,
	columnsOfCells,
	flatRow,
	fromAny,
	NUMBER,
	recordTool,
	TEXT,
	toList,
	withBalance,
	type FlatRow,
} from './cells';

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
