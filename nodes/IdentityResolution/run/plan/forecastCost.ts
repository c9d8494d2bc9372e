import { lookupCount } from '../../api/identifiers/body';
import type { Prices } from '../budget/prices';
import type { Lookup } from '../lookup';
import type { CostForecast } from '../outcome';
import type { SettledRow } from '../rows';

/**
 * Forecasts what a run of planned rows may cost, in tokens. Rows with the same identifiers, or the same single lookup,
 * count once. @param hitRate share of hits
 */
export function forecastCost(rows: readonly SettledRow[], prices: Prices, hitRate: number): CostForecast {
	const costs = new Map<string, CostForecast>();
	for (const { outcome, steps } of rows) {
		const last = steps.at(-1);
		if (outcome.is !== 'planned' || last === undefined) continue;
		const isResolved = outcome.cost !== undefined && outcome.person !== undefined;
		const key = isResolved ? (outcome.person ?? []).join(' ') : `lookup ${last.lookup.key}`;
		const cost = outcome.cost ?? costOfLookup(last.lookup, prices, hitRate);
		const other = costs.get(key);
		if (other === undefined || isMore(cost, other)) costs.set(key, cost);
	}
	const total: CostForecast = { most: 0, expected: 0, prices: 'listed' };
	for (const { most, expected, prices: basis } of costs.values()) {
		total.most = total.most === null || most === null ? null : total.most + most;
		total.expected += expected;
		if (basis === 'assumed') total.prices = 'assumed';
	}
	return total;
}

/** Whether a cost is the higher one; an unknown one counts as such. */
const isMore = (one: CostForecast, other: CostForecast): boolean => (one.most ?? Infinity) > (other.most ?? Infinity);

/** A phone costs extra, unless the tool returns nothing else; the account does not list that price. */
function costOfLookup({ tool, identifier, phone }: Lookup, prices: Prices, hitRate: number): CostForecast {
	const { tokens, basis } = prices.listedOrAssumed(tool, phone);
	const most = lookupCount(identifier) * tokens;
	return { most, expected: most * hitRate, prices: basis };
}
