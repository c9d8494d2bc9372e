import { lookupCount } from '../api/identifiers/body';
import type { Phone, Tool } from '../api/tool';
import type { Prices } from '../service/budget';
import { inSlices, type Clock } from '../service/environment';
import type { SettledRow } from './rows';

/**
 * Lookups of a planned row that may be charged, each of them once. `hits`: the results of a search.
 */
export interface PossibleLookup {
	readonly tool: Tool;
	readonly phone: Phone;
	/** Infinity if unknown. */
	readonly hits: number;
}

/** What a run of planned rows may cost, in tokens, if no answer is lost. */
export interface RunCost {
	/**
	 * If every lookup that a row may need is charged; Infinity if unknown. Only with `unlisted:
	 * 'nothing'` a bound.
	 */
	most: number;
	/**
	 * If everything is found: the first lookup of each row, at the listed price or else one token,
	 * without phones.
	 */
	least: number;
	/** Lookups that may be charged; Infinity if unknown. */
	hits: number;
	/** People whose phone may be charged. */
	phones: number;
	/** Prices that the account does not list. */
	unlisted: 'nothing' | 'phones' | 'some';
	/** All that may be used. */
	tools: readonly Tool[];
}

/** Adds up planned rows. Rows about the same person, or with the same single lookup, count once. */
export async function costOfPlan(
	rows: readonly SettledRow[],
	prices: Prices,
	clock: Clock,
): Promise<RunCost> {
	const groups = new Map<string, readonly PossibleLookup[]>();
	const firsts = new Map<string, number>();
	await inSlices(rows, clock, ({ outcome, steps }) => {
		const last = steps.at(-1);
		if (outcome.is !== 'planned' || last === undefined) return;
		const { key, tool, phone, identifier } = last.lookup;
		const possible = outcome.possible ?? [{ tool, phone, hits: lookupCount(identifier) }];
		const first = possible.find((one) => one.tool === tool)?.hits ?? 1;
		// Searches with the same first page may have another limit. Only Resolve names the person
		// of a row.
		const group = outcome.person?.join(' ') ?? `lookup ${key} ${first}`;
		const others = groups.get(group);
		groups.set(group, others === undefined ? possible : union(others, possible));
		firsts.set(key, Math.max(firsts.get(key) ?? 0, first * leastPrice(tool, prices)));
	});
	const tools = new Map<string, Tool>();
	const total = { most: 0, hits: 0, phones: 0 };
	let unlisted: RunCost['unlisted'] = 'nothing';
	await inSlices(groups.values(), clock, (group) => {
		if (group.some(({ phone }) => phone === 'with')) total.phones += 1;
		for (const { tool, phone, hits } of group) {
			tools.set(tool.name, tool);
			if (prices.excludes(tool)) continue;
			// Any field in the body of a custom tool may cost more, such as a limit or a phone.
			const isCustom = tool.family === 'unknown';
			const listed = isCustom ? null : prices.listedRange(tool);
			total.most += hits * (listed?.highest ?? 1);
			total.hits += isCustom ? Infinity : hits;
			if (listed === null) unlisted = 'some';
			else if (unlisted === 'nothing' && phone === 'with' && !tool.onlyPhone)
				unlisted = 'phones';
		}
	});
	let least = 0;
	for (const tokens of firsts.values()) least += tokens;
	// Prices may be fractions.
	return {
		...total,
		most: Math.ceil(total.most),
		least: Math.floor(least),
		unlisted,
		tools: [...tools.values()],
	};
}

const leastPrice = (tool: Tool, prices: Prices): number =>
	prices.excludes(tool) ? 0 : (prices.listedRange(tool)?.lowest ?? 1);

/**
 * The lookups of two rows about the same person: equal ones are shared, with the phone if one of
 * them wants it.
 */
function union(
	some: readonly PossibleLookup[],
	others: readonly PossibleLookup[],
): readonly PossibleLookup[] {
	// As for most duplicates, because rows in the same situation share the list.
	if (some === others) return some;
	const all = new Map(some.map((one) => [one.tool.name, one]));
	for (const one of others)
		if (one.phone === 'with' || !all.has(one.tool.name)) all.set(one.tool.name, one);
	return [...all.values()];
}
