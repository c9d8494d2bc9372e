import fc from 'fast-check';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/envelope';
import { toAmount, toTime } from '../../../nodes/IdentityResolution/api/replies/reading';

const RESET = '2030-01-01T05:00:00Z';
const RESET_MS = Date.UTC(2030, 0, 1, 5);
const NOTHING = { tokensCharged: null, recordsLeft: { '5h': null, '1w': null } };

describe('readUsage', () => {
	it.each([
		['tokens_charged', 0, 0],
		['tokens_charged', '3', 3],
		['credits_charged', 7, 7],
		['tokens_charged', -3, null],
		['tokens_charged', 'unlimited', null],
		['tokens_charged', { n: 3 }, null],
	])('reads %s of %j as %j', (name, value, tokensCharged) => {
		expect(readUsage({ [name]: value })).toEqual({ ...NOTHING, tokensCharged });
	});

	it.each([
		['records_remaining_5h', '480', '5h', 480],
		['records_remaining_5h', -1, '5h', Infinity],
		['records_remaining_1w', 0, '1w', 0],
		['records_remaining_1w', [], '1w', null],
	] as const)('reads fair_use.%s of %j', (name, value, window, expected) => {
		const { recordsLeft } = readUsage({ fair_use: { [name]: value } });
		expect(recordsLeft).toEqual({ ...NOTHING.recordsLeft, [window]: expected });
	});

	it.each([[undefined], [{}], [[]], ['metadata'], [{ fair_use: 'unlimited' }]])(
		'returns only null for %j',
		(metadata) => {
			expect(readUsage(metadata)).toEqual(NOTHING);
		},
	);

	it('never throws and never returns NaN', () => {
		const names = fc.constantFrom(
			...['tokens_charged', 'fair_use', 'records_remaining_5h', 'records_reset_5h', '__proto__'],
		);
		const metadata = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue())));
		fc.assert(
			fc.property(fc.oneof(metadata, fc.anything()), (value) => {
				const { tokensCharged, recordsLeft } = readUsage(value);
				for (const number of [tokensCharged, ...Object.values(recordsLeft)])
					expect(number === null || (typeof number === 'number' && !Number.isNaN(number))).toBe(true);
			}),
			{ seed: 161, numRuns: 2_000 },
		);
	});
});

it.each([
	[5, 5],
	['5', 5],
	[-1, Infinity],
	['-1', Infinity],
	[-2, -2],
	['unlimited', Infinity],
	['lots', null],
	[null, null],
])('toAmount returns for %j: %j', (value, amount) => {
	expect(toAmount(value)).toBe(amount);
});

it.each([
	[RESET, RESET_MS],
	['9999-12-31', Date.UTC(9999, 11, 31)],
	['9999-12-31T23:59:59Z', null],
	['+010000-01-01T00:00:00Z', null],
	['soon', null],
	['', null],
	[{}, null],
])('toTime returns for %j: %j', (value, time) => {
	expect(toTime(value)).toBe(time);
});
