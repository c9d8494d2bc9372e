import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import { reservationOf, TrackedFairUse } from '../../support/run/tracked';
import { personalEmail } from '../../support/run/lookups';

const COST = { hits: 100, phones: 0, unconfirmed: 0, charged: null };
const REQUEST = reservationOf({ tool: personalEmail, phone: 'without', lookups: 100 });

/** The enrichment windows of an account that reports each of them like this. */
const fairUseWith = (window: object) => {
	const account = readAccount({
		fair_use: { enrich: { records: { '5h': window, '1w': window }, requests: { '5h': window } } },
	});
	const fairUse = new TrackedFairUse();
	fairUse.update(account.fairUse.enrich);
	return fairUse;
};

const usageWith = (remaining: unknown) =>
	readUsage({ fair_use: { records_remaining_5h: remaining, records_remaining_1w: remaining } });

it.each([
	['a limit of -1', { limit: -1, used: 100, remaining: -1, resets_at: null }],
	['a limit of -1 and 0 remaining', { limit: -1, used: 100, remaining: 0, resets_at: null }],
	['the limit "unlimited"', { limit: 'unlimited', used: 100, remaining: 'unlimited', resets_at: null }],
])('a window that the account reports with %s has infinite capacity', (_case, window) => {
	const fairUse = fairUseWith(window);
	expect(fairUse.capacity()).toBe(Infinity);
	fairUse.reserve(REQUEST);
	fairUse.settle(REQUEST, COST, readUsage({}));
	expect(fairUse.capacity()).toBe(Infinity);
});

it.each([[-1], ['-1'], ['unlimited']])(
	'a window that a reply reports with %j remaining has infinite capacity',
	(remaining) => {
		const fairUse = fairUseWith({});
		fairUse.reserve(REQUEST);
		fairUse.settle(REQUEST, COST, usageWith(remaining));
		expect(fairUse.capacity()).toBe(Infinity);
	},
);

it('a limited window with one record too many used has no capacity', () => {
	expect(fairUseWith({ limit: 500, used: 501, remaining: -1, resets_at: null }).capacity()).toBe(0);
});
