import fc from 'fast-check';
import { ACCOUNT_ROW, accountRow, getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { accepts, columnsOf } from '../../support/api/rowSchema';
import { nested } from '../../support/api/nested';

const RESET = '2030-01-01T05:00:00Z';
const NAMES = columnsOf(ACCOUNT_ROW);
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, null]));

/** A window with numbers that no other window has. */
const window = (n: number) => ({ limit: n * 100, used: n, remaining: n * 75, resets_at: `2030-01-0${n}T05:00:00Z` });

const ROW = {
	name: 'Example Org',
	status: 'active',
	plan: 'growth',
	token_balance: 4_200,
	phone_token_balance: 40,
	personal_email_available: true,
};

const RECORD = {
	...ROW,
	id: 'acc-example',
	unlimited: false,
	fair_use: {
		enrich: { records: { '5h': window(1), '1w': window(2) }, requests: { '5h': window(3) } },
		search: { records: { '5h': window(4), '1w': window(5) }, requests: { '5h': window(6) } },
	},
	api_key_count: 2,
	user_count: 3,
	created_at: '2029-01-15T09:30:00Z',
	region: 'eu',
	enrich_records_5h_remaining: 'mine',
};

/** An account that reports only one enrichment window of records. */
const withWindow = (one: unknown) => ({ fair_use: { enrich: { records: { '5h': one } } } });
const cells = (remaining: unknown, resetsAt: unknown) => ({
	enrich_records_5h_remaining: remaining,
	enrich_records_5h_resets_at: resetsAt,
});

describe('the flat row of an account', () => {
	it('contains ten fields, in this order, and no other field of the record', () => {
		const windows = {
			...cells(75, '2030-01-01T05:00:00Z'),
			search_records_5h_remaining: 300,
			search_records_5h_resets_at: '2030-01-04T05:00:00Z',
		};
		expect(Object.entries(accountRow(RECORD))).toEqual(Object.entries({ ...ROW, ...windows }));
		expect(NAMES).toHaveLength(10);
	});

	it.each([
		[{ token_balance: '4200' }, { token_balance: 4_200 }],
		[{ token_balance: -1 }, { token_balance: 'unlimited' }],
		[{ token_balance: -1, unlimited: false }, { token_balance: -1 }],
		[{ token_balance: 'lots', phone_token_balance: 'few' }, {}],
		[{ phone_token_balance: '0' }, { phone_token_balance: 0 }],
		[{ phone_token_balance: -1 }, { phone_token_balance: 'unlimited' }],
		[{ name: 7, status: '', plan: {}, personal_email_available: 'true' }, { name: '7' }],
		[withWindow({ limit: '500', remaining: '480', resets_at: null }), cells(480, null)],
		[withWindow({ limit: -1, remaining: 0, resets_at: RESET }), cells('unlimited', RESET)],
		[withWindow({ remaining: true, resets_at: 1_893_474_000 }), cells(null, '2030-01-01T05:00:00.000Z')],
		[withWindow('unlimited'), {}],
		[{ fair_use: 'unlimited' }, {}],
	])('returns %j as %j', (record, told) => {
		expect(accountRow(record)).toEqual({ ...EMPTY, ...told });
	});

	it.each([[undefined], [[]], ['active'], [nested(10_000, 'x')]])(
		'has only empty cells for an unreadable record',
		(results) => {
			expect(accountRow(results)).toEqual(EMPTY);
		},
	);
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
		...['token_balance', 'unlimited', 'phone_token_balance', '__proto__', 'constructor'],
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
				expect(Object.keys(row)).toEqual(NAMES);
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

	it('has no empty cell for a full record, and phone tokens are not required', () => {
		const { phone_token_balance: _, ...contract } = RECORD;
		expect(getAccount.result.safeParse(contract).success).toBe(true);
		expect(Object.values(accountRow(RECORD))).not.toContain(null);
	});
});
