import type { Account, AccountWindow } from '../../../nodes/IdentityResolution/api/account/account';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { forecast } from '../../../nodes/IdentityResolution/run/plan/forecast';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import { limitsWith } from '../../support/limits';
import { businessProfile, personalEmail } from '../../support/lookups';

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
	const nothing = { records: { '5h': window(0), '1w': window(0) }, requests: { '5h': window(0) } };
	return {
		status: 'active',
		plan: 'example',
		tokenBalance: 1_000,
		personalEmailAvailable: true,
		fairUse: { enrich, search: nothing },
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

describe('whether the account allows a run at all', () => {
	it.each<[string, Partial<Account>, string | null]>([
		['an active account does', {}, null],
		['an account that is not active does not', { status: 'suspended' }, 'account_inactive'],
		['an account that does not tell its status is taken for active', { status: null }, null],
		[
			'a plan without personal e-mails does not allow their tool',
			{ personalEmailAvailable: false },
			'plan_restricted',
		],
		['a plan that does not tell is taken to', { personalEmailAvailable: null }, null],
	])('%s', (_says, set, refused) => {
		expect(forecastOf([needOf(1, 1)], accountWith({}, set)).refused).toBe(refused);
	});

	it('a plan without personal e-mails allows any other tool', () => {
		expect(
			forecastOf([needOf(1, 1, businessProfile)], accountWith({}, { personalEmailAvailable: false })).refused,
		).toBeNull();
	});

	it('a plan without personal e-mails does not allow their tool as one of several either', () => {
		const needs = [needOf(1, 1, businessProfile), needOf(1, 1)];
		expect(forecastOf(needs, accountWith({}, { personalEmailAvailable: false })).refused).toBe('plan_restricted');
	});
});

describe('the windows', () => {
	it('are compared with the most that the run may take from them', () => {
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
	])('with %i records left and a reserve of %i have %i to spend', (left, reserve, spendable) => {
		const [records5h, records1w] = forecastOf([needOf(1, 1)], accountWith({ records5h: window(left) }), {
			reserve,
		}).windows;
		expect([records5h.left, records1w.left]).toEqual([spendable, 1e6]);
	});

	it('of a tool whose family is not known are not known', () => {
		const { windows, doneAt } = forecastOf([needOf(5, 5, customTool('other_tool'))], accountWith());
		expect([windows, doneAt]).toEqual([[], null]);
	});

	it('that the account does not tell of are not known either', () => {
		expect(forecastOf([needOf(5, 5)], accountWith({ records5h: window(null) })).windows[0].left).toBeNull();
	});
});

describe('when it would be done', () => {
	const opens = NOW + HOUR;

	it.each<[string, Need, Windows, number | null]>([
		['is at once where every window has enough', needOf(300, 3), {}, NOW],
		['is at once where a window has just enough', needOf(300, 3), { records5h: window(300, 300) }, NOW],
		[
			'is at once where a window has just enough and does not tell its limit',
			needOf(300, 3),
			{ records5h: window(300, null) },
			NOW,
		],
		[
			'is when the window opens where what is missing fits into it',
			needOf(300, 3),
			{ records5h: window(100, 200, opens) },
			opens,
		],
		[
			'is five hours later for each further window',
			needOf(700, 7),
			{ records5h: window(100, 200, opens) },
			opens + 10 * HOUR,
		],
		[
			'is five hours from now where the window does not tell when it opens',
			needOf(300, 3),
			{ records5h: window(100, 200) },
			NOW + 5 * HOUR,
		],
		[
			'is a week later for each further weekly window',
			needOf(700, 7),
			{ records1w: window(0, 400, opens) },
			opens + 168 * HOUR,
		],
		['is when there are requests again', needOf(300, 3), { requests5h: window(2, 2, opens) }, opens],
		[
			'is when the slowest of several windows has let it through',
			needOf(300, 3),
			{ records5h: window(0, 300, opens), requests5h: window(0, 1, opens) },
			opens + 10 * HOUR,
		],
		['is not known where a window never has anything', needOf(300, 3), { records5h: window(0, 0) }, null],
		[
			'is not known where a window is too small and does not tell its limit',
			needOf(300, 3),
			{ records5h: window(10, null) },
			null,
		],
		['is at once where a window does not tell what is left', needOf(300, 3), { records5h: window(null) }, NOW],
	])('%s', (_says, need, windows, doneAt) => {
		expect(forecastOf([need], accountWith(windows)).doneAt).toBe(doneAt);
	});

	it('counts with windows that are smaller by the reserve', () => {
		const account = accountWith({ records5h: window(150, 200, opens) });
		expect(forecastOf([needOf(250, 3)], account, { reserve: 100 }).doneAt).toBe(opens + 5 * HOUR);
		expect(forecastOf([needOf(250, 3)], account, { reserve: 200 }).doneAt).toBeNull();
	});
});

describe('the tokens', () => {
	it.each<[string, number | null, number, number | null]>([
		['are the balance', 480, Infinity, 480],
		['are maxTokens where that is less', 480, 50, 50],
		['are the balance where maxTokens is more', 480, 5_000, 480],
		['are maxTokens where the balance is not told', null, 50, 50],
		['are not known where neither is', null, Infinity, null],
		['are unlimited where the balance is', Infinity, Infinity, Infinity],
	])('%s', (_says, tokenBalance, maxTokens, left) => {
		expect(forecastOf([needOf(300, 3)], accountWith({}, { tokenBalance }), { maxTokens }).tokens).toEqual({
			needed: 300,
			left,
		});
	});
});
