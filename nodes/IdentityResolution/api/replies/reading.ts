import type { Cells } from '../person/columns';
import type { Refusal, Usage } from './envelope';
import { firstOf, toNumber, toText } from '../json';
import type { Tool } from '../tool';
import { searchResultsOf } from './searchResults';

/**
 * Returns an amount; Infinity for -1 and "unlimited", with which the service reports that there is
 * no limit.
 */
export function toAmount(value: unknown): number | null {
	const amount = value === 'unlimited' ? Infinity : toNumber(value);
	return amount === -1 ? Infinity : amount;
}

/** Epoch ms. Later times could pass the year 9999, which ISO 8601 cannot write in four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** A number below is no time, but an amount of seconds. */
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e12;

/** Returns epoch ms for epoch seconds or ms; null for any other value. */
export function epochOf(value: unknown): number | null {
	const number = toNumber(value);
	if (number === null || number < FIRST_EPOCH_SECOND) return null;
	const time = number < FIRST_EPOCH_MS ? number * 1_000 : number;
	return time > LATEST ? null : time;
}

/** Returns epoch seconds or ms as ISO 8601; null for any other value. */
export function isoOf(value: unknown): string | null {
	const time = epochOf(value);
	return time === null ? null : new Date(time).toISOString();
}

/**
 * Returns epoch ms; null for what is no time. Accepts more than ISO 8601, because the date of a
 * work email is only specified as date-like (contract: Reverse email profile).
 */
export function toTime(value: unknown): number | null {
	const time = epochOf(value) ?? Date.parse(toText(value) ?? '');
	return Number.isNaN(time) || time > LATEST ? null : time;
}

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

/** An HTTP reply. Header names are lower case; a body that is not JSON is a string. */
export interface HttpReply {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
	/** Characters of the body's text; absent if unknown. */
	size?: number;
}

/**
 * `http`: a reply of any status. `unsent`: no connection, so not charged. `lost`: sent, but no
 * reply arrived; `final`: a retry would be lost, too.
 */
export type Reply =
	| ({ is: 'http' } & HttpReply)
	| { is: 'unsent'; message: string }
	| { is: 'lost'; message: string; final?: true };
