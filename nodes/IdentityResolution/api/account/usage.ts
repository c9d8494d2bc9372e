import { readBalance } from './account';
import { amount, type FlatColumn, flatRow, type FlatRow, number, text } from './flatRow';
import { field, isObject } from '../json';
import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

/** The counts, with the names that reports use for them. */
const COUNTS = [['calls'], ['tokens', 'credits'], ['with_data'], ['without_data'], ['failed']];

/** The columns of one day of a usage report (contract: Usage record). */
export const USAGE_DAY_COLUMNS: readonly FlatColumn[] = [
	text('period'),
	text('date'),
	...COUNTS.map((names) => number(names[0], ...names)),
];

const PERIOD_COLUMNS: readonly FlatColumn[] = [
	text('period'),
	text('start_date'),
	text('end_date'),
	amount('token_balance', readBalance),
	...COUNTS.map((names) => number(names[0], ...names.map((name) => `totals.${name}`))),
];

/** A usage report as one flat row per day; one row of empty cells if it has no days. */
export function usageDays(results: unknown): FlatRow[] {
	const days = field(results, 'days');
	const reported: readonly unknown[] = Array.isArray(days) && days.length > 0 ? days : [null];
	return reported.map((day) => {
		const record = { ...(isObject(day) ? day : {}), period: field(results, 'period') };
		return flatRow(USAGE_DAY_COLUMNS, record, [record], []);
	});
}

/** A usage report as one flat row: the period, the balance and the totals. */
export const usagePeriod = (results: unknown): FlatRow =>
	flatRow(PERIOD_COLUMNS, results, [results, field(results, 'totals')], ['days', 'totals']);

/** The tokens of each day as one text, `2026-11-15: 12, 2026-11-16: 0`; null without days. */
export function tokensByDay(results: unknown): string | null {
	const days = usageDays(results).flatMap(({ date, tokens }) =>
		date === null ? [] : `${date}: ${tokens ?? 'unknown'}`,
	);
	return days.length === 0 ? null : days.join(', ');
}

export const USAGE_PERIODS = ['today', 'week', 'month', 'billing_cycle'] as const;

const counts = {
	calls: z.number(),
	tokens: z.number(),
	with_data: z.number(),
	without_data: z.number(),
	failed: z.number(),
};

export const getUsage: Tool = {
	name: 'get_usage',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({
		period: z.string(),
		start_date: z.string(),
		end_date: z.string(),
		token_balance: z.number(),
		days: z.array(z.looseObject({ date: z.string(), ...counts })),
		totals: z.looseObject(counts),
	}),
	columns: columnsFrom({}),
};
