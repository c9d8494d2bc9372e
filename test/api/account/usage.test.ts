import fc from 'fast-check';
import { USAGE_DAY_ROW, usageRows } from '../../../nodes/IdentityResolution/api/account/usage';
import { accepts } from '../../support/api/rowSchema';

const counts = (n: number) => ({ calls: n, tokens: n + 1, with_data: n + 2, without_data: n + 3, failed: n + 4 });
const NO_COUNTS = { calls: null, tokens: null, with_data: null, without_data: null, failed: null };
const NO_DAY = { period: null, date: null, ...NO_COUNTS };
const NOTHING = { period: null, start_date: null, end_date: null, token_balance: null, ...NO_COUNTS };

const REPORT = {
	period: 'week',
	start_date: '2030-01-01',
	end_date: '2030-01-02',
	token_balance: 4_200,
	days: [
		{ date: '2030-01-01', ...counts(10) },
		{ date: '2030-01-02', ...counts(20) },
	],
	totals: counts(30),
};

describe('a usage report by day', () => {
	it('returns one flat row for each day, in order', () => {
		expect(usageRows(REPORT, 'days').map((row) => Object.entries(row))).toEqual([
			Object.entries({ period: 'week', date: '2030-01-01', ...counts(10) }),
			Object.entries({ period: 'week', date: '2030-01-02', ...counts(20) }),
		]);
	});

	it.each([
		['is missing', undefined],
		['is empty', []],
		['is not a list', { '2030-01-01': counts(1) }],
	])('is one row of empty cells if the list of days %s', (_how, days) => {
		expect(usageRows({ period: 'week', days }, 'days')).toEqual([{ ...NO_DAY, period: 'week' }]);
	});

	it('has empty cells for an unreadable day, and omits other fields', () => {
		const days = [
			'yesterday',
			null,
			{ date: {}, calls: '7', tokens: 'many', failed: [1] },
			{ ...counts(1), date: '2030-01-03', phones: 5, tools: { a: 1 }, period: 'mine' },
		];
		expect(usageRows({ period: 'week', days }, 'days')).toEqual([
			{ ...NO_DAY, period: 'week' },
			{ ...NO_DAY, period: 'week' },
			{ ...NO_DAY, period: 'week', calls: 7 },
			{ ...counts(1), period: 'week', date: '2030-01-03' },
		]);
	});
});

describe('a usage report in total', () => {
	it('is one flat row of the period, the balance and the totals', () => {
		const { days: _days, totals, ...period } = REPORT;
		expect(Object.entries(usageRows(REPORT, 'total')[0])).toEqual(Object.entries({ ...period, ...totals }));
	});

	it.each([
		[-1, 'unlimited'],
		['unlimited', 'unlimited'],
		['lots', null],
	])('returns a balance %j as %j', (balance, told) => {
		expect(usageRows({ token_balance: balance }, 'total')[0]).toEqual({ ...NOTHING, token_balance: told });
	});

	it.each([
		[{ totals: 'none', days: 'none' }, {}],
		[{ totals: { calls: 3 }, days: [] }, { calls: 3 }],
		[{ calls: 3 }, {}],
		[{ totals: { credits: 3 } }, { tokens: 3 }],
		[{ totals: { ...counts(1), phones: 5 }, currency: 'credits' }, counts(1)],
	])('of %j contains %j and only empty cells besides', (report, told) => {
		expect(usageRows(report, 'total')[0]).toEqual({ ...NOTHING, ...told });
	});
});

it('any usage report becomes rows without an error, and no cell is an object', () => {
	const names = fc.constantFrom(
		...['period', 'token_balance', 'days', 'totals', 'date', 'calls', 'failed', 'phones', '__proto__'],
	);
	const { part } = fc.letrec<{ part: unknown }>((tie) => ({
		part: fc.oneof(
			{ maxDepth: 4 },
			fc.jsonValue({ maxDepth: 1 }),
			fc.array(tie('part'), { maxLength: 3 }),
			fc.dictionary(names, tie('part'), { maxKeys: 5 }),
		),
	}));
	fc.assert(
		fc.property(fc.oneof(part, fc.anything({ withBigInt: true, withDate: true })), (report) => {
			const days = usageRows(report, 'days');
			expect(days.length).toBeGreaterThan(0);
			for (const day of days) expect(accepts(USAGE_DAY_ROW, day)).toBe(true);
			for (const cell of [...days, usageRows(report, 'total')[0]].flatMap((row) => Object.values(row))) {
				expect(cell === null || ['string', 'boolean'].includes(typeof cell) || Number.isFinite(cell)).toBe(
					true,
				);
			}
		}),
		{ seed: 212, numRuns: 2_000 },
	);
});

describe('the tokens of each day in one text', () => {
	it.each([
		[[{ date: '2026-09-01', tokens: 12 }, { date: '2026-09-02' }], '2026-09-01: 12, 2026-09-02: unknown'],
		[[{ tokens: 12 }], null],
		[[], null],
		[undefined, null],
	])('of %j is %j', (days, text) => {
		expect(usageRows({ days }, 'days_in_one')).toEqual([{ ...NOTHING, tokens_by_day: text }]);
	});
});
