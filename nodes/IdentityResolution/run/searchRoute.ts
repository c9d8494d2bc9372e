import { searchPage, type Page } from '../api/identifiers/body';
import type { JsonObject } from '../api/values/json';
import { resultKey, searchResultsOf, totalOf } from '../api/replies/searchResults';
import type { Tool } from '../api/tool';
import { lookupOf, type Lookup } from '../service/lookup';
import { type Route, type Step } from './route';
import { isAnswered, type Outcome } from '../service/outcome';
import type { Prices } from '../service/budget';

export interface Search {
	tool: Tool;
	filters: JsonObject;
	/** Most results to return; Infinity for all. */
	limit: number;
	/** Results that an earlier run has returned. */
	offset: number;
	/** Tokens that the run may spend. */
	maxTokens: number;
}

/**
 * Returns the route of a row with a search: page after page, until the limit or the last result. A
 * row is found if it has any result. If a page is not answered, its outcome is that of the row.
 */
export const searchRoute = (search: Search): Route => {
	/** The page on which each result came first. Each page is read once. */
	const seen = new Map<string, number>();
	return (steps, prices) => {
		const next = nextPage(search, steps, prices, seen);
		if (next !== null) return { lookup: next };
		const last = steps[steps.length - 1].outcome;
		const { tool, limit, offset } = search;
		// Infinity without a limit, because each result is charged.
		if (last.is === 'planned')
			return {
				outcome: { ...last, possible: [{ tool, phone: 'without', hits: limit - offset }] },
			};
		const found = steps.find(({ outcome }) => outcome.is === 'found');
		if (isAnswered(last) && found) return { outcome: withBounds(found.outcome, search, steps) };
		return { outcome: last.is === 'not_found' && offset > 0 ? COMPLETE : last };
	};
};

/**
 * Adds to the outcome of a complete search how many results are items, and why these are not as
 * many as expected.
 */
function withBounds(found: Outcome, search: Search, steps: readonly Step[]): Outcome {
	const remark = noteOn(search, steps);
	const most = search.limit - search.offset;
	return { ...found, ...(most < Infinity && { most }), ...(remark !== undefined && { remark }) };
}

/**
 * Whether the last page of a search has a result that no earlier page has.
 * @param firstPages of the results so far
 */
function hasNewOnLast(steps: readonly Step[], firstPages: Map<string, number>): boolean {
	const page = steps.length - 1;
	const keys = resultsOf(steps[page].outcome).map(resultKey);
	for (const key of keys) if (!firstPages.has(key)) firstPages.set(key, page);
	return keys.some((key) => firstPages.get(key) === page);
}

/** For a search of which an earlier run returned all results, without a total that said so. */
const COMPLETE: Outcome = {
	is: 'skipped',
	why: 'The search has no further results',
	by: 'complete',
};

/** Returns the next page; null if the search is complete, or its last page was not answered. */
function nextPage(
	{ tool, filters, limit, offset, maxTokens }: Search,
	steps: readonly Step[],
	prices: Prices,
	seen: Map<string, number>,
): Lookup | null {
	const page = tool.search?.page;
	// A page that Max Tokens can't pay for would never be sent.
	// A learned price makes the page smaller.
	const price = maxTokens < Infinity ? prices.of(tool, 'without') : null;
	const affordable = Math.floor((maxTokens - chargedFor(steps, price ?? 1)) / (price ?? 1));
	const pageSize = Math.max(1, Math.min(page?.max ?? 1, affordable));
	const last = steps.at(-1);
	if (last === undefined)
		return lookupPage(
			tool,
			filters,
			page && { limit: Math.min(pageSize, limit - offset), offset },
		);
	const requested = pageOf(last.lookup);
	if (page === undefined || requested === null || last.outcome.is !== 'found') return null;
	const returned = resultsOf(last.outcome).length;
	const reached = requested.offset + returned;
	const total = plausibleTotal(steps, reached);
	// Without a total, a page that is not full is the last one, unless the balance cut it.
	const isLast =
		total === null
			? returned < requested.limit && last.outcome.answer.error === undefined
			: reached >= total;
	// Further pages without new results would be charged.
	if (isLast || reached >= limit || !hasNewOnLast(steps, seen)) return null;
	return lookupPage(tool, filters, {
		limit: Math.min(pageSize, limit - reached),
		offset: reached,
	});
}

/**
 * The tokens that the pages of a search have cost.
 * @param price tokens per result, if a page did not report them
 */
const chargedFor = (steps: readonly Step[], price: number): number =>
	steps.reduce(
		(sum, { record, outcome }) => sum + (record.charged ?? resultsOf(outcome).length * price),
		0,
	);

/**
 * Returns the highest reported number of all matches; null if it is smaller than what has arrived,
 * or unknown. A later page may report what is left, and a total that grows with the pages counts
 * what has arrived.
 */
function plausibleTotal(steps: readonly Step[], reached: number): number | null {
	const totals = steps.map(totalOn);
	const total = Math.max(...totals.map((one) => one ?? 0));
	const isCount = steps.length > 1 && totals[0] === null && totals.some((one) => one !== null);
	return total < Math.max(1, reached) || (isCount && total === reached) ? null : total;
}

/**
 * The number of all matches on a page. One that equals a full page counts that page (contract:
 * Silent points, 21).
 */
function totalOn({ lookup, outcome }: Step): number | null {
	if (outcome.is !== 'found') return null;
	const total = totalOf(outcome.answer.results);
	const isFull =
		total !== null && total === pageOf(lookup)?.limit && total === resultsOf(outcome).length;
	return isFull ? null : total;
}

/**
 * Says that a search ended before its last match, or returned more than the limit; undefined for an
 * ordinary one.
 */
function noteOn({ offset, limit }: Search, steps: readonly Step[]): string | undefined {
	const reached = steps.reduce((sum, { outcome }) => sum + resultsOf(outcome).length, offset);
	if (reached > limit) return `The service returned ${reached} results, more than Limit`;
	const total = plausibleTotal(steps, reached);
	if (total === null || reached >= Math.min(total, limit)) return undefined;
	return `The service returned ${reached} of ${total} results`;
}

const resultsOf = (outcome: Outcome): readonly unknown[] =>
	outcome.is === 'found' ? (searchResultsOf(outcome.answer.results) ?? []) : [];

const lookupPage = (tool: Tool, filters: JsonObject, page?: Page): Lookup =>
	lookupOf(tool, searchPage(filters, page ?? null), 'without');

/** Returns the page of a lookup; null for a search without pages. */
function pageOf({ identifier: { value } }: Lookup): Page | null {
	const { limit, offset } = value as Partial<Page>;
	return limit === undefined || offset === undefined ? null : { limit, offset };
}

/** Whether a page is as large as the service allows, so that another one may follow. */
export function isFullPage(lookup: Lookup): boolean {
	const max = lookup.tool.search?.page?.max;
	return max !== undefined && pageOf(lookup)?.limit === max;
}

/**
 * The offset at which to continue a search whose last page was not answered; 0 for one that starts
 * again.
 */
export function offsetAfter(steps: readonly Step[]): number {
	const last = steps.at(-1);
	if (last === undefined || isAnswered(last.outcome)) return 0;
	return pageOf(last.lookup)?.offset ?? 0;
}

export interface SearchResult {
	result: unknown;
	step: Step;
	/** Whether it is the one of its page that reports the charge. */
	showsCharge: boolean;
}

/**
 * Yields the results of all pages in order, without those that an earlier page has.
 * @param most results
 */
export function* distinctResults(steps: readonly Step[], most: number): Generator<SearchResult> {
	const seen = new Set<string>();
	let left = most;
	for (const step of steps) {
		const keys: string[] = [];
		let showsCharge = true;
		for (const result of resultsOf(step.outcome)) {
			if (left === 0) return;
			const key = resultKey(result);
			keys.push(key);
			if (seen.has(key)) continue;
			yield { result, step, showsCharge };
			showsCharge = false;
			left -= 1;
		}
		for (const key of keys) seen.add(key);
	}
}

export function outcomeForResult({ result, step: { lookup, outcome } }: SearchResult): Outcome {
	if (outcome.is !== 'found') return outcome;
	const cells = lookup.tool.columns.read(result);
	return { ...outcome, answer: { ...outcome.answer, results: result, cells } };
}
