import { firstOf, onOneLine, type JsonObject } from '../json';

/**
 * What one lookup asks about. `body` stands for tools that take no identifier: the whole request body is the question.
 */
export type IdentifierKind = 'linkedin' | 'email' | 'hem' | 'body';

/**
 * One canonical identifier.
 * `key` is equal for every spelling of the same person; `value` is what goes over the wire.
 */
export type Identifier =
	| { kind: 'linkedin' | 'email' | 'hem'; key: string; value: string }
	| { kind: 'body'; key: string; value: JsonObject };

/** A cell read as an identifier: blank cells are skipped, invalid ones refused with a sentence for the user. */
export type IdentifierReading =
	{ is: 'identifier'; identifier: Identifier } | { is: 'blank' } | { is: 'invalid'; why: string };

export const invalid = (why: string): IdentifierReading => ({ is: 'invalid', why });

/** Blanks, soft hyphens, zero-width and direction marks. */
const INVISIBLE = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

/**
 * A text without blanks and invisible marks at its ends. Looked at mark by mark: an expression for those at the end
 * starts anew at every blank before it, which takes half an hour where a cell holds a megabyte of them.
 */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && INVISIBLE.test(text[start])) start += 1;
	while (end > start && INVISIBLE.test(text[end - 1])) end -= 1;
	return text.slice(start, end);
}

/**
 * The text of a cell: numbers and booleans as n8n shows them, without blanks and invisible marks at its ends.
 * @returns null for a cell that has no text form (an object, an array)
 */
export function cellText(cell: unknown): string | null {
	if (cell === null || cell === undefined) return '';
	if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol') return null;
	return trimmed(String(cell));
}

/** A refused cell as a sentence quotes it: one line, short. */
export function quoted(text: string): string {
	const line = onOneLine(text);
	return `"${line.length > 60 ? `${firstOf(line, 59)}…` : line}"`;
}
