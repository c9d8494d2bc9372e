import { field, isObject, toExactNumber } from '../json';
import { amount, flatRow, text, time, type FlatCell, type FlatColumn, type FlatRow } from './flatRow';
import { readBalance } from './account';

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
