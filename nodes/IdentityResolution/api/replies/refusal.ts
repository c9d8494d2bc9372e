import { REASONS, ruleOf, type Reason } from '../refusals';
import { at, field, firstOf, isObject, toCode, toNumber } from '../json';
import type { HttpReply, Reply } from './reading';

/** ms (ten years). A much longer wait would end at an invalid date. */
const LONGEST_WAIT = 10 * 365 * 24 * 3_600_000;

/**
 * Returns the wait that a reply requests, in ms; null if there is none (contract: Errors, 1). Of the header
 * `Retry-After` (seconds or an HTTP date) and `metadata.retry_after` (seconds), the longer valid wait counts.
 * @param now epoch ms, for dates
 */
export function readRetryAfter(reply: HttpReply, now: number): number | null {
	const waits = [
		headerWait(reply.headers['retry-after'], now),
		seconds(field(field(reply.body, 'metadata'), 'retry_after')),
	];
	const given = waits.filter((wait) => wait !== null);
	return given.length > 0 ? Math.min(Math.max(...given), LONGEST_WAIT) : null;
}

function headerWait(header: string | undefined, now: number): number | null {
	if (header === undefined) return null;
	// `Date.parse` accepts texts such as "-5" and "in 5"; an HTTP date always contains a time of day.
	if (!/\d:\d\d/.test(header)) return seconds(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function seconds(value: unknown): number | null {
	const number = toNumber(value);
	return number !== null && number >= 0 ? number * 1000 : null;
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
}

/** Reads the `error` block of a body in either of its two shapes; null if there is none. */
export function readErrorBlock(body: unknown): { code: string | null; message: string | null } | null {
	const error = field(body, 'error');
	const parts: unknown[] = typeof error === 'object' && error !== null ? Object.values(error) : [error];
	if (parts.every(isNoCode)) return null;
	if (typeof error === 'object') {
		return { code: limitedText(at(body, 'error.code')), message: limitedText(at(body, 'error.message')) };
	}
	return { code: limitedText(error), message: limitedText(field(body, 'message')) };
}

const isNoCode = (part: unknown): boolean =>
	part !== true && (typeof part !== 'object' || part === null) && toCode(part) === null;

/** Returns the `error` block of a body as the service sent it. The flat shape becomes `{ code, message }`. */
export function errorBlockOf(body: unknown): unknown {
	const error = field(body, 'error');
	if (readErrorBlock(body) === null) return undefined;
	return isObject(error) ? error : { code: error, message: field(body, 'message') ?? null };
}

/** Characters. The user reads them once in full. */
const LONGEST_TEXT = 2_000;

function limitedText(value: unknown): string | null {
	const text = toCode(value);
	return text && firstOf(text, LONGEST_TEXT);
}

/**
 * Classifies a refused reply by its status first and its code second (contract: Silent points, 9).
 * @param now epoch ms
 */
export function readRefusal(reply: HttpReply, now: number): Refusal {
	const error = readErrorBlock(reply.body);
	const retryAfter = readRetryAfter(reply, now);
	const code = error?.code ?? null;
	return {
		reason: reasonOf(reply.status, code, retryAfter),
		httpStatus: reply.status,
		code,
		message: error?.message ?? null,
		retryAfter,
	};
}

/** Returns the refusal for a request without a reply. */
export const noReply = (reply: Exclude<Reply, { is: 'http' }>): Refusal => ({
	reason: reply.is,
	httpStatus: null,
	code: null,
	message: reply.message,
	retryAfter: null,
	...(reply.is === 'lost' && reply.final && { final: reply.final }),
});

/** Classifies by the status first, then by the code. A success with an error block has only the code. */
function reasonOf(status: number, code: string | null, retryAfter: number | null): Reason {
	if (status >= 300 && status < 400) return 'wrong_address';
	const isSuccess = status >= 200 && status < 300;
	const possible = REASONS.filter((one) => (isSuccess ? ruleOf(one).status : ruleOf(one).status === status));
	const reason =
		possible.find((one) => code === (ruleOf(one).code ?? one)) ?? (isSuccess ? undefined : possible.at(0));
	if (reason === undefined) return status > 400 && status < 500 && status !== 408 ? 'invalid_input' : 'lost';
	const isFairUse = reason === 'fair_use_records' || reason === 'fair_use_requests';
	// A Fair Use code without a wait is a limit of the plan, which waiting does not lift (contract: Errors, 1).
	return isFairUse && retryAfter === null ? 'plan_limit' : reason;
}
