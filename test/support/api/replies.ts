import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';

/** A reply in the contract's envelope. */
export const http = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
	is: 'http',
	status,
	headers,
	body,
});

export const hit = (results: unknown, metadata: JsonObject = {}): Reply =>
	http(200, { results, status: 'ok', metadata });

export const miss = (metadata: JsonObject = {}): Reply => http(200, { results: {}, status: 'not_found', metadata });

/** A refusal. `retryAfter` is in seconds, and is sent in the header and in the metadata. */
export function refusal(status: number, code: string, retryAfter?: number): Reply {
	const metadata = retryAfter === undefined ? {} : { retry_after: retryAfter };
	const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
	return http(status, { error: { code, message: `The service says ${code}` }, metadata }, headers);
}

export const badKey = () => refusal(401, 'unauthorized');
export const closedTool = () => refusal(403, 'plan_restricted');
export const outOfTokens = () => refusal(402, 'insufficient_tokens');
export const outOfPhoneTokens = () => refusal(402, 'insufficient_phone_tokens');
export const badInput = () => refusal(422, 'invalid_input');
export const rateLimited = (retryAfter?: number) => refusal(429, 'rate_limited', retryAfter);
export const recordsUsedUp = (retryAfter?: number) => refusal(429, 'fair_use_limit_exceeded', retryAfter);
export const requestsUsedUp = (retryAfter?: number) => refusal(429, 'fair_use_requests_exceeded', retryAfter);
export const brokenDown = () => refusal(500, 'internal_error');
export const lost = (): Reply => ({ is: 'lost', message: 'the connection was interrupted' });
export const unsent = (): Reply => ({ is: 'unsent', message: 'the connection was refused' });

/** A row of a batch that echoes its input; `null` results are a miss. */
export interface BatchRow {
	input: string;
	results: JsonObject | null;
}

export const batchOf = (rows: readonly BatchRow[], others: JsonObject = {}): Reply =>
	http(200, {
		results: rows.map(({ input, results }) => ({
			input,
			status: results === null ? 'not_found' : 'ok',
			result: results,
		})),
		status: 'ok',
		metadata: {},
		...others,
	});

/** A batch with an error, because the balance covers only these rows. */
export const partialBatchOf = (rows: readonly BatchRow[]): Reply =>
	batchOf(rows, { error: { code: 'insufficient_tokens', message: 'Some items were dropped' } });

/** What an account has left; a million each by default. `resetsAt` is in epoch ms. */
export interface Remaining {
	records?: number;
	weeklyRecords?: number;
	requests?: number;
	tokens?: number;
	resetsAt?: number | null;
}

const DEFAULT_LIMIT = 1_000_000;

export function accountRecord({
	records = DEFAULT_LIMIT,
	weeklyRecords: recordsOfWeek = DEFAULT_LIMIT,
	requests = DEFAULT_LIMIT,
	tokens = DEFAULT_LIMIT,
	resetsAt = null,
}: Remaining): JsonObject {
	const window = (remaining: number) => ({
		limit: DEFAULT_LIMIT,
		used: DEFAULT_LIMIT - remaining,
		remaining,
		resets_at: resetsAt === null ? null : new Date(resetsAt).toISOString(),
	});
	const family = {
		records: { '5h': window(records), '1w': window(recordsOfWeek) },
		requests: { '5h': window(requests) },
	};
	return {
		id: 'account-example',
		name: 'Example',
		status: 'active',
		plan: 'example',
		token_balance: tokens,
		unlimited: false,
		personal_email_available: true,
		fair_use: { enrich: family, search: family },
		api_key_count: 1,
		user_count: 1,
		created_at: '2029-01-01T00:00:00Z',
	};
}

/** The reply of `get_account` with these records left in the 5 h windows. */
export const accountWith = (records: number, others: Remaining = {}): Reply =>
	hit(accountRecord({ ...others, records }));
