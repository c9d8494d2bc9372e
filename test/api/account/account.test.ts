import { readAccount, remainingPercent } from '../../../nodes/IdentityResolution/api/account/account';

const RESET = '2030-01-01T05:00:00Z';
const RESET_MS = Date.UTC(2030, 0, 1, 5);
const UNKNOWN = { limit: null, used: null, remaining: null, resetsAt: null };
const UNKNOWN_FAMILY = { records: { '5h': UNKNOWN, '1w': UNKNOWN }, requests: { '5h': UNKNOWN } };
const NOTHING = {
	status: null,
	tokenBalance: null,
	personalEmailAvailable: null,
	fairUse: { enrich: UNKNOWN_FAMILY, search: UNKNOWN_FAMILY },
};

/** A window with numbers that no other window has. */
const shown = (n: number) => ({ limit: n * 10, used: n, remaining: n * 9, resets_at: RESET });
const read = (n: number) => ({ limit: n * 10, used: n, remaining: n * 9, resetsAt: RESET_MS });

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
			status: 'active',
			tokenBalance: 4_200,
			personalEmailAvailable: true,
			fairUse: {
				enrich: { records: { '5h': read(1), '1w': read(2) }, requests: { '5h': read(3) } },
				search: { records: { '5h': read(4), '1w': read(5) }, requests: { '5h': read(6) } },
			},
		});
	});

	it.each([
		[{ token_balance: -1, unlimited: true }, Infinity],
		[{ token_balance: -1 }, Infinity],
		[{ token_balance: 0, unlimited: true }, Infinity],
		[{ unlimited: true }, Infinity],
		[{ token_balance: 'unlimited' }, Infinity],
		[{ token_balance: 4_200, unlimited: false }, 4_200],
		[{ token_balance: -1, unlimited: false }, -1],
		[{ token_balance: '4200' }, 4_200],
		[{ token_balance: 0 }, 0],
		[{ token_balance: 5, unlimited: 'no' }, 5],
		[{ token_balance: null }, null],
		[{ credit_balance: 3, unlimited: false }, 3],
		[{ token_balance: 5, credit_balance: 3 }, 5],
		[{ token_balance: 'lots' }, null],
	])('with %j has a balance of %p', (results, tokenBalance) => {
		expect(readAccount(results)).toEqual({ ...NOTHING, tokenBalance });
	});

	it.each([
		[true, true],
		[false, false],
		['true', null],
		[1, null],
		[null, null],
	])('with personal_email_available %j has access: %p', (access, personalEmailAvailable) => {
		expect(readAccount({ personal_email_available: access })).toEqual({ ...NOTHING, personalEmailAvailable });
	});

	it.each(['active', 'past_due', 'a state nobody knows'])('returns a status such as %j unchanged', (status) => {
		expect(readAccount({ status })).toEqual({ ...NOTHING, status });
	});

	it.each([
		[{ limit: 500 }, { ...UNKNOWN, limit: 500 }],
		[
			{ limit: '500', used: '20', remaining: '480' },
			{ limit: 500, used: 20, remaining: 480, resetsAt: null },
		],
		[
			{ limit: 'unlimited', used: 0, remaining: 'unlimited', resets_at: null },
			{ limit: Infinity, used: 0, remaining: Infinity, resetsAt: null },
		],
		[
			{ limit: -1, used: 7, remaining: -1, resets_at: RESET },
			{ limit: Infinity, used: 7, remaining: Infinity, resetsAt: RESET_MS },
		],
		[
			{ limit: -1, used: 7, remaining: 0 },
			{ limit: Infinity, used: 7, remaining: Infinity, resetsAt: null },
		],
		[{ limit: 'unlimited' }, { limit: Infinity, used: null, remaining: Infinity, resetsAt: null }],
		[{ remaining: -1 }, { ...UNKNOWN, remaining: Infinity }],
		[
			{ limit: 500, used: 501, remaining: -1 },
			{ limit: 500, used: 501, remaining: -1, resetsAt: null },
		],
		[{ used: -1 }, { ...UNKNOWN, used: -1 }],
		[{ resets_at: 'soon' }, UNKNOWN],
		[{ remaining: { records: 5 } }, UNKNOWN],
		[null, UNKNOWN],
		['unlimited', UNKNOWN],
		[[], UNKNOWN],
	])('with a window %j contains %j of it and nothing of the others', (window, known) => {
		expect(readAccount({ fair_use: { enrich: { records: { '5h': window } } } })).toEqual({
			...NOTHING,
			fairUse: { enrich: { ...UNKNOWN_FAMILY, records: { '5h': known, '1w': UNKNOWN } }, search: UNKNOWN_FAMILY },
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
	[Infinity, Infinity, 100],
	[null, Infinity, 100],
	[0, 0, null],
	[-5, 3, null],
	[null, 3, null],
	[500, null, null],
	[1e-320, 1e300, null],
])('the percentage that is left of a window with a limit of %p and %p left is %p', (limit, remaining, percent) => {
	expect(remainingPercent({ limit, used: null, remaining, resetsAt: null })).toBe(percent);
});
