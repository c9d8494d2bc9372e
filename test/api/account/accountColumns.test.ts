import fc from 'fast-check';
import { ACCOUNT_ROW, accountRow, getAccount } from '../../../nodes/IdentityResolution/api/account';
import { accepts, columnsOf } from '../../support/api/rowSchema';
import { nested } from '../../support/api/nested';

const RESET = '2030-01-01T05:00:00Z';
const NAMES = columnsOf(ACCOUNT_ROW);
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, null]));

/** A window with numbers that no other window has. */
const window = (n: number) => ({ limit: n * 100, used: n, remaining: n * 75, resets_at: `2030-01-0${n}T05:00:00Z` });
const cellsOf = (column: string, n: number) => ({
	[`${column}_limit`]: n * 100,
	[`${column}_used`]: n,
	[`${column}_remaining`]: n * 75,
	[`${column}_remaining_percent`]: 75,
	[`${column}_resets_at`]: `2030-01-0${n}T05:00:00Z`,
});

/** The fields before and after the windows in the record. */
const HEAD = {
	id: 'acc-example',
	name: 'Example Org',
	status: 'active',
	plan: 'growth',
	token_balance: 4_200,
	unlimited: false,
	personal_email_available: true,
};
const TAIL = {
	api_key_count: 2,
	user_count: 3,
	created_at: '2029-01-15T09:30:00Z',
};

const RECORD = {
	...HEAD,
	fair_use: {
		enrich: { records: { '5h': window(1), '1w': window(2) }, requests: { '5h': window(3) } },
		search: { records: { '5h': window(4), '1w': window(5) }, requests: { '5h': window(6) } },
	},
	...TAIL,
};

const ROW = {
	...HEAD,
	...TAIL,
	...cellsOf('enrich_records_5h', 1),
	...cellsOf('enrich_records_1w', 2),
	...cellsOf('enrich_requests_5h', 3),
	...cellsOf('search_records_5h', 4),
	...cellsOf('search_records_1w', 5),
	...cellsOf('search_requests_5h', 6),
};

/** An account that reports only one enrichment window of records. */
const withWindow = (one: unknown) => ({ fair_use: { enrich: { records: { '5h': one } } } });
const cells = (limit: unknown, used: unknown, remaining: unknown, percent: unknown, resetsAt: unknown) => ({
	enrich_records_5h_limit: limit,
	enrich_records_5h_used: used,
	enrich_records_5h_remaining: remaining,
	enrich_records_5h_remaining_percent: percent,
	enrich_records_5h_resets_at: resetsAt,
});

describe('the flat row of an account', () => {
	it('contains every field of the contract and every window, in this order', () => {
		expect(Object.entries(accountRow(RECORD))).toEqual(Object.entries(ROW));
	});

	it.each([
		[{ token_balance: '4200' }, { token_balance: 4_200, unlimited: false }],
		[{ token_balance: -1 }, { token_balance: 'unlimited', unlimited: true }],
		[{ unlimited: true }, { token_balance: 'unlimited', unlimited: true }],
		[{ unlimited: false }, { token_balance: null, unlimited: false }],
		[
			{ token_balance: -1, unlimited: false },
			{ token_balance: -1, unlimited: false },
		],
		[
			{ token_balance: 'lots', unlimited: 'perhaps' },
			{ token_balance: null, unlimited: null },
		],
	])('returns a balance %j as %j', (record, told) => {
		expect(accountRow(record)).toEqual({ ...EMPTY, ...told });
	});

	it.each([
		[{ limit: '500', used: '20', remaining: '480', resets_at: null }, cells(500, 20, 480, 96, null)],
		[{ limit: 500, used: 501, remaining: -1 }, cells(500, 501, -1, 0, null)],
		[{ limit: 0, used: 0, remaining: 0 }, cells(0, 0, 0, null, null)],
		[{ limit: -1, used: 7, remaining: -1, resets_at: RESET }, cells('unlimited', 7, 'unlimited', 100, RESET)],
		[{ used: 7, remaining: 'unlimited' }, cells(null, 7, 'unlimited', 100, null)],
		[
			{ limit: [500], used: { of: 500 }, remaining: true, resets_at: 1_893_474_000 },
			cells(null, null, null, null, '2030-01-01T05:00:00.000Z'),
		],
		['unlimited', {}],
	])('returns a window %j as %j', (one, told) => {
		expect(accountRow(withWindow(one))).toEqual({ ...EMPTY, ...told });
	});

	it.each([
		[{ id: 7, name: '', status: true, plan: {} }, { id: '7' }],
		[
			{ personal_email_available: 'true', api_key_count: '2', user_count: null, created_at: 'in spring' },
			{ api_key_count: 2 },
		],
		[{ fair_use: 'unlimited' }, {}],
	])('has an empty cell for a %j of another type', (record, told) => {
		expect(accountRow(record)).toEqual({ ...EMPTY, ...told });
	});

	it.each([[undefined], [[]], ['active'], [nested(10_000, 'x')]])(
		'has only empty cells for an unreadable record',
		(results) => {
			expect(accountRow(results)).toEqual(EMPTY);
		},
	);

	it('keeps plain fields outside the contract, and omits values that are not cells', () => {
		const further = { phone_tokens: 40, region: 'eu', trial: false, coupon: null };
		const row = accountRow({ ...further, ...RECORD, limits: { a: 1 }, tags: ['a'] });
		expect(row).toEqual({ ...ROW, ...further });
	});

	it('never replaces a column with another field', () => {
		const row = accountRow({ ...RECORD, enrich_records_5h_remaining: 'mine', enrich_records_5h_limit: -7 });
		expect(row).toEqual(ROW);
	});
});

describe('the flat row of any account', () => {
	const names = [
		...[
			'fair_use',
			'enrich',
			'search',
			'records',
			'requests',
			'5h',
			'1w',
			'limit',
			'used',
			'remaining',
			'resets_at',
		],
		...['token_balance', 'unlimited', 'phone_tokens', '__proto__', 'constructor'],
	];
	const { record } = fc.letrec<{ record: unknown }>((tie) => ({
		record: fc.oneof(
			{ maxDepth: 5, withCrossShrink: true },
			fc.jsonValue({ maxDepth: 1 }),
			fc.constantFrom(-1, 0, 500, 'unlimited', RESET, null),
			fc.dictionary(fc.constantFrom(...names), tie('record'), { maxKeys: 5 }),
		),
	}));
	const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });

	it('has every column, and no cell is an object or NaN', () => {
		fc.assert(
			fc.property(fc.oneof(record, anything), (results) => {
				const row = accountRow(results);
				expect(NAMES.filter((name) => !Object.hasOwn(row, name))).toEqual([]);
				for (const cell of Object.values(row)) {
					expect(cell === null || ['string', 'boolean'].includes(typeof cell) || Number.isFinite(cell)).toBe(
						true,
					);
				}
				expect(accepts(ACCOUNT_ROW, row)).toBe(true);
			}),
			{ seed: 211, numRuns: 3_000 },
		);
	});

	it('has no empty cell for a record of the contract', () => {
		expect(getAccount.result.safeParse(RECORD).success).toBe(true);
		expect(Object.values(accountRow(RECORD))).not.toContain(null);
	});
});
