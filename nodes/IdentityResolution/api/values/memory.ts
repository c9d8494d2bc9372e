import { isContainer, partsOf } from './json';

/**
 * Levels. n8n cannot save data that is nested thousands of levels deep, and would lose the whole
 * run.
 */
const DEEPEST_KEPT = 100;
const TOO_DEEP = '[nested too deep]';

/** Truncates data that is nested too deeply; returns any other value unchanged. */
export function withoutDepths(value: unknown): unknown {
	if (!isDeeperThan(DEEPEST_KEPT, value)) return value;
	return truncate(DEEPEST_KEPT, value);
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
	isContainer(value) &&
	(levels === 0 || partsOf(value).some((part) => isDeeperThan(levels - 1, part)));

function truncate(levels: number, value: unknown): unknown {
	if (!isContainer(value)) return value;
	if (levels === 0) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((part) => truncate(levels - 1, part));
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => [name, truncate(levels - 1, part)]),
	);
}

/** Characters of a reply, or bytes in memory, per lookup. An ordinary answer has a tenth of it. */
export const LARGE_ANSWER = 16 * 1024;

/** Bytes, about, in V8. */
const VALUE = 16;
const CONTAINER = 48;
const FIELD = 24;

/**
 * Estimates the memory of a JSON value in bytes. Small lists and objects need ten times as much as
 * their text.
 */
export function memoryOf(value: unknown): number {
	if (typeof value === 'string') return VALUE + value.length;
	if (!isContainer(value)) return VALUE;
	const perPart = Array.isArray(value) ? 0 : FIELD;
	return partsOf(value).reduce<number>(
		(bytes, part) => bytes + perPart + memoryOf(part),
		CONTAINER,
	);
}
