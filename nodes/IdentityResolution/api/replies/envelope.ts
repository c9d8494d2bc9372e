import { z } from 'zod/v4';
import {
	field,
	firstOf,
	isContainer,
	isObject,
	partsOf,
	toNumber,
	toObject,
	type JsonObject,
} from '../values/json';
import { toCode } from '../values/nothing';
import { epochOf, toAmount } from '../values/time';
import { type Answer } from './reading';
import { type HttpReply, type Reply } from './httpReply';
import { REASONS, ruleOf, type Reason } from './refusals';
import { objectAs, readAs } from '../values/schema';

const charge = readAs((value) => {
	const number = toNumber(value) ?? -1;
	return number < 0 ? null : number;
});

/**
 * The metadata of a reply in either shape, whole or in part (contract: Common response envelope).
 */
const METADATA = objectAs({
	tokens_charged: charge,
	credits_charged: charge,
	tokens_remaining: readAs(toAmount),
	credits_remaining: readAs(toAmount),
	retry_after: readAs((value) => value),
	fair_use: objectAs({
		records_remaining_5h: readAs(toAmount),
		records_reset_5h: readAs((value) => value),
		records_remaining_1w: readAs(toAmount),
		records_reset_1w: readAs((value) => value),
	}),
});

/** Usage as a reply reports it; null for a missing or unreadable value. */
export interface Usage {
	/** Tokens, at least 0. */
	tokensCharged: number | null;
	/** Tokens; Infinity without a limit. */
	tokensLeft: number | null;
	/** Records of the window of five hours; Infinity without a limit. */
	recordsLeft: number | null;
	/** Epoch ms at which the windows that are used up open again; null also if none is. */
	opensAt: number | null;
}

/** Reads what `metadata` reports. @param now epoch ms */
function readUsage(metadata: unknown, now: number): Usage {
	const { tokens_charged, credits_charged, tokens_remaining, credits_remaining, fair_use } =
		METADATA.parse(metadata);
	return {
		tokensCharged: tokens_charged ?? credits_charged,
		tokensLeft: tokens_remaining ?? credits_remaining,
		recordsLeft: fair_use.records_remaining_5h,
		opensAt: latestOpening(
			[
				[fair_use.records_remaining_5h, fair_use.records_reset_5h],
				[fair_use.records_remaining_1w, fair_use.records_reset_1w],
			],
			now,
		),
	};
}

type Window = readonly [remaining: number | null, reset: unknown];

function latestOpening(windows: readonly Window[], now: number): number | null {
	const closed = windows.filter(([remaining]) => remaining !== null && remaining <= 0);
	const wait = longestOf(
		closed.map(([, reset]) => reset),
		now,
	);
	if (wait === null) return null;
	return now + wait;
}

/** Of a reply that reports nothing, or that was not read. */
export const NO_USAGE: Usage = {
	tokensCharged: null,
	tokensLeft: null,
	recordsLeft: null,
	opensAt: null,
};

/** At most 2,000 characters, which the user reads once in full. */
const words = readAs((value) => firstOf(toCode(value) ?? '', 2_000) || null);

/** The error of a reply in either of its two shapes (contract: Errors). */
const ERROR = z.object({ code: words, message: words });

/** The service's own words, at most 2,000 characters each; null if it is missing. */
export interface ErrorBlock {
	code: string | null;
	message: string | null;
}

const NO_WORDS: ErrorBlock = { code: null, message: null };

/** Reads the `error` block of a body; null if there is none. */
export function readErrorBlock(body: unknown): ErrorBlock | null {
	const error = field(body, 'error');
	const parts = isContainer(error) ? partsOf(error) : [error];
	if (parts.every(isNoCode)) return null;
	return ERROR.parse(sentErrorOf(body));
}

/** The `error` block of a body. The flat shape becomes `{ code, message }`. */
export function sentErrorOf(body: unknown): JsonObject {
	const error = field(body, 'error');
	if (isObject(error)) return error;
	return { code: error, message: field(body, 'message') ?? null };
}

const isNoCode = (part: unknown): boolean =>
	part !== true && !isContainer(part) && toCode(part) === null;

/** The parts of a reply that do not depend on its tool (contract: Common response envelope). */
export interface Envelope {
	httpStatus: number;
	isSuccess: boolean;
	isReadable: boolean;
	/** `ok`, `not_found` or any other; null if it is missing or empty. */
	status: string | null;
	results: unknown;
	metadata: unknown;
	usage: Usage;
	error: ErrorBlock | null;
	/** The error block as the service sent it. */
	sentError: JsonObject;
	/** Why the reply contains no answer, if it has none. */
	refusal: Refusal;
}

/** Reads a reply of any status and body. @param now epoch ms, for waits that are given as a date */
export function readEnvelope({ status, headers, body }: HttpReply, now: number): Envelope {
	const { status: word, results, metadata = null } = toObject(body);
	const error = readErrorBlock(body);
	const retryAfter = readRetryAfter(headers, metadata, now);
	return {
		httpStatus: status,
		isSuccess: isSuccess(status),
		isReadable: isObject(body),
		status: toCode(word),
		results,
		metadata,
		usage: readUsage(metadata, now),
		error,
		sentError: sentErrorOf(body),
		refusal: {
			...(error ?? NO_WORDS),
			reason: reasonOf(status, error),
			httpStatus: status,
			retryAfter,
		},
	};
}

/** ms (a year). No window is longer, and a much longer wait would end at an invalid date. */
export const LONGEST_WAIT = 365 * 24 * 3_600_000;

/**
 * Returns the wait that a reply requests, in ms; null if there is none (contract: Errors, 1). Of
 * the header `Retry-After` and `metadata.retry_after` (seconds, a date or epoch seconds), the
 * longer valid wait counts.
 */
function readRetryAfter(
	headers: HttpReply['headers'],
	metadata: unknown,
	now: number,
): number | null {
	return longestOf([headers['retry-after'], METADATA.parse(metadata).retry_after], now);
}

/** The longest of several waits, in ms; null if none is valid. */
function longestOf(given: readonly unknown[], now: number): number | null {
	const waits = given.map((one) => waitOf(one, now)).filter((wait) => wait !== null);
	if (waits.length === 0) return null;
	return Math.min(Math.max(...waits), LONGEST_WAIT);
}

function waitOf(given: unknown, now: number): number | null {
	// `Date.parse` accepts texts such as "-5" and "in 5"; a date always contains a time of day.
	const isDate = typeof given === 'string' && /\d:\d\d/.test(given);
	const date = isDate ? Date.parse(given) : epochOf(given);
	if (Number.isNaN(date)) return null;
	if (date !== null) return Math.max(0, date - now);
	const seconds = charge.parse(given);
	if (seconds === null) return null;
	return seconds * 1_000;
}

/** Why a reply contains no answer (contract: Errors). */
export interface Refusal {
	reason: Reason;
	httpStatus: number | null;
	/** The service's code, also if it is unknown. */
	code: string | null;
	message: string | null;
	/** ms that the service requests to wait; null if it does not. */
	retryAfter: number | null;
	/** A retry would fail in the same way, and may be charged. */
	final?: true;
	/** What the service sent, if reading it failed. */
	unread?: Answer;
}

/** Returns the refusal for a request without a reply. */
export const noReply = ({ is: reason, ...given }: Exclude<Reply, { is: 'http' }>): Refusal => ({
	reason,
	httpStatus: null,
	code: null,
	retryAfter: null,
	...given,
});

/**
 * Classifies a reply by its status first and its code second (contract: Silent points, 9). A
 * success with an error block has only the code.
 */
function reasonOf(status: number, error: ErrorBlock | null): Reason {
	if (isSuccess(status)) return reasonOfCode(error?.code) ?? 'lost';
	if (status === 403 && error === null) return 'blocked';
	const possible = REASONS.filter((one) => ruleOf(one).status === status);
	const reason = possible.find((one) => codeOf(one) === error?.code) ?? possible.at(0);
	if (reason !== undefined) return reason;
	if (status === 408) return 'lost';
	return OTHER_REASONS[Math.floor(status / 100)] ?? 'lost';
}

/** By the hundreds of a status that no reason has. */
const OTHER_REASONS: Partial<Record<number, Reason>> = { 3: 'wrong_address', 4: 'invalid_input' };

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The code with which the service names a reason. */
const codeOf = (reason: Reason): string => ruleOf(reason).code ?? reason;

const reasonOfCode = (code: string | null | undefined): Reason | undefined =>
	REASONS.find((one) => ruleOf(one).status !== undefined && codeOf(one) === code);

/** Whether the code of an error block explains nothing: it is unknown, or repeats the miss. */
export const explainsNothing = (code: string | null | undefined): boolean =>
	[undefined, 'unknown_tool'].includes(reasonOfCode(code));
