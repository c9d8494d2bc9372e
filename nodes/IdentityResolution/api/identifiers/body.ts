import type { Identifier, JsonObject } from './identifier';

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
