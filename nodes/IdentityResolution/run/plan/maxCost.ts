import { lookupCount } from '../../api/identifiers/body';
import type { Prices } from '../budget/prices';
import type { Lookup } from '../lookup';
import type { MaxCost } from '../outcome';
import type { SettledRow } from '../rows';

/** What a run of planned rows costs at most. Rows with the same identifiers, or the same single lookup, count once. */
export function maxCostOf(rows: readonly SettledRow[], prices: Prices): MaxCost {
	const costs = new Map<string, MaxCost>();
	for (const { outcome, steps } of rows) {
		const last = steps.at(-1);
		if (outcome.is !== 'planned' || last === undefined) continue;
		const isResolved = outcome.cost !== undefined && outcome.person !== undefined;
		const key = isResolved ? (outcome.person ?? []).join(' ') : `lookup ${last.lookup.key}`;
		const cost = outcome.cost ?? costOfLookup(last.lookup, prices);
		const other = costs.get(key);
		if (other === undefined || isMore(cost, other)) costs.set(key, cost);
	}
	const total: MaxCost = { tokens: 0, prices: 'listed' };
	for (const { tokens, prices: basis } of costs.values()) {
		total.tokens = total.tokens === null || tokens === null ? null : total.tokens + tokens;
		if (basis === 'assumed') total.prices = 'assumed';
	}
	return total;
}

/** Whether a cost is the higher one; an unknown one counts as such. */
const isMore = (one: MaxCost, other: MaxCost): boolean => (one.tokens ?? Infinity) > (other.tokens ?? Infinity);

/** A phone costs extra, unless the tool returns nothing else; the account does not list that price. */
function costOfLookup({ tool, identifier, phone }: Lookup, prices: Prices): MaxCost {
	const { tokens, basis } = prices.listedOrAssumed(tool, phone);
	return { tokens: lookupCount(identifier) * tokens, prices: basis };
}
