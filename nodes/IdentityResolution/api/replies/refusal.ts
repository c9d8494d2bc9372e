import { at, field, firstOf, isObject, toCode } from '../json';
import type { HttpReply, Reply } from './reply';
import { readRetryAfter } from './retryAfter';

/** Why a reply contains no answer (contract: Errors). */
export type RefusalKind =
	| 'invalid_input'
	| 'unauthorized'
	| 'forbidden'
	| 'account_inactive'
	| 'plan_restricted'
	| 'unknown_tool'
	| 'insufficient_tokens'
	| 'insufficient_phone_tokens'
	| 'rate_limited'
	| 'fair_use_records'
	| 'fair_use_requests'
	| 'plan_limit'
	| 'internal_error'
	| 'unsent'
	| 'lost'
	| 'redirected';

export interface Refusal {
	kind: RefusalKind;
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
const LONGEST = 2_000;

function limitedText(value: unknown): string | null {
	const text = toCode(value);
	return text && firstOf(text, LONGEST);
}

/**
 * Classifies a refused reply by its status first and its code second (design 4 #9 in test/contract).
 * @param now epoch ms
 */
export function readRefusal(reply: HttpReply, now: number): Refusal {
	const error = readErrorBlock(reply.body);
	const retryAfter = readRetryAfter(reply, now);
	const code = error?.code ?? null;
	return {
		kind: kindOf(reply.status, code, retryAfter),
		httpStatus: reply.status,
		code,
		message: error?.message ?? null,
		retryAfter,
	};
}

/** Returns the refusal for a request without a reply. */
export const noReply = (reply: Exclude<Reply, { is: 'http' }>): Refusal => ({
	kind: reply.is,
	httpStatus: null,
	code: null,
	message: reply.message,
	retryAfter: null,
	...(reply.is === 'lost' && reply.final && { final: reply.final }),
});

function kindOf(status: number, code: string | null, retryAfter: number | null): RefusalKind {
	if (status < 200) return 'lost';
	if (status < 300) return kindOfCode(code, retryAfter) ?? 'lost';
	if (status < 400) return 'redirected';
	switch (status) {
		case 401:
			return 'unauthorized';
		case 402:
			return code === 'insufficient_phone_tokens' ? code : 'insufficient_tokens';
		case 403:
			return code === 'plan_restricted' || code === 'account_inactive' ? code : 'forbidden';
		case 404:
			return 'unknown_tool';
		case 408:
			return 'lost';
		case 429:
			return limitOf(code, retryAfter);
		case 500:
			return 'internal_error';
		default:
			return status < 500 ? 'invalid_input' : 'lost';
	}
}

/** Classifies an error block with a success status, by its code alone. */
function kindOfCode(code: string | null, retryAfter: number | null): RefusalKind | null {
	switch (code) {
		case 'invalid_input':
		case 'unauthorized':
		case 'insufficient_tokens':
		case 'insufficient_phone_tokens':
		case 'forbidden':
		case 'account_inactive':
		case 'plan_restricted':
		case 'internal_error':
			return code;
		case 'rate_limited':
		case 'fair_use_limit_exceeded':
		case 'fair_use_requests_exceeded':
			return limitOf(code, retryAfter);
		default:
			return null;
	}
}

/** A Fair Use code without a wait is a limit of the plan, which waiting does not lift (contract: Errors, rule 1). */
function limitOf(code: string | null, retryAfter: number | null): RefusalKind {
	if (code === 'fair_use_limit_exceeded') return retryAfter === null ? 'plan_limit' : 'fair_use_records';
	if (code === 'fair_use_requests_exceeded') return retryAfter === null ? 'plan_limit' : 'fair_use_requests';
	return 'rate_limited';
}
