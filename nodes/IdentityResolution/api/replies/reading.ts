import type { Cells } from '../person/columns';
import type { Refusal, Usage } from './envelope';
import { firstOf } from '../values/json';
import type { Tool } from '../tool';
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
export const cellsOf = ({ search, columns }: Tool, answer: Answer): Cells =>
	(answer.cells ??=
		answer.found && search === undefined ? columns.read(answer.results) : NO_CELLS);

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
