import fc from 'fast-check';
import { readRetryAfter } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { anyText } from '../../support/api/unicode';

const NOW = Date.UTC(2030, 0, 1);
const ABSENT = Symbol('absent');

const wait = (header: string | typeof ABSENT, bodyWait: unknown = ABSENT) =>
	readRetryAfter(
		{
			status: 429,
			headers: header === ABSENT ? {} : { 'retry-after': header },
			body: { metadata: bodyWait === ABSENT ? {} : { retry_after: bodyWait } },
		},
		NOW,
	);

describe('readRetryAfter of the header', () => {
	it.each([
		['0', 0],
		['30', 30_000],
		[' 30 ', 30_000],
		['1.5', 1_500],
		['604800', 604_800_000],
		['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
		['Tuesday, 01-Jan-30 00:01:00 GMT', 60_000],
		['2030-01-01T00:01:00Z', 60_000],
		['Mon, 31 Dec 2029 23:59:00 GMT', 0],
		['-5', null],
		['-0.5', null],
		['', null],
		[' ', null],
		['soon', null],
		['5s', null],
		['5 seconds', null],
		['in 5', null],
		['about 5', null],
		['later 2030', null],
		['1, 2', null],
		['NaN', null],
		['Infinity', null],
		['Tue, 99 Jan 2030 00:01:00 GMT', null],
	])('reads %j as %p ms', (header, expected) => {
		expect(wait(header)).toBe(expected);
	});
});

describe('readRetryAfter of metadata.retry_after', () => {
	it.each([
		[0, 0],
		[30, 30_000],
		['30', 30_000],
		[1.5, 1_500],
		[-5, null],
		['-5', null],
		['soon', null],
		['Tue, 01 Jan 2030 00:01:00 GMT', null],
		['', null],
		[null, null],
		[true, null],
		[[30], null],
		[{ seconds: 30 }, null],
	])('reads %j as %p ms', (value, expected) => {
		expect(wait(ABSENT, value)).toBe(expected);
	});
});

describe('readRetryAfter of both', () => {
	it.each([
		['30', 60, 60_000],
		['60', 30, 60_000],
		['9', 10, 10_000],
		['Tue, 01 Jan 2030 00:01:00 GMT', 30, 60_000],
		['Tue, 01 Jan 2030 00:00:10 GMT', 30, 30_000],
		['soon', 30, 30_000],
		['30', 'soon', 30_000],
		['-5', 30, 30_000],
		['soon', null, null],
	])('returns the longer wait of %j and %j', (header, bodyWait, expected) => {
		expect(wait(header, bodyWait)).toBe(expected);
	});

	it('returns null if both are absent', () => {
		expect(wait(ABSENT)).toBeNull();
	});

	it.each([
		[null],
		[undefined],
		['Too Many Requests'],
		[[]],
		[{ metadata: null }],
		[{ metadata: 30 }],
		[{ retry_after: 30 }],
	])('ignores the body %j', (body) => {
		expect(readRetryAfter({ status: 429, headers: { 'retry-after': '30' }, body }, NOW)).toBe(30_000);
		expect(readRetryAfter({ status: 429, headers: {}, body }, NOW)).toBeNull();
	});
});

describe('readRetryAfter of any wait', () => {
	it.each([
		['1e300', 0],
		['Fri, 31 Dec 9999 23:59:59 GMT', 0],
		['1', 1e305],
	])('limits %j and %j to ten years', (header, bodyWait) => {
		expect(wait(header, bodyWait)).toBe(10 * 365 * 24 * 60 * 60 * 1_000);
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
				expect(new Date(NOW + ms).toISOString()).toMatch(/^20/);
			}),
			{ seed: 171, numRuns: 2_000 },
		);
	});
});
