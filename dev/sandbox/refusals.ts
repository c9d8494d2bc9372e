import type { HttpReply } from '../../nodes/IdentityResolution/api/reply';
import type { SandboxSettings } from './settings';

/**
 * The codes of the contract's error table, and two of our own: the contract does not show the code of a 404
 * (Errors, rule 3), nor what a method other than POST gets.
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

/** A request that is refused as a whole. `wait` in seconds; null where none is told. */
export interface Refused {
	is: 'refused';
	status: number;
	code: RefusalCode;
	message: string;
	wait: number | null;
}

/** A refusal of the table, with its HTTP status and message unless told otherwise. */
export const refused = (
	code: RefusalCode,
	but: Partial<Pick<Refused, 'status' | 'message' | 'wait'>> = {},
): Refused => ({
	is: 'refused',
	...TABLE[code],
	code,
	wait: null,
	...but,
});

/** Whole seconds, rounded up, until a time; at least one, and null for never. Times are epoch ms. */
export const secondsUntil = (time: number | null, now: number): number | null =>
	time === null ? null : Math.max(1, Math.ceil((time - now) / 1000));

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A refusal as it goes out (contract: Errors): nested, or flat for 401 and 403 where the settings say so; a wait stands in
 * the `Retry-After` header and in `metadata.retry_after`; the metadata of a 500 is an empty object.
 */
export function refusalReply(refusal: Refused, settings: SandboxSettings): HttpReply {
	const { status, code, message } = refusal;
	const told = waitOf(refusal.wait, settings);
	const flat = settings.errorShape === 'flat' && (status === 401 || status === 403);
	const error = flat ? { error: code, message } : errorBlock(refusal);
	const metadata = status === 429 || status === 500 ? { metadata: told.metadata } : {};
	return { status, headers: { 'content-type': JSON_TYPE, ...told.headers }, body: { ...error, ...metadata } };
}

/** The nested `error` block, which also rides along with a partial batch. */
export const errorBlock = ({ code, message }: Refused) => ({ error: { code, message } });

/** A wait in the places that the settings name. */
export function waitOf(
	wait: number | null,
	{ retryAfterIn }: SandboxSettings,
): { headers: Record<string, string>; metadata: { retry_after?: number } } {
	if (wait === null) return { headers: {}, metadata: {} };
	return {
		headers: retryAfterIn === 'metadata' ? {} : { 'retry-after': String(wait) },
		metadata: retryAfterIn === 'header' ? {} : { retry_after: wait },
	};
}
