import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';

const RESET = '2030-01-01T05:00:00Z';
const UNKNOWN = { limit: null, used: null, remaining: null, remaining_percent: null, resets_at: null };
const UNKNOWN_FAMILY = { records: { '5h': UNKNOWN, '1w': UNKNOWN }, requests: { '5h': UNKNOWN } };
const NOTHING = {
	id: null,
	name: null,
	status: null,
	plan: null,
	token_balance: null,
	unlimited: null,
	phone_token_balance: null,
	personal_email_available: null,
	fair_use: { enrich: UNKNOWN_FAMILY, search: UNKNOWN_FAMILY },
	api_key_count: null,
	user_count: null,
	created_at: null,
};

/** A window with numbers that no other window has. */
const shown = (n: number) => ({ limit: n * 10, used: n, remaining: n * 9, resets_at: RESET });
const read = (n: number) => ({ ...shown(n), remaining_percent: 90 });

describe('an account record', () => {
	it('is read with every window in its own field', () => {
		const results = {
			id: 'account-example',
			status: 'active',
			plan: 'growth',
			token_balance: 4_200,
			unlimited: false,
			personal_email_available: true,
			fair_use: {
				enrich: { records: { '5h': shown(1), '1w': shown(2) }, requests: { '5h': shown(3) } },
				search: { records: { '5h': shown(4), '1w': shown(5) }, requests: { '5h': shown(6) } },
			},
		};
		expect(readAccount(results)).toEqual({
			...NOTHING,
			...results,
			fair_use: {
				enrich: { records: { '5h': read(1), '1w': read(2) }, requests: { '5h': read(3) } },
				search: { records: { '5h': read(4), '1w': read(5) }, requests: { '5h': read(6) } },
			},
		});
	});

	it.each([
		[{ token_balance: -1, unlimited: true }, Infinity, true],
		[{ token_balance: -1 }, Infinity, true],
		[{ token_balance: 0, unlimited: true }, Infinity, true],
		[{ unlimited: true }, Infinity, true],
		[{ token_balance: 'unlimited' }, Infinity, true],
		[{ token_balance: 4_200, unlimited: false }, 4_200, false],
		[{ token_balance: -1, unlimited: false }, -1, false],
		[{ token_balance: '4200' }, 4_200, false],
		[{ token_balance: 0 }, 0, false],
		[{ token_balance: 5, unlimited: 'no' }, 5, false],
		[{ token_balance: null }, null, null],
		[{ credit_balance: 3, unlimited: false }, 3, false],
		[{ token_balance: 5, credit_balance: 3 }, 5, false],
		[{ token_balance: 'lots' }, null, null],
	])('with %j has a balance of %j', (results, token_balance, unlimited) => {
		expect(readAccount(results)).toEqual({
			...NOTHING,
			token_balance,
			unlimited,
		});
	});

	it.each([
		[true, true],
		[false, false],
		['true', null],
		[1, null],
		[null, null],
	])('with personal_email_available %j has access: %j', (access, personal_email_available) => {
		expect(readAccount({ personal_email_available: access })).toEqual({ ...NOTHING, personal_email_available });
	});

	it.each(['active', 'past_due', 'a state nobody knows'])('returns a status such as %j unchanged', (status) => {
		expect(readAccount({ status })).toEqual({ ...NOTHING, status });
	});

	it.each([
		[{ limit: 500 }, { limit: 500 }],
		[
			{ limit: '500', used: '20', remaining: '480' },
			{ limit: 500, used: 20, remaining: 480, remaining_percent: 96 },
		],
		[
			{ limit: 'unlimited', used: 0, remaining: 'unlimited', resets_at: null },
			{ limit: Infinity, used: 0, remaining: Infinity, remaining_percent: 100 },
		],
		[
			{ limit: -1, used: 7, remaining: -1, resets_at: RESET },
			{ limit: Infinity, used: 7, remaining: Infinity, remaining_percent: 100, resets_at: RESET },
		],
		[
			{ limit: -1, used: 7, remaining: 0 },
			{ limit: Infinity, used: 7, remaining: Infinity, remaining_percent: 100 },
		],
		[{ limit: 'unlimited' }, { limit: Infinity, remaining: Infinity, remaining_percent: 100 }],
		[{ remaining: -1 }, { remaining: Infinity, remaining_percent: 100 }],
		[
			{ limit: 500, used: 501, remaining: -1 },
			{ limit: 500, used: 501, remaining: -1, remaining_percent: 0 },
		],
		[{ used: -1 }, { used: -1 }],
		[{ resets_at: 'soon' }, {}],
		[{ remaining: { records: 5 } }, {}],
		[{ further: 5 }, {}],
		[null, {}],
		['unlimited', {}],
		[[], {}],
	])('with a window %j contains %j of it and nothing of the others', (window, known) => {
		expect(readAccount({ fair_use: { enrich: { records: { '5h': window } } } })).toEqual({
			...NOTHING,
			fair_use: {
				enrich: { ...UNKNOWN_FAMILY, records: { '5h': { ...UNKNOWN, ...known }, '1w': UNKNOWN } },
				search: UNKNOWN_FAMILY,
			},
		});
	});

	it.each([
		[undefined],
		[null],
		[{}],
		[[]],
		['active'],
		[{ fair_use: null }],
		[{ fair_use: { enrich: 'unlimited' } }],
	])('that is unreadable, such as %j, contains only nulls', (results) => {
		expect(readAccount(results)).toEqual(NOTHING);
	});
});

it.each([
	[500, 480, 96],
	[3, 1, 33.3],
	[1_000_000, 1, 0],
	[500, 0, 0],
	[500, 600, 120],
	[500, -1, 0],
	['unlimited', 'unlimited', 100],
	[null, 'unlimited', 100],
	[0, 0, null],
	[-5, 3, null],
	[null, 3, null],
	[500, null, null],
	[1e-320, 1e300, null],
])('the percentage that is left of a window with a limit of %j and %j left is %j', (limit, remaining, percent) => {
	const account = readAccount({ fair_use: { search: { requests: { '5h': { limit, remaining } } } } });
	expect(account.fair_use.search.requests['5h'].remaining_percent).toBe(percent);
});
