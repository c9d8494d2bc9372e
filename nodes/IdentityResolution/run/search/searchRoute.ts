import { searchPage, type Page } from '../../api/identifiers/searchPage';
import type { JsonObject } from '../../api/json';
import { entriesOf, entryKey, totalOf } from '../../api/replies/entries';
import type { Tool } from '../../api/tool';
import { lookupOf, type Lookup, type Route, type Step } from '../lookup';
import { isAnswered } from '../answerCache';
import type { Outcome } from '../outcome';

export interface Search {
	tool: Tool;
	filters: JsonObject;
	/** Most entries to return; Infinity for all. */
	limit: number;
	/** Entries that an earlier run has returned. */
	offset: number;
}

/**
 * Returns the route of a row with a search: page after page, until the limit or the last entry. A row is found with any
 * entry. If a page is not answered, its outcome is that of the row.
 */
export const searchRoute =
	(search: Search): Route =>
	(steps, prices) => {
		const next = nextPage(search, steps);
		if (next !== null) return { lookup: next };
		const last = steps[steps.length - 1].outcome;
		if (last.is === 'planned') {
			const price = prices.listedPrice(search.tool, 'without');
			const most = plannedEntries(search, steps[0].lookup) * (price ?? 1);
			const cost = { most, expected: most, prices: price === null ? 'assumed' : 'listed' } as const;
			return { outcome: search.tool.family === 'free' ? last : { ...last, cost } };
		}
		const found = steps.find(({ outcome }) => outcome.is === 'found');
		return { outcome: isAnswered(last) && found ? found.outcome : last };
	};

/** The entries of a planned row: its limit, or the first page of a search without one. */
const plannedEntries = ({ limit, offset }: Search, first: Lookup): number =>
	limit === Infinity ? (pageOf(first)?.limit ?? 1) : limit - offset;

/** Returns the next page; null if the search is complete, or its last page was not answered. */
function nextPage({ tool, filters, limit, offset }: Search, steps: readonly Step[]): Lookup | null {
	const page = tool.search?.page;
	const last = steps.at(-1);
	if (last === undefined)
		return lookupPage(tool, filters, page && { limit: Math.min(page.max, limit - offset), offset });
	const requested = pageOf(last.lookup);
	if (page === undefined || requested === null || last.outcome.is !== 'found') return null;
	const { results, error } = last.outcome.answer;
	const entries = entriesOf(results)?.length ?? 0;
	const reached = requested.offset + entries;
	// A page that the balance cut is short, too.
	const isLast = entries < requested.limit && error === undefined;
	if (isLast || reached >= limit || reached >= (totalOf(results) ?? Infinity)) return null;
	// A service that repeats its entries would be asked, and charge, without an end.
	if (entriesIn(steps).length === entriesIn(steps.slice(0, -1)).length) return null;
	return lookupPage(tool, filters, { limit: Math.min(page.max, limit - reached), offset: reached });
}

const lookupPage = (tool: Tool, filters: JsonObject, page: Page | undefined): Lookup =>
	lookupOf(tool, searchPage(filters, page ?? null), 'without');

/** Returns the page of a lookup; null for a search without pages. */
export function pageOf({ identifier: { value } }: Lookup): Page | null {
	const { limit, offset } = value as Partial<Page>;
	return limit === undefined || offset === undefined ? null : { limit, offset };
}

/** The offset at which to continue a search whose last page was not answered; 0 for one that starts again. */
export function offsetAfter(steps: readonly Step[]): number {
	const last = steps.at(-1);
	if (last === undefined || isAnswered(last.outcome)) return 0;
	return pageOf(last.lookup)?.offset ?? 0;
}

/** An entry of a search, and the step that returned it. */
export interface Entry {
	entry: unknown;
	step: Step;
	/** Whether it is the first entry of its page. */
	isFirst: boolean;
}

/** Returns the distinct entries of all pages, in order. */
export function entriesIn(steps: readonly Step[]): Entry[] {
	const distinct = new Map<string, Entry>();
	for (const step of steps) {
		if (step.outcome.is !== 'found') continue;
		(entriesOf(step.outcome.answer.results) ?? []).forEach((entry, place) => {
			const key = entryKey(entry);
			if (!distinct.has(key)) distinct.set(key, { entry, step, isFirst: place === 0 });
		});
	}
	return [...distinct.values()];
}

/** The outcome of a row that returns this entry. */
export const outcomeOfEntry = ({ entry, step: { outcome } }: Entry): Outcome =>
	outcome.is === 'found' ? { ...outcome, answer: { ...outcome.answer, results: entry } } : outcome;
