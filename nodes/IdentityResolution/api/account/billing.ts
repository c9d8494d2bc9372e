// The billing record, with the prices of tools (second-hand).
import { z } from 'zod/v4';
import { toObject, toNumber } from '../values/json';
import { readAs } from '../values/schema';
import {
	AMOUNT,
	columnsOfCells,
	fromAny,
	recordTool,
	TEXT,
	TIME,
	toList,
	withBalance,
	type FlatRow,
} from './cells';

/** Tokens per hit by tool, as far as they are numbers. */
function toCosts(value: unknown): Map<string, number> {
	const costs = new Map<string, number>();
	for (const [tool, given] of Object.entries(toObject(value))) {
		const cost = toNumber(given);
		if (cost !== null && cost >= 0) costs.set(tool, cost);
	}
	return costs;
}

const BILLING_CELLS = {
	plan: TEXT,
	subscription_status: TEXT,
	token_balance: AMOUNT,
	current_period_start: TIME,
	current_period_end: TIME,
};

/** A billing record (second-hand). */
const BILLING = fromAny(
	z.object({
		...BILLING_CELLS,
		token_costs: readAs(toCosts).pipe(z.map(z.string(), z.number())),
	}),
	withBalance,
);

const BILLING_COLUMNS = columnsOfCells({ ...BILLING_CELLS, token_costs: TEXT });
export const BILLING_ROW = BILLING_COLUMNS.item;

export const readTokenCosts = (results: unknown): ReadonlyMap<string, number> =>
	BILLING.parse(results).token_costs;

/** A billing record as one flat row. The prices are one text, because their number may be any. */
export function billingRow(results: unknown): FlatRow {
	const billing = BILLING.parse(results);
	return BILLING_COLUMNS.row({ ...billing, token_costs: toList([...billing.token_costs]) });
}

/**
 * The contract does not have it, so that a service may answer 404, and no record departs from the
 * contract.
 */
export const getBilling = recordTool('get_billing', z.unknown());
