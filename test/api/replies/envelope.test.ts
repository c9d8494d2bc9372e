import fc from 'fast-check';
import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import { noReply, readEnvelope, readErrorBlock } from '../../../nodes/IdentityResolution/api/replies/envelope';
import { anyText } from '../../support/api/unicode';

const NOW = Date.UTC(2030, 0, 1);
const MESSAGE = 'The service says so';

type Shape = (code: string) => Record<string, unknown>;
const SHAPES: ReadonlyArray<readonly [string, Shape]> = [
	['nested', (code) => ({ error: { code, message: MESSAGE } })],
	['flat', (code) => ({ error: code, message: MESSAGE })],
];

/** The error table of the contract, with and without the waits (s) that it allows. */
const ERROR_TABLE: ReadonlyArray<readonly [status: number, code: string, wait: number | null, reason: Reason]> = [
	[400, 'invalid_input', null, 'invalid_input'],
	[401, 'unauthorized', null, 'unauthorized'],
	[402, 'insufficient_tokens', null, 'insufficient_tokens'],
	[402, 'insufficient_phone_tokens', null, 'insufficient_phone_tokens'],
	[403, 'forbidden', null, 'forbidden'],
	[403, 'plan_restricted', null, 'plan_restricted'],
	[403, 'account_inactive', null, 'account_inactive'],
	[422, 'invalid_input', null, 'invalid_input'],
	[429, 'rate_limited', null, 'rate_limited'],
	[429, 'rate_limited', 30, 'rate_limited'],
	[429, 'fair_use_limit_exceeded', 30, 'fair_use_records'],
	[429, 'fair_use_limit_exceeded', 0, 'fair_use_records'],
	[429, 'fair_use_limit_exceeded', null, 'fair_use_records'],
	[429, 'fair_use_requests_exceeded', 30, 'fair_use_requests'],
	[429, 'fair_use_requests_exceeded', null, 'fair_use_requests'],
	[500, 'internal_error', null, 'internal_error'],
];
const CODES = [...new Set(ERROR_TABLE.map(([, code]) => code)), 'brand_new_code'];

/** The meaning of statuses with any code, except for the codes in the table above. */
const STATUSES: ReadonlyArray<readonly [reason: Reason, statuses: number[]]> = [
	['invalid_input', [400, 405, 409, 413, 415, 418, 422, 499]],
	['unauthorized', [401]],
	['insufficient_tokens', [402]],
	['forbidden', [403]],
	['unknown_tool', [404]],
	['rate_limited', [429]],
	['internal_error', [500]],
	['lost', [0, 100, 103, 200, 204, 408, 501, 502, 503, 504, 524, 599]],
	['wrong_address', [300, 301, 302, 304, 308]],
];
const BY_STATUS = STATUSES.flatMap(([reason, statuses]) => statuses.map((status) => [status, reason] as const));

const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
	readEnvelope({ status, headers, body }, NOW).refusal;

describe.each(SHAPES)('readEnvelope reads the refusal of a %s error block', (_shape, shape) => {
	it.each(ERROR_TABLE)('reads %i %s with a wait of %j s as %s', (status, code, wait, reason) => {
		const headers: Record<string, string> = wait === null ? {} : { 'retry-after': String(wait) };
		const metadata = wait === null ? {} : { retry_after: wait };
		const body = { ...shape(code), metadata };
		const retryAfter = wait === null ? null : wait * 1_000;
		const expected = { reason, httpStatus: status, code, message: MESSAGE, retryAfter };
		expect([read(status, body), read(status, shape(code), headers)]).toEqual([expected, expected]);
		expect([200, 202].map((success) => read(success, body).reason)).toEqual([reason, reason]);
	});

	it('reads a code only with its own status', () => {
		const refining = new Set([
			'402 insufficient_phone_tokens',
			'403 account_inactive',
			'403 plan_restricted',
			'429 fair_use_limit_exceeded',
			'429 fair_use_requests_exceeded',
		]);
		for (const [status, reason] of BY_STATUS.filter(([one]) => one < 200 || one >= 300))
			for (const code of CODES.filter((one) => !refining.has(`${status} ${one}`)))
				expect([status, code, read(status, shape(code)).reason]).toEqual([status, code, reason]);
	});
});

it.each(BY_STATUS)('readRefusal reads status %i without a known code as %s', (status, reason) => {
	const expected = { reason, httpStatus: status, code: null, message: null, retryAfter: null };
	// A firewall refuses requests with 403, but has no error block.
	const withoutBlock = { ...expected, reason: status === 403 ? 'blocked' : reason };
	for (const body of [undefined, '<html>Bad Gateway</html>', {}, { error: null }, { message: 'not in an error' }])
		expect(read(status, body)).toEqual(withoutBlock);
	for (const code of ['brand_new_code', 'constructor'])
		expect(read(status, { error: { code, message: MESSAGE } })).toEqual({ ...expected, code, message: MESSAGE });
});

describe('readErrorBlock', () => {
	it.each([
		[
			{ error: { code: 'forbidden', message: 'No' }, message: 'Not this one' },
			{ code: 'forbidden', message: 'No' },
		],
		[{ error: 'forbidden' }, { code: 'forbidden', message: null }],
		[{ error: { code: 'forbidden' } }, { code: 'forbidden', message: null }],
		[{ error: { message: 'No' } }, { code: null, message: 'No' }],
		[{ error: { code: 42, message: { en: 'No' } } }, { code: '42', message: null }],
		[
			{ error: true, message: 'No' },
			{ code: null, message: 'No' },
		],
		[
			{ error: 42, message: 'No' },
			{ code: '42', message: 'No' },
		],
	])('returns for %j: %j', (body, block) => {
		expect(readErrorBlock(body)).toEqual(block);
	});

	it.each([
		...[{}, [], 'null', null, false, '', { code: null, message: 'None' }].map((error) => ({
			error,
			message: 'No',
		})),
		{ message: 'No' },
		null,
		'error',
		[{ error: 'forbidden' }],
		Object.create({ error: 'forbidden' }),
	])('returns null for %j', (body) => {
		expect(readErrorBlock(body)).toBeNull();
	});
});

describe('the wait of a reply', () => {
	const wait = (header: string | null, retry_after?: unknown) =>
		read(
			429,
			{ metadata: retry_after === undefined ? {} : { retry_after } },
			header === null ? {} : { 'retry-after': header },
		).retryAfter;

	it.each<[unknown, number | null]>([
		['0', 0],
		[' 30 ', 30_000],
		['1.5', 1_500],
		['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
		['Tuesday, 01-Jan-30 00:01:00 GMT', 60_000],
		['2030-01-01T00:01:00Z', 60_000],
		['Mon, 31 Dec 2029 23:59:00 GMT', 0],
		// Epoch seconds and milliseconds.
		[String(NOW / 1_000 + 60), 60_000],
		[String(NOW + 60_000), 60_000],
		[String(NOW / 1_000 - 60), 0],
		['Tue, 99 Jan 2030 00:01:00 GMT', null],
		...['-5', '', ' ', 'soon', '5s', 'in 5', 'later 2030', '1, 2', 'NaN', 'Infinity'].map(
			(text): [unknown, null] => [text, null],
		),
	])('reads the header and metadata.retry_after %j as %j ms', (value, expected) => {
		expect([wait(String(value)), wait(null, value)]).toEqual([expected, expected]);
	});

	it.each<[unknown, number | null]>([
		[0, 0],
		[1.5, 1_500],
		[NOW / 1_000 + 60, 60_000],
		...[-5, null, true, [30], { seconds: 30 }].map((value): [unknown, null] => [value, null]),
	])('reads metadata.retry_after of %j as %j ms', (value, expected) => {
		expect(wait(null, value)).toBe(expected);
	});

	it.each([
		['30', 60, 60_000],
		['60', 30, 60_000],
		['9', 10, 10_000],
		['Tue, 01 Jan 2030 00:01:00 GMT', 30, 60_000],
		['soon', 30, 30_000],
		['30', 'soon', 30_000],
		['soon', null, null],
		[null, undefined, null],
	])('returns the longer valid wait of %j and %j', (header, bodyWait, expected) => {
		expect(wait(header, bodyWait)).toBe(expected);
	});

	it.each([[null], ['Too Many Requests'], [{ metadata: 30 }], [{ retry_after: 30 }]])(
		'ignores the body %j',
		(body) => {
			expect(read(429, body, { 'retry-after': '20' }).retryAfter).toBe(20_000);
		},
	);

	it.each([
		['9007199254740991', 0],
		['Fri, 31 Dec 9999 23:59:59 GMT', 0],
		['1', 1e305],
	])('limits %j and %j to a year', (header, bodyWait) => {
		expect(wait(header, bodyWait)).toBe(365 * 24 * 60 * 60 * 1_000);
	});

	it('is never negative, and ends at a valid date', () => {
		const headers = fc.oneof(
			anyText,
			fc.double().map(String),
			fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		);
		fc.assert(
			fc.property(headers, fc.jsonValue(), (header, bodyWait) => {
				const ms = wait(header, bodyWait);
				if (ms === null) return;
				expect(ms).toBeGreaterThanOrEqual(0);
				expect(new Date(NOW + ms).toISOString()).toMatch(/^203[01]/);
			}),
			{ seed: 171, numRuns: 2_000 },
		);
	});
});

it('readRefusal never throws and always returns a known reason', () => {
	const reasons = new Set<Reason>([...ERROR_TABLE.map(([, , , reason]) => reason), ...STATUSES.map(([one]) => one)]);
	const codes = fc.oneof(fc.constantFrom(...CODES), fc.jsonValue());
	const bodies = fc.oneof(
		fc.jsonValue(),
		fc.record(
			{
				error: fc.oneof(codes, fc.record({ code: codes, message: fc.jsonValue() })),
				message: fc.jsonValue(),
				metadata: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		),
	);
	const headers = fc.dictionary(fc.constantFrom('retry-after', 'content-type', '__proto__'), fc.string());
	fc.assert(
		fc.property(fc.integer(), bodies, headers, (status, body, sent) => {
			const refusal = read(status, body, sent);
			expect(reasons.has(refusal.reason)).toBe(true);
			expect(refusal.httpStatus).toBe(status);
			for (const text of [refusal.code, refusal.message])
				expect(text === null || typeof text === 'string').toBe(true);
		}),
		{ seed: 181, numRuns: 3_000 },
	);
});

it.each([
	[{ is: 'unsent', message: 'refused' } as const, { reason: 'unsent', message: 'refused' }],
	[{ is: 'lost', message: 'reset' } as const, { reason: 'lost', message: 'reset' }],
	[{ is: 'lost', message: 'too large', final: true } as const, { reason: 'lost', message: 'too large', final: true }],
])('noReply reads %j', (reply, refusal) => {
	expect(noReply(reply)).toEqual({ httpStatus: null, code: null, retryAfter: null, ...refusal });
});
