import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import fc from 'fast-check';
import { noReply, readErrorBlock, readRefusal } from '../../../nodes/IdentityResolution/api/replies/refusal';

const NOW = Date.UTC(2030, 0, 1);
const MESSAGE = 'The service says so';

type Shape = (code: string) => Record<string, unknown>;
const SHAPES: ReadonlyArray<readonly [string, Shape]> = [
	['nested', (code) => ({ error: { code, message: MESSAGE } })],
	['flat', (code) => ({ error: code, message: MESSAGE })],
];

interface Row {
	status: number;
	code: string;
	wait?: number;
	kind: Reason;
}

/** The error table of the contract, with and without the waits that it allows. */
const ERROR_TABLE: readonly Row[] = [
	{ status: 400, code: 'invalid_input', kind: 'invalid_input' },
	{ status: 401, code: 'unauthorized', kind: 'unauthorized' },
	{ status: 402, code: 'insufficient_tokens', kind: 'insufficient_tokens' },
	{ status: 402, code: 'insufficient_phone_tokens', kind: 'insufficient_phone_tokens' },
	{ status: 403, code: 'forbidden', kind: 'forbidden' },
	{ status: 403, code: 'plan_restricted', kind: 'plan_restricted' },
	{ status: 403, code: 'account_inactive', kind: 'account_inactive' },
	{ status: 404, code: 'anything', kind: 'unknown_tool' },
	{ status: 422, code: 'invalid_input', kind: 'invalid_input' },
	{ status: 429, code: 'rate_limited', kind: 'rate_limited' },
	{ status: 429, code: 'rate_limited', wait: 30, kind: 'rate_limited' },
	{ status: 429, code: 'fair_use_limit_exceeded', wait: 30, kind: 'fair_use_records' },
	{ status: 429, code: 'fair_use_limit_exceeded', wait: 0, kind: 'fair_use_records' },
	{ status: 429, code: 'fair_use_limit_exceeded', kind: 'plan_limit' },
	{ status: 429, code: 'fair_use_requests_exceeded', wait: 30, kind: 'fair_use_requests' },
	{ status: 429, code: 'fair_use_requests_exceeded', kind: 'plan_limit' },
	{ status: 500, code: 'internal_error', kind: 'internal_error' },
];

const CODES = [...new Set(ERROR_TABLE.map(({ code }) => code)), 'brand_new_code'];

/** The meaning of each status with any code, except for the codes in the table above. */
const STATUSES: ReadonlyArray<readonly [number, Reason]> = [
	[400, 'invalid_input'],
	[401, 'unauthorized'],
	[402, 'insufficient_tokens'],
	[403, 'forbidden'],
	[404, 'unknown_tool'],
	[405, 'invalid_input'],
	[408, 'lost'],
	[409, 'invalid_input'],
	[413, 'invalid_input'],
	[415, 'invalid_input'],
	[418, 'invalid_input'],
	[422, 'invalid_input'],
	[429, 'rate_limited'],
	[499, 'invalid_input'],
	[500, 'internal_error'],
	[501, 'lost'],
	[502, 'lost'],
	[503, 'lost'],
	[504, 'lost'],
	[524, 'lost'],
	[599, 'lost'],
	[0, 'lost'],
	[100, 'lost'],
	[103, 'lost'],
	[200, 'lost'],
	[204, 'lost'],
	[300, 'wrong_address'],
	[301, 'wrong_address'],
	[302, 'wrong_address'],
	[304, 'wrong_address'],
	[308, 'wrong_address'],
];

const nameOf = ({ status, code, wait, kind }: Row) =>
	`${status} ${code} ${wait === undefined ? 'without a wait' : `with a wait of ${wait} s`} as ${kind}`;
const headersOf = ({ wait }: Row): Record<string, string> =>
	wait === undefined ? {} : { 'retry-after': String(wait) };

describe.each(SHAPES)('readRefusal of a %s error block reads', (_shape, shape) => {
	it.each(ERROR_TABLE.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
		const waits = { headers: headersOf(row), metadata: row.wait === undefined ? {} : { retry_after: row.wait } };
		const expected = {
			reason: row.kind,
			httpStatus: row.status,
			code: row.code,
			message: MESSAGE,
			retryAfter: row.wait === undefined ? null : row.wait * 1_000,
		};
		const { headers, metadata } = waits;
		expect(readRefusal({ status: row.status, headers, body: { ...shape(row.code), metadata } }, NOW)).toEqual(
			expected,
		);
		expect(readRefusal({ status: row.status, headers: {}, body: { ...shape(row.code), metadata } }, NOW)).toEqual(
			expected,
		);
		expect(readRefusal({ status: row.status, headers, body: shape(row.code) }, NOW)).toEqual(expected);
	});

	it.each(STATUSES)('status %i with an unknown code as %s, and keeps the code', (status, kind) => {
		expect(readRefusal({ status, headers: {}, body: shape('brand_new_code') }, NOW)).toEqual({
			reason: kind,
			httpStatus: status,
			code: 'brand_new_code',
			message: MESSAGE,
			retryAfter: null,
		});
	});

	it('a code only with its own status', () => {
		const refining = new Set([
			'402 insufficient_phone_tokens',
			'403 account_inactive',
			'403 plan_restricted',
			'429 fair_use_limit_exceeded',
			'429 fair_use_requests_exceeded',
		]);
		const failures = STATUSES.filter(([status]) => status < 200 || status >= 300);
		for (const [status, kind] of failures) {
			for (const code of CODES.filter((one) => !refining.has(`${status} ${one}`))) {
				expect([status, code, readRefusal({ status, headers: {}, body: shape(code) }, NOW).reason]).toEqual([
					status,
					code,
					kind,
				]);
			}
		}
	});

	it.each<[string, number | undefined, Reason]>([
		['invalid_input', undefined, 'invalid_input'],
		['unauthorized', undefined, 'unauthorized'],
		['insufficient_tokens', undefined, 'insufficient_tokens'],
		['insufficient_phone_tokens', undefined, 'insufficient_phone_tokens'],
		['forbidden', undefined, 'forbidden'],
		['plan_restricted', undefined, 'plan_restricted'],
		['account_inactive', undefined, 'account_inactive'],
		['rate_limited', undefined, 'rate_limited'],
		['rate_limited', 5, 'rate_limited'],
		['fair_use_limit_exceeded', undefined, 'plan_limit'],
		['fair_use_limit_exceeded', 5, 'fair_use_records'],
		['fair_use_requests_exceeded', undefined, 'plan_limit'],
		['fair_use_requests_exceeded', 5, 'fair_use_requests'],
		['internal_error', undefined, 'internal_error'],
		['constructor', undefined, 'lost'],
	])('%s with a wait of %p and a success status as %s', (code, wait, kind) => {
		const body = { ...shape(code), metadata: wait === undefined ? {} : { retry_after: wait } };
		expect([200, 202].map((status) => readRefusal({ status, headers: {}, body }, NOW).reason)).toEqual([
			kind,
			kind,
		]);
	});
});

describe('readRefusal without an error block', () => {
	it.each(STATUSES)('reads status %i as %s', (status, kind) => {
		for (const body of [
			null,
			undefined,
			'',
			'<html>Bad Gateway</html>',
			[],
			{},
			{ error: null },
			{ message: 'not in an error' },
		]) {
			expect(readRefusal({ status, headers: {}, body }, NOW)).toEqual({
				reason: kind,
				httpStatus: status,
				code: null,
				message: null,
				retryAfter: null,
			});
		}
	});

	it('keeps the wait', () => {
		expect(readRefusal({ status: 503, headers: { 'retry-after': '120' }, body: 'Down' }, NOW)).toMatchObject({
			reason: 'lost',
			retryAfter: 120_000,
		});
	});
});

describe('readErrorBlock', () => {
	it.each([
		[{ error: { code: 'forbidden', message: 'No' } }, { code: 'forbidden', message: 'No' }],
		[
			{ error: { code: 'forbidden', message: 'No' }, message: 'Not this one' },
			{ code: 'forbidden', message: 'No' },
		],
		[
			{ error: 'forbidden', message: 'No' },
			{ code: 'forbidden', message: 'No' },
		],
		[{ error: 'forbidden' }, { code: 'forbidden', message: null }],
		[{ error: { code: 'forbidden' } }, { code: 'forbidden', message: null }],
		[{ error: { message: 'No' } }, { code: null, message: 'No' }],
		[{ error: { code: 42, message: { en: 'No' } } }, { code: '42', message: null }],
		[{ error: {} }, null],
		[{ error: [] }, null],
		[{ error: 'null' }, null],
		[{ error: { code: null, message: 'None' } }, null],
		[
			{ error: true, message: 'No' },
			{ code: null, message: 'No' },
		],
		[
			{ error: 42, message: 'No' },
			{ code: '42', message: 'No' },
		],
		[{ error: null, message: 'No' }, null],
		[{ error: false }, null],
		[{ error: '' }, null],
		[{ message: 'No' }, null],
		[{}, null],
		[null, null],
		['error', null],
		[[{ error: 'forbidden' }], null],
		[Object.create({ error: 'forbidden' }), null],
	])('returns for %j: %j', (body, block) => {
		expect(readErrorBlock(body)).toEqual(block);
	});
});

describe('noReply', () => {
	it.each(['unsent', 'lost'] as const)('returns the kind %s with the message only', (is) => {
		expect(noReply({ is, message: 'the connection was interrupted' })).toEqual({
			reason: is,
			httpStatus: null,
			code: null,
			message: 'the connection was interrupted',
			retryAfter: null,
		});
	});
});

it('readRefusal never throws and always returns a known kind', () => {
	const KINDS: ReadonlySet<Reason> = new Set(ERROR_TABLE.map(({ kind }) => kind).concat('lost', 'wrong_address'));
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
	fc.assert(
		fc.property(
			fc.integer(),
			bodies,
			fc.dictionary(fc.constantFrom('retry-after', 'content-type', '__proto__'), fc.string()),
			(status, body, headers) => {
				const refusal = readRefusal({ status, headers, body }, NOW);
				expect(KINDS.has(refusal.reason)).toBe(true);
				expect(refusal.httpStatus).toBe(status);
				for (const text of [refusal.code, refusal.message])
					expect(text === null || typeof text === 'string').toBe(true);
			},
		),
		{ seed: 181, numRuns: 3_000 },
	);
});
