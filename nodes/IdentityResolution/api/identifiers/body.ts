import type { Phone, Tool } from '../tool';
import { DEEPEST, field, isObject, partsOf, toNumber, type JsonObject } from '../values/json';
import { hashed } from './hem';
import { isText, type Identifier, type TextIdentifier } from './identifier';

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
	const value = { ...filters, ...page };
	return { kind: 'search', key: `search:${searchKey(value)}`, value };
}

/** A text that is equal for equal filters. */
export const searchKey = (filters: JsonObject): string =>
	stableJson(filters).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

/** JSON with the fields of objects in alphabetical order. */
function stableJson(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) => {
		if (!isObject(part)) return part;
		return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
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
	if (depth > DEEPEST) return 0;
	const own = Array.isArray(value) ? value.length : 0;
	return partsOf(value).reduce<number>(
		(longest, part) => Math.max(longest, longestList(part, depth + 1)),
		own,
	);
}

/**
 * Returns the JSON body of a request, with exactly one identifier field: the batch field only for
 * two or more identifiers (contract: Silent points, 1 and 6). The phone flag is sent only if it is
 * true.
 */
export function requestBody(
	tool: Tool,
	requested: readonly Identifier[],
	phone: Phone,
): JsonObject {
	const [first] = requested;
	if (!isText(first)) return first.value;
	const flag: JsonObject = {};
	if (phone === 'with' && tool.phoneFlag) flag[tool.phoneFlag] = true;
	if (requested.length > 1 && tool.batch) {
		const values = requested.filter(isText).map((one) => acceptedBy(tool, one).value);
		return { [tool.batch.field]: values, ...flag };
	}
	const { kind, value } = acceptedBy(tool, first);
	const name = tool.requestFields[kind];
	if (name === undefined) return {};
	return { [name]: value, ...flag };
}

/** An email is sent as its MD5 to a tool that accepts only hashes. */
function acceptedBy({ requestFields }: Tool, identifier: TextIdentifier): TextIdentifier {
	if (requestFields.email !== undefined || requestFields.hem === undefined) return identifier;
	return hashed(identifier);
}
