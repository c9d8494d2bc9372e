export type JsonObject = Record<string, unknown>;

/** Whether a value is a list or an object. */
export const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** Whether a value is a JSON object: not an array, not null. */
export const isObject = (value: unknown): value is JsonObject =>
	isContainer(value) && !Array.isArray(value);

/** A JSON object; an empty one for any other value. */
export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/**
 * Returns an own field of a JSON object. Inherited fields (`constructor`, `__proto__`) count as
 * absent.
 */
export function field(value: unknown, name: string): unknown {
	if (isObject(value) && Object.hasOwn(value, name)) return value[name];
	return undefined;
}

/** Sets an own field, also one named `__proto__`, which an assignment would not create. */
export function setField(object: JsonObject, name: string, value: unknown): void {
	if (name === '__proto__')
		Object.defineProperty(object, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	else object[name] = value;
}

/** Returns the value at a dotted path; undefined if the path does not exist. */
export const at = (value: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>(field, value);

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Returns a number, also from a plain decimal text up to 2^53, so that none is rounded; null for
 * anything else.
 */
export function toNumber(value: unknown): number | null {
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return null;
	const number = Number(value);
	if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return null;
	return number;
}

/** Returns a non-empty text, also from a number; null for anything else. */
export function toText(value: unknown): string | null {
	if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
	if (typeof value !== 'string' || value === '') return null;
	return value;
}

/**
 * Returns the first characters of a text without splitting a surrogate pair. The result is a copy,
 * because V8 keeps a whole text in memory as long as a slice of it is used.
 */
export function firstOf(text: string, characters: number): string {
	if (text.length <= characters) return text;
	const first = text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
	return JSON.parse(JSON.stringify(first)) as string;
}

/** Replaces line breaks, control characters and bidirectional marks with spaces. */
export const onOneLine = (text: string): string =>
	text.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');

/** Returns a value as JSON; null if it has none or is nested too deeply. */
export function toJson(value: unknown): string | null {
	try {
		return JSON.stringify(value) ?? null;
	} catch {
		return null;
	}
}

/** Returns what a function reads; null if it throws, for what a run can do without. */
export function readable<Value>(read: () => Value): Value | null {
	try {
		return read();
	} catch {
		return null;
	}
}

/** Levels of nesting that are searched, more than any result has. */
export const DEEPEST = 32;

export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '';

export const isFilled = (value: unknown): boolean => !isEmpty(value);

/**
 * The parts of a list or an object; none of any other value. A list is not copied, because it may
 * have a million entries.
 */
export function partsOf(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	return isContainer(value) ? Object.values(value) : [];
}
