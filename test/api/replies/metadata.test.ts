import fc from 'fast-check';
import { readUsage, toAmount, toTime } from '../../../nodes/IdentityResolution/api/replies/reading';

const RESET = '2030-01-01T05:00:00Z';
const RESET_MS = Date.UTC(2030, 0, 1, 5);
const unknown = { remaining: null, resetsAt: null };
const NOTHING = { tokensCharged: null, records: { '5h': unknown, '1w': unknown } };

describe('readUsage', () => {
	it('reads both shapes together', () => {
		const metadata = {
			tokens_charged: 3,
			fair_use: {
				records_remaining_5h: 480,
				records_reset_5h: RESET,
				records_remaining_1w: 4_800,
				records_reset_1w: '2030-01-07T00:00:00.000Z',
			},
		};
		expect(readUsage(metadata)).toEqual({
			tokensCharged: 3,
			records: {
				'5h': { remaining: 480, resetsAt: RESET_MS },
				'1w': { remaining: 4_800, resetsAt: Date.UTC(2030, 0, 7) },
			},
		});
	});

	it.each([
		['tokens_charged', 0, { tokensCharged: 0 }],
		['tokens_charged', '3', { tokensCharged: 3 }],
		['credits_charged', 7, { tokensCharged: 7 }],
		['tokens_charged', -3, { tokensCharged: null }],
		['tokens_charged', 'unlimited', { tokensCharged: null }],
		['tokens_charged', null, { tokensCharged: null }],
		['tokens_charged', { n: 3 }, { tokensCharged: null }],
		['fair_use', null, NOTHING],
		['fair_use', 'unlimited', NOTHING],
		['fair_use', [], NOTHING],
	])('reads %s of %j', (name, value, expected) => {
		expect(readUsage({ [name]: value })).toEqual({ ...NOTHING, ...expected });
	});

	it.each([
		['records_remaining_5h', '480', '5h', { remaining: 480, resetsAt: null }],
		['records_remaining_5h', 'unlimited', '5h', { remaining: Infinity, resetsAt: null }],
		['records_remaining_5h', -1, '5h', { remaining: Infinity, resetsAt: null }],
		['records_remaining_1w', 0, '1w', { remaining: 0, resetsAt: null }],
		['records_remaining_1w', [], '1w', unknown],
		['records_reset_5h', RESET, '5h', { remaining: null, resetsAt: RESET_MS }],
		['records_reset_5h', '', '5h', unknown],
		['records_reset_5h', null, '5h', unknown],
		['records_reset_1w', '2030-01-01T06:00:00+01:00', '1w', { remaining: null, resetsAt: RESET_MS }],
		['records_reset_1w', 'next week', '1w', unknown],
	] as const)('reads fair_use.%s of %j', (name, value, window, expected) => {
		const { records } = readUsage({ fair_use: { [name]: value } });
		expect(records).toEqual({ ...NOTHING.records, [window]: expected });
	});

	it.each([[undefined], [null], [{}], [[]], ['metadata'], [7]])('returns only null for %j', (metadata) => {
		expect(readUsage(metadata)).toEqual(NOTHING);
	});

	it('never throws and never returns NaN', () => {
		const names = fc.constantFrom(
			'tokens_charged',
			'tokens_remaining',
			'fair_use',
			'records_remaining_5h',
			'records_reset_5h',
			'__proto__',
		);
		const metadata = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue())));
		fc.assert(
			fc.property(fc.oneof(metadata, fc.anything()), (value) => {
				const { tokensCharged, records } = readUsage(value);
				const numbers = [
					tokensCharged,
					...Object.values(records).flatMap(({ remaining, resetsAt }) => [remaining, resetsAt]),
				];
				for (const number of numbers)
					expect(number === null || (typeof number === 'number' && !Number.isNaN(number))).toBe(true);
			}),
			{ seed: 161, numRuns: 2_000 },
		);
	});
});

describe('toAmount', () => {
	it.each([
		[5, 5],
		['5', 5],
		[-1, Infinity],
		['-1', Infinity],
		[-2, -2],
		[0, 0],
		['unlimited', Infinity],
		['lots', null],
		[null, null],
	])('returns for %j: %p', (value, amount) => {
		expect(toAmount(value)).toBe(amount);
	});
});

describe('toTime', () => {
	it.each([
		[RESET, RESET_MS],
		['2030-01-01T05:00:00.000+00:00', RESET_MS],
		['9999-12-31', Date.UTC(9999, 11, 31)],
		['9999-12-31T23:59:59Z', null],
		['+010000-01-01T00:00:00Z', null],
		['soon', null],
		['', null],
		[null, null],
		[{}, null],
	])('returns for %j: %p', (value, time) => {
		expect(toTime(value)).toBe(time);
	});
});
