import { z } from 'zod/v4';
import { field, firstOf, isObject, toNumber, type JsonObject } from '../values/json';
import { toCode } from '../values/nothing';
import { epochOf, toAmount } from '../values/time';
import { type Answer } from './reading';
import { type HttpReply, type Reply } from './httpReply';
import { REASONS, ruleOf, type Reason } from './refusals';
import { objectAs, readAs } from '../values/schema';

const charge = readAs((value) => {
	const number = toNumber(value);
	return number !== null && number >= 0 ? number : null;
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

/** Usage as a reply reports it. */
export type Usage = ReturnType<typeof readUsage>;

/**
 * What `metadata` reports: null for a missing or unreadable value, Infinity for records without a
 * limit.
 * @param now epoch ms
 */
export function readUsage(metadata: unknown, now: number) {
	const { tokens_charged, credits_charged, tokens_remaining, credits_remaining, fair_use } =
		METADATA.parse(metadata);
	return {
		tokensCharged: tokens_charged ?? credits_charged,
		/** Infinity without a limit. */
		tokensLeft: tokens_remaining ?? credits_remaining,
		recordsLeft: fair_use.records_remaining_5h,
		/**
		 * Epoch ms at which the windows that are used up open again; null if none is, or if that is
		 * not reported.
		 */
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
	const waits = closed.map(([, reset]) => waitOf(reset, now)).filter((wait) => wait !== null);
	return waits.length > 0 ? now + Math.min(Math.max(...waits), LONGEST_WAIT) : null;
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

/** Reads the `error` block of a body; null if there is none. */
export function readErrorBlock(body: unknown) {
	const error = field(body, 'error');
	const parts: unknown[] =
		typeof error === 'object' && error !== null ? Object.values(error) : [error];
	return parts.every(isNoCode) ? null : ERROR.parse(sentErrorOf(body));
}

/** The `error` block of a body. The flat shape becomes `{ code, message }`. */
export function sentErrorOf(body: unknown): JsonObject {
	const error = field(body, 'error');
	return isObject(error) ? error : { code: error, message: field(body, 'message') ?? null };
}

const isNoCode = (part: unknown): boolean =>
	part !== true && (typeof part !== 'object' || part === null) && toCode(part) === null;

/** The parts of a reply that do not depend on its tool (contract: Common response envelope). */
export type Envelope = ReturnType<typeof readEnvelope>;

/** Reads a reply of any status and body. @param now epoch ms, for waits that are given as a date */
export function readEnvelope({ status, headers, body }: HttpReply, now: number) {
	const { status: word, results, metadata = null } = isObject(body) ? body : {};
	const error = readErrorBlock(body);
	const retryAfter = readRetryAfter(headers, metadata, now);
	return {
		httpStatus: status,
		isSuccess: status >= 200 && status < 300,
		isReadable: isObject(body),
		/** `ok`, `not_found` or any other; null if it is missing or empty. */
		status: toCode(word),
		results,
		metadata,
		usage: readUsage(metadata, now),
		error,
		sentError: sentErrorOf(body),
		/** Why the reply contains no answer, if it has none. */
		refusal: {
			...(error ?? { code: null, message: null }),
			reason:
				status === 403 && error === null
					? 'blocked'
					: reasonOf(status, error?.code ?? null),
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
	const waits = [headers['retry-after'], METADATA.parse(metadata).retry_after].map((wait) =>
		waitOf(wait, now),
	);
	const given = waits.filter((wait) => wait !== null);
	return given.length > 0 ? Math.min(Math.max(...given), LONGEST_WAIT) : null;
}

function waitOf(given: unknown, now: number): number | null {
	// `Date.parse` accepts texts such as "-5" and "in 5"; a date always contains a time of day.
	const isDate = typeof given === 'string' && /\d:\d\d/.test(given);
	const date = isDate ? Date.parse(given) : epochOf(given);
	if (date !== null) return Number.isNaN(date) ? null : Math.max(0, date - now);
	const seconds = charge.parse(given);
	return seconds === null ? null : seconds * 1000;
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
function reasonOf(status: number, code: string | null): Reason {
	if (status >= 300 && status < 400) return 'wrong_address';
	const isSuccess = status >= 200 && status < 300;
	const possible = REASONS.filter((one) =>
		isSuccess ? ruleOf(one).status : ruleOf(one).status === status,
	);
	const reason =
		possible.find((one) => code === (ruleOf(one).code ?? one)) ??
		(isSuccess ? undefined : possible.at(0));
	if (reason !== undefined) return reason;
	return status > 400 && status < 500 && status !== 408 ? 'invalid_input' : 'lost';
}

/** Whether the code of an error block explains nothing: it is unknown, or repeats the miss. */
export const explainsNothing = (code: string | null): boolean =>
	['lost', 'unknown_tool'].includes(reasonOf(200, code));
