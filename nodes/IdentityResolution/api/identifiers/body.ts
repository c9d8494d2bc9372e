import { DEEPEST, field, toNumber, type JsonObject } from '../values/json';
import type { Identifier } from './identifier';

/**
 * Returns a request body as an identifier. Bodies that differ only in the order of their fields get
 * the same key.
 */
export function readBody(body: JsonObject): Identifier {
	return { kind: 'body', key: `body:${stableJson(body)}`, value: body };
}

/** The part of a search that one request returns. `offset` counts results from 0. */
export interface Page {
	limit: number;
	offset: number;
}

/**
 * Returns a page of a search as an identifier. Searches that differ only in case, spaces or the
 * order of their fields get the same key.
 * @param page null for a search without pages
 */
export function searchPage(filters: JsonObject, page: Page | null): Identifier {
	const value = page === null ? filters : { ...filters, ...page };
	return { kind: 'search', key: `search:${searchKey(value)}`, value };
}

/** A text that is equal for equal filters. */
export const searchKey = (filters: JsonObject): string =>
	stableJson(filters).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

/** JSON with the fields of objects in alphabetical order. */
function stableJson(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		part !== null && typeof part === 'object' && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

/**
 * The hits that an identifier may have: a page of a search up to its limit, or an assumed number
 * without one; a body, which may be a batch, up to the length of its longest list.
 */
export function lookupCount({ kind, value }: Identifier): number {
	if (kind === 'search') return toNumber(field(value, 'limit')) ?? ASSUMED_RESULTS;
	return Math.max(1, longestList(value));
}

/** Results of a search without a limit, as in a full page of another one. */
export const ASSUMED_RESULTS = 25;

/** Maximum number of lookups of one request. */
export const totalLookups = (identifiers: readonly Identifier[]): number =>
	identifiers.reduce((total, identifier) => total + lookupCount(identifier), 0);

function longestList(value: unknown, depth = 0): number {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return 0;
	const own = Array.isArray(value) ? value.length : 0;
	return Object.values(value).reduce<number>(
		(longest, part) => Math.max(longest, longestList(part, depth + 1)),
		own,
	);
}
