import { field, isObject, toExactNumber } from '../json';
import { amount, type FlatCell, type FlatColumn, flatRow, type FlatRow, text, time } from './flatRow';
import { readBalance } from './account';
import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

/** The columns of a billing record (second-hand). A column for the price of each tool follows them. */
export const BILLING_COLUMNS: readonly FlatColumn[] = [
	text('plan'),
	text('subscription_status'),
	amount('token_balance', readBalance),
	time('current_period_start'),
	time('current_period_end'),
];

/** Tokens per hit by tool, as far as they are numbers. */
export function readTokenCosts(results: unknown): ReadonlyMap<string, number> {
	const costs = field(results, 'token_costs');
	const entries = isObject(costs) ? Object.entries(costs) : [];
	return new Map(
		entries.flatMap(([tool, cost]): Array<[string, number]> => {
			const tokens = toExactNumber(cost);
			return tokens === null || tokens < 0 ? [] : [[tool, tokens]];
		}),
	);
}

/** A billing record as one flat row, with a column `cost_<tool>` for each price. */
export function billingRow(results: unknown): FlatRow {
	const costs = [...readTokenCosts(results)].map(([tool, tokens]): [string, FlatCell] => [`cost_${tool}`, tokens]);
	return {
		...flatRow(BILLING_COLUMNS, results, [results], ['token_costs', 'credit_balance']),
		...Object.fromEntries(costs),
	};
}

/** The contract does not have it, so that a service may answer 404. */
export const getBilling: Tool = {
	name: 'get_billing',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({ token_costs: z.record(z.string(), z.unknown()).nullable().optional() }),
	columns: columnsFrom({}),
};
