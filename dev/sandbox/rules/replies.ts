import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { HttpReply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { FamilyName, SandboxSettings } from '../settings';
import { tokenBalance } from './account';
import type { Lookup } from './lookups';
import type { State } from './state';
import type { forcedOddity } from './testIdentifiers';

/**
 * The codes of the error table (contract: Errors), and two of our own: the contract shows neither the code of a 404
 * nor the reply to a method other than POST.
 */
const TABLE = {
	unauthorized: { status: 401, message: 'The API key is missing, invalid or revoked.' },
	insufficient_tokens: { status: 402, message: 'The token balance cannot cover this call.' },
	insufficient_phone_tokens: { status: 402, message: 'The phone-token allowance cannot cover a mobile phone.' },
	forbidden: { status: 403, message: 'The key has insufficient account access.' },
	plan_restricted: { status: 403, message: "This tool is not part of the account's plan." },
	account_inactive: { status: 403, message: 'The account is not active.' },
	unknown_tool: { status: 404, message: 'There is no tool of this name.' },
	method_not_allowed: { status: 405, message: 'Tools are called with POST.' },
	invalid_input: { status: 422, message: 'A parameter is missing, malformed or outside its allowed values.' },
	rate_limited: { status: 429, message: 'Too many requests at once.' },
	fair_use_limit_exceeded: { status: 429, message: 'The Fair Use records are used up.' },
	fair_use_requests_exceeded: { status: 429, message: 'The Fair Use requests of the 5-hour window are used up.' },
	internal_error: { status: 500, message: 'The endpoint is temporarily unavailable.' },
} as const;

export type RefusalCode = keyof typeof TABLE;

export interface Refusal {
	is: 'refused';
	status: number;
	code: RefusalCode;
	message: string;
	/** Seconds; null if no wait is reported. */
	wait: number | null;
}

/** A refusal of the table, with its HTTP status and message unless others are given. */
export const refused = (
	code: RefusalCode,
	given: Partial<Pick<Refusal, 'status' | 'message' | 'wait'>> = {},
): Refusal => ({ is: 'refused', ...TABLE[code], code, wait: null, ...given });

/** Whole seconds until a time, rounded up, at least one; null for never. Times are epoch ms. */
export const secondsUntil = (time: number | null, now: number): number | null =>
	time === null ? null : Math.max(1, Math.ceil((time - now) / 1000));

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The reply to a refused request (contract: Errors): a nested error, or a flat one for 401 and 403 if the settings say
 * so. The metadata of a 500 is an empty object.
 */
export function refusalReply(refusal: Refusal, settings: SandboxSettings): HttpReply {
	const { status, code, message } = refusal;
	const wait = waitFields(refusal.wait, settings);
	const flat = settings.errorShape === 'flat' && (status === 401 || status === 403);
	const error = flat ? { error: code, message } : errorBlock(refusal);
	const metadata = status === 429 || status === 500 ? { metadata: wait.metadata } : {};
	return { status, headers: { 'content-type': JSON_TYPE, ...wait.headers }, body: { ...error, ...metadata } };
}

const errorBlock = ({ code, message }: Refusal) => ({ error: { code, message } });

/** A wait in the places that the settings name: the `Retry-After` header and `metadata.retry_after`. */
function waitFields(wait: number | null, { retryAfterIn }: SandboxSettings) {
	const headers: Record<string, string> = {};
	const metadata: { retry_after?: number } = {};
	if (wait !== null && retryAfterIn !== 'metadata') headers['retry-after'] = String(wait);
	if (wait !== null && retryAfterIn !== 'header') metadata.retry_after = wait;
	return { headers, metadata };
}

interface LookupOutcome {
	results: unknown;
	status: 'ok' | 'not_found';
	tokens: number;
	phones: number;
	cut: Refusal | null;
	oddity: ReturnType<typeof forcedOddity>;
}

/** The reply to a lookup (contract: Common response envelope); a partial batch has an `error` block as well. */
export function lookupReply(state: State, { to, family }: Lookup, outcome: LookupOutcome, now: number): HttpReply {
	const { results, status, tokens, phones, cut, oddity } = outcome;
	const wait = waitFields(cut?.wait ?? null, state.settings);
	const usage =
		to.metadata === 'tokens'
			? { tokens_charged: tokens, tokens_remaining: tokenBalance(state.settings) }
			: fairUseMetadata(state, family, now);
	const body: JsonObject = {
		results,
		status: oddity === 'unknown_status' ? 'pending_review' : status,
		metadata: { ...usage, ...wait.metadata },
		...(to.tool.onlyPhone && phoneTokenFields(phones, state.settings)),
		...(cut ? errorBlock(cut) : {}),
	};
	if (oddity === 'no_status') delete body.status;
	if (oddity === 'no_metadata') delete body.metadata;
	return { status: 200, headers: { 'content-type': JSON_TYPE, ...wait.headers }, body };
}

/** Second-hand: the phone tool reports its phone tokens beside the results. */
const phoneTokenFields = (used: number, { account }: SandboxSettings) => ({
	phone_tokens_used: used,
	phone_tokens_remaining: account.phoneTokens,
});

/** The reply of an account tool: always a hit, with the Fair Use metadata of the enrich family. */
export const accountReply = (state: State, results: unknown, now: number): HttpReply => ({
	status: 200,
	headers: { 'content-type': JSON_TYPE },
	body: { results, status: 'ok', metadata: fairUseMetadata(state, 'enrich', now) },
});

const fairUseMetadata = ({ fairUse, settings }: State, family: FamilyName, now: number) => ({
	fair_use: fairUse.metadata(family, settings.limits, now),
});
