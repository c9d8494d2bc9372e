import type { Cells } from '../person/columns';
import type { Tool } from '../tool';
import { firstOf, isObject, partsOf, readable } from '../values/json';
import { readErrorBlock, type Refusal, type Usage } from './envelope';
import type { Row } from './row';
import { searchResultsOf } from './searchResults';

/** The service's answer to one lookup. */
export interface Answer {
	found: boolean;
	/** As the service sent them. */
	results: unknown;
	/**
	 * Its columns, once `cellsOf` has read them. For most answers, that is when their row is
	 * written.
	 */
	cells?: Cells;
	metadata: unknown;
	/** When the service sent it (epoch ms); null if unknown. */
	at: number | null;
	/** One miss for a whole batch, whose reply names no row. A later run does not know it. */
	isUnnamed?: true;
	/** The error block of the reply, unchanged. */
	error?: unknown;
	/** That error as text, or a status outside the contract, for the row's reason. */
	serviceNote?: string;
	/** Only a part of its results was kept, because the answers of the run were too large. */
	isReduced?: true;
}

export const NO_CELLS: Cells = Object.freeze({});

/**
 * Reads the columns of an answer of a tool, once: steps, hints and rows share it. None for a miss,
 * and for a page of a search, whose results have their own.
 */
export function cellsOf({ search, columns }: Tool, answer: Answer): Cells {
	// A result of a search has cells of its own.
	if (!answer.found || search !== undefined) return answer.cells ?? NO_CELLS;
	return (answer.cells ??= columns.read(answer.results));
}

/** Returns the refusal for an answer that cannot be read because of a fault of the node. */
export function unreadable(fault: unknown, unread: Answer): Refusal {
	const words = fault instanceof Error ? fault.message : String(fault);
	// The message of a schema is JSON, which says nothing to a user.
	const message = /^[[{]/.test(words) ? null : firstOf(words, LONGEST_FAULT);
	return {
		reason: 'unreadable',
		httpStatus: null,
		code: null,
		message,
		retryAfter: null,
		unread,
	};
}

/** Characters. */
const LONGEST_FAULT = 100;

/**
 * Reads all columns of an answer. Returns the refusal for one that cannot be read; null for any
 * other.
 */
export function refusalOfUnreadable(tool: Tool, answer: Answer): Refusal | null {
	try {
		cellsOf(tool, answer);
		if (tool.search !== undefined && answer.found)
			for (const result of searchResultsOf(answer.results) ?? []) tool.columns.read(result);
		return null;
	} catch (fault) {
		return unreadable(fault, answer);
	}
}

/**
 * A parsed reply: answers to some of the requested identifiers, or a refusal. The others are
 * retried one by one.
 */
export type Reading =
	| {
			is: 'answers';
			/** By the key of the identifier. */
			answers: ReadonlyMap<string, Answer>;
			/** Why rows of a partial batch are missing, if the reply reports it. */
			partialError: Refusal | null;
			usage: Usage;
			/** Departures from the contract. */
			drift: readonly string[];
	  }
	| { is: 'refusal'; refusal: Refusal; usage: Usage };

/** Whether no part of a batch reply can be matched. Its lookups may have been charged. */
export const hasNoMatches = (reading: Reading): boolean =>
	reading.is === 'answers' && reading.answers.size === 0;

/** The error of a row as text; or the unknown status of a miss. */
export function noteOn({ error, status }: Row, found: boolean): string | null {
	const own = readErrorBlock({ error });
	if (own !== null) return [own.code, own.message].filter(Boolean).join(': ');
	return found ? null : unknownStatus(status);
}

/** A status outside the contract, at most 100 characters of it; null for any other. */
function unknownStatus(status: string | null): string | null {
	if (status === null || status === 'ok' || status === 'not_found') return null;
	return firstOf(status, 100);
}

/** Names a status outside the contract. */
export function statusDrift(status: string | null): string[] {
	const unknown = unknownStatus(status);
	return unknown === null ? [] : [`status is ${JSON.stringify(unknown.slice(0, 40))}`];
}

/** Entries of a list. */
const MAX_CHECKED = 100;

/**
 * Truncates the lists of a result, because the issues of all entries of a long list would fill the
 * memory.
 */
function withoutLongLists(results: unknown): unknown {
	if (!isObject(results)) return results;
	const isLong = (part: unknown) => Array.isArray(part) && part.length > MAX_CHECKED;
	const long = Object.entries(results).filter(([, part]) => isLong(part));
	if (long.length === 0) return results;
	const cut = long.map(([name, part]) => [name, partsOf(part).slice(0, MAX_CHECKED)]);
	return { ...results, ...Object.fromEntries(cut) };
}

/** Names the first fields of results that do not match the schema of their tool. */
export function resultDrift(tool: Tool, results: unknown): string[] {
	const parsed = readable(() => tool.result.safeParse(withoutLongLists(results)));
	if (parsed === null || parsed.success) return [];
	return parsed.error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${['results', ...path].join('.')}: ${message}`);
}
