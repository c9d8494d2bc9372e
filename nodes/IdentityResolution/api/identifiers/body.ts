import { DEEPEST, type JsonObject } from '../json';
import type { Identifier } from './identifier';

/** Returns a request body as an identifier. Bodies that differ only in the order of their fields get the same key. */
export function readBody(body: JsonObject): Identifier {
	return { kind: 'body', key: `body:${stableJson(body)}`, value: body };
}

function stableJson(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		part !== null && typeof part === 'object' && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

/** Maximum number of lookups of an identifier: a body may be a batch, up to the length of its longest list. */
export const lookupCount = ({ value }: Identifier): number => Math.max(1, longestList(value));

/** Maximum number of lookups of one request. */
export const totalLookups = (identifiers: readonly Identifier[]): number =>
	identifiers.reduce((total, identifier) => total + lookupCount(identifier), 0);

function longestList(value: unknown, depth = 0): number {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return 0;
	const own = Array.isArray(value) ? value.length : 0;
	return Object.values(value).reduce<number>((longest, part) => Math.max(longest, longestList(part, depth + 1)), own);
}
