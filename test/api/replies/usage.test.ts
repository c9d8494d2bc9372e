import fc from 'fast-check';
import { readEnvelope } from '../../../nodes/IdentityResolution/api/replies/envelope';

const NOTHING = { tokensCharged: null, tokensLeft: null, recordsLeft: null, opensAt: null };

const NOW = Date.UTC(2030, 0, 1);
const usageIn = (metadata: unknown) => readEnvelope({ status: 200, headers: {}, body: { metadata } }, NOW).usage;

describe('the usage in a reply', () => {
	it.each([
		['tokens_charged', 0, 0],
		['tokens_charged', '3', 3],
		['credits_charged', 7, 7],
		['tokens_charged', -3, null],
		['tokens_charged', 'unlimited', null],
		['tokens_charged', { n: 3 }, null],
	])('reads %s of %j as %j', (name, value, tokensCharged) => {
		expect(usageIn({ [name]: value })).toEqual({ ...NOTHING, tokensCharged });
	});

	it.each([
		['tokens_remaining', '9', 9],
		['credits_remaining', 7, 7],
		['tokens_remaining', -1, Infinity],
		['tokens_remaining', 'many', null],
	])('reads %s of %j as %j', (name, value, tokensLeft) => {
		expect(usageIn({ [name]: value })).toEqual({ ...NOTHING, tokensLeft });
	});

	it.each([
		['480', 480],
		[-1, Infinity],
		[0, 0],
		[[], null],
	])('reads fair_use.records_remaining_5h of %j', (value, recordsLeft) => {
		expect(usageIn({ fair_use: { records_remaining_5h: value } })).toEqual({
			...NOTHING,
			recordsLeft,
		});
	});

	it.each<[object, string | null]>([
		[{ records_remaining_5h: 0, records_reset_5h: '2030-01-01T05:00:00Z' }, '2030-01-01T05:00:00.000Z'],
		[{ records_remaining_1w: -1, records_reset_1w: '2030-01-01T05:00:00Z' }, null],
		[{ records_remaining_1w: 0, records_reset_1w: Date.UTC(2030, 0, 1) / 1_000 }, '2030-01-01T00:00:00.000Z'],
		[
			{
				...{ records_remaining_5h: 0, records_reset_5h: '2030-01-01T05:00:00Z' },
				...{ records_remaining_1w: '0', records_reset_1w: '2030-01-05T00:00:00Z' },
			},
			'2030-01-05T00:00:00.000Z',
		],
		[{ records_remaining_5h: 1, records_reset_5h: '2030-01-01T05:00:00Z' }, null],
		[{ records_remaining_5h: 0 }, null],
		[{ records_remaining_5h: 0, records_reset_5h: 'soon' }, null],
	])('reads when the used-up windows of %j open again', (fair_use, time) => {
		const { opensAt } = usageIn({ fair_use });
		expect(opensAt === null ? null : new Date(opensAt).toISOString()).toBe(time);
	});

	it.each([[undefined], [{}], [[]], ['metadata'], [{ fair_use: 'unlimited' }]])(
		'returns only null for %j',
		(metadata) => {
			expect(usageIn(metadata)).toEqual(NOTHING);
		},
	);

	it('never throws and never returns NaN', () => {
		const names = fc.constantFrom(
			...['tokens_charged', 'fair_use', 'records_remaining_5h', 'records_reset_5h', '__proto__'],
		);
		const metadata = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue())));
		fc.assert(
			fc.property(fc.oneof(metadata, fc.anything()), (value) => {
				const { tokensCharged, recordsLeft } = usageIn(value);
				for (const number of [tokensCharged, recordsLeft])
					expect(number === null || (typeof number === 'number' && !Number.isNaN(number))).toBe(true);
			}),
			{ seed: 161, numRuns: 2_000 },
		);
	});
});
