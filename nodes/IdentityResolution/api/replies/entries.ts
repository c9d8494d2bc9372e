import { containsData, field, toExactNumber } from '../json';

/** Usual names of the list in the results of a search: the public reference shows the first one alone. */
const LISTS = ['results', 'profiles', 'people', 'companies', 'items', 'data', 'matches'];

/** Returns the list in the results of a search; null if they only count the matches, or are empty. */
export function entriesOf(results: unknown): readonly unknown[] | null {
	const lists: unknown[] = [results, ...LISTS.map((name) => field(results, name))];
	const list = lists.find((one): one is unknown[] => Array.isArray(one));
	if (list !== undefined) return list;
	return totalOf(results) === null && containsData(results) ? [results] : null;
}

/** Returns the number of all matches of a search; null if the service does not report it. */
export const totalOf = (results: unknown): number | null =>
	toExactNumber(field(results, 'total') ?? field(results, 'count'));

/** Whether a search has a match. A search that only counts returns no list. */
export function hasMatches(results: unknown): boolean {
	const entries = entriesOf(results);
	return entries === null ? (totalOf(results) ?? 0) > 0 : entries.length > 0;
}
