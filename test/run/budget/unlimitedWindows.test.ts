import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import { reservationOf, TrackedFairUse } from '../../support/tracked';
import { personalEmail } from '../../support/lookups';

const BILL = { hits: 100, phones: 0, unconfirmed: 0, charged: null };
const REQUEST = reservationOf({ tool: personalEmail, phone: 'without', lookups: 100 });

/** The enrichment windows of an account that says so of each of them. */
const toldOf = (window: object) => {
	const account = readAccount({
		fair_use: { enrich: { records: { '5h': window, '1w': window }, requests: { '5h': window } } },
	});
	const fairUse = new TrackedFairUse(0);
	fairUse.update(account.fairUse.enrich);
	return fairUse;
};

const replying = (left: unknown) => readUsage({ fair_use: { records_remaining_5h: left, records_remaining_1w: left } });

it.each([
	['a limit of -1', { limit: -1, used: 100, remaining: -1, resets_at: null }],
	['a limit of -1 of which it says that nothing is left', { limit: -1, used: 100, remaining: 0, resets_at: null }],
	['the limit "unlimited"', { limit: 'unlimited', used: 100, remaining: 'unlimited', resets_at: null }],
])('a window of which the account tells %s is open, however much is taken from it', (_what, window) => {
	const fairUse = toldOf(window);
	expect(fairUse.capacity()).toBe(Infinity);
	fairUse.reserve(REQUEST);
	fairUse.settle(REQUEST, BILL, readUsage({}));
	expect(fairUse.capacity()).toBe(Infinity);
});

it.each([[-1], ['-1'], ['unlimited']])('a window of which a reply says that %j is left is open', (left) => {
	const fairUse = toldOf({});
	fairUse.reserve(REQUEST);
	fairUse.settle(REQUEST, BILL, replying(left));
	expect(fairUse.capacity()).toBe(Infinity);
});

it('a window with a limit of which one too many was taken is shut', () => {
	expect(toldOf({ limit: 500, used: 501, remaining: -1, resets_at: null }).capacity()).toBe(0);
});
