export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: not an array, not null. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own field of a JSON object; anything inherited (`constructor`, `__proto__`) counts as absent. */
export function field(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value at a dotted path, or undefined where the path leaves the data. */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce<unknown>(field, value);

/** A number, or a text that is one; anything else is null. */
export function toNumber(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value !== 'string' || value.trim() === '') return null;
	const number = Number(value);
	return Number.isFinite(number) ? number : null;
}

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * A number, or a text in plain decimal digits up to 2^53; anything else is null, so that a cell is never rounded or
 * read as hexadecimal.
 */
export function toExactNumber(value: unknown): number | null {
	if (typeof value !== 'string') return toNumber(value);
	const number = DECIMAL.test(value.trim()) ? Number(value) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** A non-empty text; numbers are read as text, anything else is null. */
export function toText(value: unknown): string | null {
	if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}

/** The first characters of a text, but never half of one. */
export const firstOf = (text: string, characters: number): string =>
	text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');

/** A text without line breaks, control characters and marks that turn its direction. */
export const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');

/** A value as JSON; null where it has none, or is nested too deep to be written. */
export function toJson(value: unknown): string | null {
	try {
		return JSON.stringify(value) ?? null;
	} catch {
		return null;
	}
}

/** Levels of nesting: more than any result has. */
export const DEEPEST = 32;

/** Whether a value or a cell of a sheet is empty. */
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Whether anything in a value is not null. What is nested deeper than any result counts as data, unread. */
export function holdsData(value: unknown, depth = 0): boolean {
	if (isEmpty(value)) return false;
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return true;
	return Object.values(value).some((part) => holdsData(part, depth + 1));
}

/** Levels. n8n cannot save what is nested some thousands deep, and would lose the whole run. */
const DEEPEST_KEPT = 100;
/** What stands where a value was nested deeper. */
export const TOO_DEEP = '[nested too deep]';

/** A value without what is nested deeper than anything can follow; the value itself where nothing is. */
export const withoutDepths = (value: unknown): unknown =>
	isDeeperThan(DEEPEST_KEPT, value) ? cut(DEEPEST_KEPT, value) : value;

const isDeeperThan = (levels: number, value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)));

function cut(levels: number, value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((part) => cut(levels - 1, part));
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(levels - 1, part)]));
}
