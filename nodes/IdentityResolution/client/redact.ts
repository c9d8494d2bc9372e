import { setField, type JsonObject } from '../api/json';

/** Replaces the key. */
const REDACTED = '[API key]';
/** Characters. Services issue no shorter keys, and a very short one would match parts of ordinary words. */
const SHORTEST = 8;

/**
 * Removes the key from a body: a server may echo it, and it would reach items, errors and hints.
 * @param text the body as it was received
 * @param body the parsed text, nested at most a hundred levels deep
 */
export function redact(text: string, body: unknown, key: string): unknown {
	if (key.length < SHORTEST) return body;
	const spellings = [...new Set([key, encodeURIComponent(key)])];
	// A backslash may write any character of the key in another way.
	const mayContain = text.includes('\\') || spellings.some((spelling) => text.includes(spelling));
	return mayContain ? without(spellings, body) : body;
}

/** Texts, names of fields, and numbers: a key may consist of digits. */
function without(spellings: readonly string[], value: unknown): unknown {
	if (typeof value === 'string') return redacted(spellings, value);
	if (typeof value === 'number') {
		const digits = String(value);
		return spellings.some((spelling) => digits.includes(spelling)) ? REDACTED : value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((part) => without(spellings, part));
	const object: JsonObject = {};
	for (const [name, part] of Object.entries(value))
		setField(object, redacted(spellings, name), without(spellings, part));
	return object;
}

const redacted = (spellings: readonly string[], text: string) =>
	spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REDACTED), text);
