import { hash } from 'node:crypto';
import { z } from 'zod/v4';
import { linkedinPath, profileAddress } from '../identifiers/linkedin';
import { containsData, toFilledText } from '../values/nothing';
import { field, isObject, toNumber, toJson } from '../values/json';

/** The results of the searches with pages. */
export const PAGE_OF_RESULTS = z.looseObject({
	results: z.array(z.unknown()).nullable().optional(),
	total: z.unknown().optional(),
});

/**
 * Usual names of the list in the results of a search: the public reference shows the first one
 * alone.
 */
const LISTS = ['results', 'profiles', 'people', 'companies', 'items', 'data', 'matches'];

/**
 * Returns the list in results: one of the usual names, or else the only field besides numbers. A
 * list of texts counts only if they are addresses, and an empty one only without a count, because
 * others are remarks.
 */
function listIn(results: unknown): readonly unknown[] | undefined {
	const named = [results, ...LISTS.map((name) => field(results, name))].find(isList);
	if (named !== undefined || !isObject(results)) return named;
	const others = Object.values(results).filter((value) => typeof value !== 'number');
	const [only] = others;
	if (others.length !== 1 || !isList(only) || !only.every(isResult)) return undefined;
	if (only.length === 0 && toNumber(field(results, 'count'))) return undefined;
	return only;
}

const isResult = (entry: unknown) =>
	isObject(entry) || (typeof entry === 'string' && linkedinPath(entry) !== null);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Returns the list in the results of a search; null if they only count the matches, or are empty.
 */
export function searchResultsOf(results: unknown): readonly unknown[] | null {
	const list = listIn(results);
	if (list !== undefined) return list;
	if (totalOf(results) !== null || !containsData(results)) return null;
	return [results];
}

/** The usual names of what identifies a result, by preference. */
const ADDRESS_FIELDS = ['linkedin_url', 'linkedinurl', 'profile_url', 'url', 'linkedin_slug'];
const ID_FIELDS = ['linkedin_company_id', 'id'];

/** Returns a text that is equal for equal results; `_score` may differ between pages. */
export function resultKey(result: unknown): string {
	const texts = (names: readonly string[]) =>
		names.map((name) => toFilledText(field(result, name)));
	// People whose profile is `/in/null` may differ.
	const named = [...texts(ADDRESS_FIELDS).map(profileAddress), ...texts(ID_FIELDS)].find(
		(text) => text !== null,
	);
	const key = named ?? toJson(withoutScore(result)) ?? '';
	if (key.length > LONGEST_KEY) return hash('sha256', key, 'hex');
	return key;
}

const withoutScore = (result: unknown) =>
	isObject(result) ? { ...result, _score: undefined } : result;

/** Characters. The key of a very large result would use as much memory as the result. */
const LONGEST_KEY = 1_000;

/**
 * Returns the number of all matches of a search; null if unknown. A count beside a list may be that
 * of the list.
 */
export function totalOf(results: unknown): number | null {
	const total = toNumber(field(results, 'total'));
	if (total !== null || listIn(results) !== undefined) return total;
	return toNumber(field(results, 'count'));
}

/** Returns the number of matches to show; null if the service reports none. */
export const shownTotalOf = (results: unknown): number | null =>
	toNumber(field(results, 'total') ?? field(results, 'count'));

/** Whether a search has a match. A search that only counts returns no list. */
export function hasSearchResults(results: unknown): boolean {
	const count = searchResultsOf(results)?.length ?? totalOf(results) ?? 0;
	return count > 0;
}
