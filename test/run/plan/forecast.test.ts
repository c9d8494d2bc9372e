import type { Account, AccountWindow } from '../../../nodes/IdentityResolution/api/account/account';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { forecast } from '../../../nodes/IdentityResolution/run/plan/forecast';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import { limitsWith } from '../../support/run/limits';
import { businessProfile, personalEmail } from '../../support/run/lookups';

type Need = Parameters<typeof forecast>[0][number];

const NOW = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

const window = (
	remaining: number | null,
	limit: number | null = remaining,
	resetsAt: number | null = null,
): AccountWindow => ({
	limit,
	used: null,
	remaining,
	resetsAt,
});

interface Windows {
	records5h?: AccountWindow;
	records1w?: AccountWindow;
	requests5h?: AccountWindow;
}

function accountWith(
	{ records5h = window(1e6), records1w = window(1e6), requests5h = window(1e6) }: Windows = {},
	set: Partial<Account> = {},
): Account {
	const enrich = { records: { '5h': records5h, '1w': records1w }, requests: { '5h': requests5h } };
	const empty = { records: { '5h': window(0), '1w': window(0) }, requests: { '5h': window(0) } };
	return {
		status: 'active',
		plan: 'example',
		tokenBalance: 1_000,
		personalEmailAvailable: true,
		fairUse: { enrich, search: empty },
		...set,
	};
}

const needOf = (lookups: number, requests: number, tool: Need['tool'] = personalEmail): Need => ({
	tool,
	lookups,
	requests,
});

const forecastOf = (needs: Need[], account: Account, limits: Partial<Limits> = {}) =>
	forecast(needs, account, limitsWith(limits), NOW);

describe('the refusal in a forecast', () => {
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
		expect(forecastOf([needOf(1, 1)], accountWith({}, set)).refused).toBe(refused);
	});

	it('is null for other tools if the plan excludes personal emails', () => {
		expect(
			forecastOf([needOf(1, 1, businessProfile)], accountWith({}, { personalEmailAvailable: false })).refused,
		).toBeNull();
	});

	it('is plan_restricted if one of several tools returns personal emails and the plan excludes them', () => {
		const needs = [needOf(1, 1, businessProfile), needOf(1, 1)];
		expect(forecastOf(needs, accountWith({}, { personalEmailAvailable: false })).refused).toBe('plan_restricted');
	});
});

describe('the windows in a forecast', () => {
	it('are compared with the most that the run may use', () => {
		const account = accountWith({ records5h: window(200), records1w: window(900), requests5h: window(40) });
		expect(forecastOf([needOf(315, 4)], account).windows).toEqual([
			{ of: 'records', per: '5h', needed: 315, left: 200 },
			{ of: 'records', per: '1w', needed: 315, left: 900 },
			{ of: 'requests', per: '5h', needed: 4, left: 40 },
		]);
	});

	it('are shared by all tools of a family', () => {
		const [records, , requests] = forecastOf(
			[needOf(150, 2), needOf(3, 3, businessProfile)],
			accountWith(),
		).windows;
		expect([records.needed, requests.needed]).toEqual([153, 5]);
	});

	it.each([
		[100, 80, 20],
		[100, 100, 0],
		[100, 150, 0],
	])('with %i records left and a reserve of %i have %i available', (left, reserve, available) => {
		const [records5h, records1w] = forecastOf([needOf(1, 1)], accountWith({ records5h: window(left) }), {
			reserve,
		}).windows;
		expect([records5h.left, records1w.left]).toEqual([available, 1e6]);
	});

	it('are omitted for a tool of unknown family', () => {
		const { windows, doneAt } = forecastOf([needOf(5, 5, customTool('other_tool'))], accountWith());
		expect([windows, doneAt]).toEqual([[], null]);
	});

	it('have an unknown amount if the account does not report them', () => {
		expect(forecastOf([needOf(5, 5)], accountWith({ records5h: window(null) })).windows[0].left).toBeNull();
	});
});

describe('the end of a run in a forecast', () => {
	const opens = NOW + HOUR;

	it.each<[string, Need, Windows, number | null]>([
		['is now if every window has enough records', needOf(300, 3), {}, NOW],
		['is now if a window has just enough records', needOf(300, 3), { records5h: window(300, 300) }, NOW],
		[
			'is now if a window has just enough records and no reported limit',
			needOf(300, 3),
			{ records5h: window(300, null) },
			NOW,
		],
		[
			'is the opening time if the remaining lookups fit into the next window',
			needOf(300, 3),
			{ records5h: window(100, 200, opens) },
			opens,
		],
		[
			'is 5 h later for each further window',
			needOf(700, 7),
			{ records5h: window(100, 200, opens) },
			opens + 10 * HOUR,
		],
		[
			'is 5 h from now if the opening time is not reported',
			needOf(300, 3),
			{ records5h: window(100, 200) },
			NOW + 5 * HOUR,
		],
		[
			'is one week later for each further weekly window',
			needOf(700, 7),
			{ records1w: window(0, 400, opens) },
			opens + 168 * HOUR,
		],
		[
			'is the opening time of the request window if requests run out',
			needOf(300, 3),
			{ requests5h: window(2, 2, opens) },
			opens,
		],
		[
			'is that of the slowest of several windows',
			needOf(300, 3),
			{ records5h: window(0, 300, opens), requests5h: window(0, 1, opens) },
			opens + 10 * HOUR,
		],
		['is unknown if a window never has records', needOf(300, 3), { records5h: window(0, 0) }, null],
		[
			'is unknown if a window is too small and has no reported limit',
			needOf(300, 3),
			{ records5h: window(10, null) },
			null,
		],
		['is now if a window does not report its remaining amount', needOf(300, 3), { records5h: window(null) }, NOW],
	])('%s', (_case, need, windows, doneAt) => {
		expect(forecastOf([need], accountWith(windows)).doneAt).toBe(doneAt);
	});

	it('subtracts the reserve from every window', () => {
		const account = accountWith({ records5h: window(150, 200, opens) });
		expect(forecastOf([needOf(250, 3)], account, { reserve: 100 }).doneAt).toBe(opens + 5 * HOUR);
		expect(forecastOf([needOf(250, 3)], account, { reserve: 200 }).doneAt).toBeNull();
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
		expect(forecastOf([needOf(300, 3)], accountWith({}, { tokenBalance }), { maxTokens }).tokensLeft).toBe(left);
	});
});
