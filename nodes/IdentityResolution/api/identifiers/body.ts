import { DEEPEST, type JsonObject } from '../json';
import type { Identifier } from './identifier';

/** A request body as an identifier: bodies that differ only in the order of their keys are one question. */
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

/** How many lookups an identifier may turn out to be: a body can be a batch of its own, as long as its longest list. */
export const lookupCount = ({ value }: Identifier): number => Math.max(1, longestList(value));

/** How many lookups the identifiers of one request may turn out to be. */
export const totalLookups = (identifiers: readonly Identifier[]): number =>
	identifiers.reduce((total, identifier) => total + lookupCount(identifier), 0);

function longestList(value: unknown, depth = 0): number {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return 0;
	const own = Array.isArray(value) ? value.length : 0;
	return Object.values(value).reduce<number>((longest, part) => Math.max(longest, longestList(part, depth + 1)), own);
}
