import { z } from 'zod/v4';
import { isObject, toExactNumber } from '../json';
import { AMOUNT, flatRow, type FlatRow, flatSchema, record, recordTool, TEXT, TIME, withBalance } from './record';

/** Tokens per hit by tool, as far as they are numbers. */
function toCosts(value: unknown): Map<string, number> {
	const costs = new Map<string, number>();
	for (const [tool, cost] of Object.entries(isObject(value) ? value : {})) {
		const tokens = toExactNumber(cost);
		if (tokens !== null && tokens >= 0) costs.set(tool, tokens);
	}
	return costs;
}

/** A billing record (second-hand). */
const BILLING = record(
	{
		plan: TEXT,
		subscription_status: TEXT,
		token_balance: AMOUNT,
		current_period_start: TIME,
		current_period_end: TIME,
		token_costs: z.preprocess(toCosts, z.map(z.string(), z.number())),
	},
	withBalance,
);

export const BILLING_ROW = flatSchema(BILLING.out.shape);

/** Tokens per hit by tool. */
export const readTokenCosts = (results: unknown): ReadonlyMap<string, number> => BILLING.parse(results).token_costs;

/** A billing record as one flat row, with a column `cost_<tool>` for each price. */
export function billingRow(results: unknown): FlatRow {
	const billing = BILLING.parse(results);
	const costs = [...billing.token_costs].map(([tool, tokens]): [string, number] => [`cost_${tool}`, tokens]);
	return { ...flatRow(billing), ...Object.fromEntries(costs) };
}

/** The contract does not have it, so that a service may answer 404, and no record departs from the contract. */
export const getBilling = recordTool('get_billing', z.unknown());
