import { partsOf } from './json';

/** Characters of a reply, or bytes in memory, per lookup. An ordinary answer has a tenth of it. */
export const LARGE_ANSWER = 16 * 1024;

/** Bytes, about, in V8. */
const VALUE = 16;
const CONTAINER = 48;
const FIELD = 24;

/** Estimates the memory of a JSON value in bytes. Small lists and objects need ten times as much as their text. */
export function memoryOf(value: unknown): number {
	if (typeof value === 'string') return VALUE + value.length;
	if (typeof value !== 'object' || value === null) return VALUE;
	const perPart = Array.isArray(value) ? 0 : FIELD;
	return partsOf(value).reduce<number>((bytes, part) => bytes + perPart + memoryOf(part), CONTAINER);
}
