import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';

/** Replies in the contract's envelope. */
export const http = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
	is: 'http',
	status,
	headers,
	body,
});

export const hit = (results: unknown, metadata: JsonObject = {}): Reply =>
	http(200, { results, status: 'ok', metadata });

export const miss = (metadata: JsonObject = {}): Reply => http(200, { results: {}, status: 'not_found', metadata });

/** A refusal; a wait is told in whole seconds, in the header and in the metadata. */
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

/** One row of a batch, echoing what it answers; `null` results are a miss. */
export interface BatchRow {
	input: string;
	results: JsonObject | null;
}

export const batchOf = (rows: readonly BatchRow[], besides: JsonObject = {}): Reply =>
	http(200, {
		results: rows.map(({ input, results }) => ({
			input,
			status: results === null ? 'not_found' : 'ok',
			result: results,
		})),
		status: 'ok',
		metadata: {},
		...besides,
	});

/** A batch of which the balance covers only some rows. */
export const partialBatchOf = (rows: readonly BatchRow[]): Reply =>
	batchOf(rows, { error: { code: 'insufficient_tokens', message: 'Some items were dropped' } });

/** What the windows of an account have left, and when they have more, epoch ms; plenty of what is not said. */
export interface Left {
	records?: number;
	recordsOfWeek?: number;
	requests?: number;
	tokens?: number;
	resetsAt?: number | null;
}

const PLENTY = 1_000_000;

export function accountRecord({
	records = PLENTY,
	recordsOfWeek = PLENTY,
	requests = PLENTY,
	tokens = PLENTY,
	resetsAt = null,
}: Left): JsonObject {
	const window = (remaining: number) => ({
		limit: PLENTY,
		used: PLENTY - remaining,
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

/** An account with so many records left in its 5 h window. */
export const accountWith = (records: number, besides: Left = {}): Reply => hit(accountRecord({ ...besides, records }));
