import type { JsonObject } from '../json';
import { stableJson } from './body';
import type { Identifier } from './identifier';

/** The part of a search that one request returns. `offset` counts results from 0. */
export interface Page {
	limit: number;
	offset: number;
}

/**
 * Returns a page of a search as an identifier. Searches that differ only in case, spaces or the order of their fields
 * get the same key. @param page null for a search without pages
 */
export function searchPage(filters: JsonObject, page: Page | null): Identifier {
	const value = page === null ? filters : { ...filters, ...page };
	return { kind: 'search', key: `search:${searchKey(value)}`, value };
}

/** A text that is equal for equal filters. */
export const searchKey = (filters: JsonObject): string =>
	stableJson(filters).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
