import { containsData, field, isObject, toExactNumber, toJson, toText } from '../json';

/** Usual names of the list in the results of a search: the public reference shows the first one alone. */
const LISTS = ['results', 'profiles', 'people', 'companies', 'items', 'data', 'matches'];

/** Returns the list in the results of a search; null if they only count the matches, or are empty. */
export function searchResultsOf(results: unknown): readonly unknown[] | null {
	const lists: unknown[] = [results, ...LISTS.map((name) => field(results, name))];
	const list = lists.find((one): one is unknown[] => Array.isArray(one));
	if (list !== undefined) return list;
	return totalOf(results) === null && containsData(results) ? [results] : null;
}

/** The usual names of what identifies an entry. */
const KEY_FIELDS = ['linkedin_url', 'linkedinurl', 'linkedin_slug', 'linkedin_company_id', 'id', 'domain'];

/** Returns a text that is equal for equal entries; `_score` may differ between pages. */
export function resultKey(entry: unknown): string {
	if (!isObject(entry)) return toJson(entry) ?? '';
	const named = KEY_FIELDS.map((name) => toText(field(entry, name))).find((text) => text !== null);
	return named ?? toJson({ ...entry, _score: undefined }) ?? '';
}

/** Returns the number of all matches of a search; null if the service does not report it. */
export const totalOf = (results: unknown): number | null =>
	toExactNumber(field(results, 'total') ?? field(results, 'count'));

/** Whether a search has a match. A search that only counts returns no list. */
export function hasSearchResults(results: unknown): boolean {
	const entries = searchResultsOf(results);
	return entries === null ? (totalOf(results) ?? 0) > 0 : entries.length > 0;
}
