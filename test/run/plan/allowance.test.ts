import type { Account, AccountWindow } from '../../../nodes/IdentityResolution/api/account/account';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { allowanceOf } from '../../../nodes/IdentityResolution/run/dryRun';
import { businessProfile, personalEmail } from '../../support/run/lookups';

const window = (remaining: number | null): AccountWindow => ({ limit: null, used: null, remaining, resetsAt: null });

const windows = (records5h: number | null, records1w: number, requests5h: number) => ({
	records: { '5h': window(records5h), '1w': window(records1w) },
	requests: { '5h': window(requests5h) },
});

const accountWith = (set: Partial<Account> = {}): Account => ({
	status: 'active',
	tokenBalance: 1_000,
	personalEmailAvailable: true,
	fairUse: { enrich: windows(200, 900, 40), search: windows(null, 7, 8) },
	...set,
});

describe('the refusal of an account', () => {
	it.each<[string, Partial<Account>, string | null]>([
		['is null for an active account', {}, null],
		['is account_inactive for an inactive account', { status: 'suspended' }, 'account_inactive'],
		['is null for an account without a status', { status: null }, null],
		[
			'is plan_restricted for the tool of personal emails if the plan excludes them',
			{ personalEmailAvailable: false },
			'plan_restricted',
		],
		['is null for a plan that does not report personal emails', { personalEmailAvailable: null }, null],
	])('%s', (_case, set, refused) => {
		expect(allowanceOf([businessProfile, personalEmail], accountWith(set), Infinity).refused).toBe(refused);
	});

	it('is null for other tools if the plan excludes personal emails', () => {
		const account = accountWith({ personalEmailAvailable: false });
		expect(allowanceOf([businessProfile], account, Infinity).refused).toBeNull();
	});
});

describe('the windows of an account', () => {
	const ENRICH = [
		{ of: 'records', per: '5h', left: 200 },
		{ of: 'records', per: '1w', left: 900 },
		{ of: 'requests', per: '5h', left: 40 },
	];
	const SEARCH = [
		{ of: 'records', per: '5h', left: null },
		{ of: 'records', per: '1w', left: 7 },
		{ of: 'requests', per: '5h', left: 8 },
	];

	it.each([
		['as they are, once for all tools of a family', [personalEmail, businessProfile], ENRICH],
		['for each family', [searchPeople, personalEmail], [...ENRICH, ...SEARCH]],
		['not for a tool of unknown family', [customTool('other_tool')], []],
	])('are shown %s', (_case, tools, expected) => {
		expect(allowanceOf(tools, accountWith(), Infinity).windows).toEqual(expected);
	});
});

describe('the tokens that may be spent', () => {
	it.each<[string, number | null, number, number | null]>([
		['are the balance', 480, Infinity, 480],
		['are maxTokens if that is less', 480, 50, 50],
		['are the balance if maxTokens is more', 480, 5_000, 480],
		['are maxTokens if the balance is not reported', null, 50, 50],
		['are unknown if neither is known', null, Infinity, null],
		['are unlimited if the balance is unlimited', Infinity, Infinity, Infinity],
	])('%s', (_case, tokenBalance, maxTokens, left) => {
		expect(allowanceOf([personalEmail], accountWith({ tokenBalance }), maxTokens).tokensLeft).toBe(left);
	});
});
