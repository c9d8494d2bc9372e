import { linkedinToBusinessProfile, searchPeople } from '../support/api/tools';
import { type Account, type AccountWindow, readAccount } from '../../nodes/IdentityResolution/api/account/account';
import { customTool } from '../../nodes/IdentityResolution/actions/tool/call.operation';
import type { Phone } from '../../nodes/IdentityResolution/api/tool';
import type { RunCost } from '../../nodes/IdentityResolution/run/cost';
import { allowanceOf, dryRun } from '../../nodes/IdentityResolution/run/run';
import { searchRoute } from '../../nodes/IdentityResolution/run/searchRoute';
import { doneRoute, singleLookup, type Route } from '../../nodes/IdentityResolution/run/route';
import { businessProfile, customRoute, inBatchesOf, lookupFor, personalEmail, rowsOf } from '../support/run/lookups';
import { badKey, brokenDown, hit, miss } from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

const plan = (routes: readonly Route[], scenario: Scenario = {}) =>
	simulate(routes, {
		...scenario,
		runWith: (given, limits, env) => dryRun(given, limits, env),
	});

const cost = (tokens: number, unlisted: RunCost['unlisted'] = 'nothing') => ({ most: tokens, least: tokens, unlisted });
const WITHOUT_EMAILS = hit({ personal_email_available: false });
const BLANK = doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' });

describe('a dry run', () => {
	it('counts as many requests as a real run of the same rows sends', async () => {
		const emailTool = inBatchesOf(30, personalEmail);
		const routes = [...rowsOf(emailTool, 130), ...rowsOf(businessProfile, 7), ...rowsOf(emailTool, 50)];
		const planned = await plan(routes);
		const real = await simulate(routes);
		expect(planned.plan?.requests).toBe(real.stats.requests);
	});

	it.each<[string, Scenario, object | null]>([
		['a failed check', { script: always(badKey) }, { reason: 'unauthorized', refusal: { httpStatus: 401 } }],
		['a service that finds no account', { script: always(miss) }, null],
		['a service that is down', { script: always(brokenDown) }, { reason: 'internal_error' }],
		['a cancellation during the account check', { cancelAt: 50 }, { reason: 'stopped' }],
	])('plans the rows after %s, and reports that the account is unknown', async (_what, scenario, stop) => {
		const done = await plan(rowsOf(personalEmail, 2), scenario);
		expect(done.statuses).toEqual(['planned', 'planned']);
		expect(done).toMatchObject({ stop, plan: { requests: 1, allowance: null } });
	});

	const PRICES = { linkedin_to_best_personal_email_usa: 3, reverse_linkedin_lookup: 4 };
	const profile = (phone: Phone) => singleLookup(lookupFor(linkedinToBusinessProfile, 'ada-example', phone));

	const bodies = [{ ids: [1, 2, 3, 4] }].map((body) => customRoute('x', body));
	const search = (limit: number) =>
		searchRoute({ tool: searchPeople, filters: { query: 'x' }, limit, offset: 0, maxTokens: Infinity });
	const LIST = { ...PRICES, search_people: 2 };

	it.each<[string, Route[], Scenario, Partial<RunCost>]>([
		['the listed prices', rowsOf(personalEmail, 250), { prices: PRICES }, cost(750)],
		['one token each without a list', rowsOf(personalEmail, 10), {}, cost(10, 'some')],
		['equal lookups once', [...rowsOf(personalEmail, 3), ...rowsOf(personalEmail, 3)], {}, cost(3, 'some')],
		['other names of a tool', [profile('without')], { prices: PRICES }, cost(4)],
		[
			'no price of a phone',
			[profile('with'), profile('without')],
			{ prices: PRICES },
			{ ...cost(4, 'phones'), phones: 1 },
		],
		['each element of a batch in a body, without a bound', bodies, { prices: { x: 1 } }, cost(4, 'some')],
		['each result of a search', [search(30), search(30)], { prices: LIST }, cost(60)],
		// They share the first page alone.
		[
			'searches with another limit',
			[search(30), search(60)],
			{ prices: LIST },
			{ most: 180, least: 120, hits: 90 },
		],
		['an unknown number of results', [search(Infinity), search(5)], { prices: LIST }, { most: Infinity }],
		['fractions', rowsOf(personalEmail, 3), { prices: { [personalEmail.name]: 1.5 } }, { most: 5, least: 4 }],
		[
			'a negative price as none',
			rowsOf(personalEmail, 3),
			{ prices: { [personalEmail.name]: -1 } },
			cost(3, 'some'),
		],
		['nothing', [BLANK], {}, cost(0)],
		[
			'no tool that the plan excludes',
			rowsOf(personalEmail, 3),
			{ prices: PRICES, script: [WITHOUT_EMAILS] },
			cost(0),
		],
	])('has a cost that counts %s', async (_says, routes, scenario, expected) => {
		expect((await plan(routes, scenario)).plan?.cost).toMatchObject(expected);
	});
});

describe('the allowance of an account', () => {
	const window = (remaining: number | null): AccountWindow => ({
		limit: null,
		used: null,
		remaining,
		remaining_percent: null,
		resets_at: null,
	});
	const windows = (records5h: number | null, records1w: number, requests5h: number) => ({
		records: { '5h': window(records5h), '1w': window(records1w) },
		requests: { '5h': window(requests5h) },
	});
	const allowanceWith = (set: Partial<Account>, tools = [personalEmail], maxTokens = Infinity) =>
		allowanceOf(
			tools,
			{
				...readAccount({}),
				status: 'active',
				token_balance: 1_000,
				personal_email_available: true,
				fair_use: { enrich: windows(200, 900, 40), search: windows(null, 7, 8) },
				...set,
			},
			maxTokens,
		);

	it.each<[string, Partial<Account>, string | null, string | null]>([
		['is complete for an active account', {}, null, null],
		['is refused for an inactive account', { status: 'suspended' }, 'account_inactive', 'account_inactive'],
		['is complete for an account without a status', { status: null }, null, null],
		['is refused if the plan excludes the tool', { personal_email_available: false }, 'plan_restricted', null],
		['is complete for a plan that does not report this', { personal_email_available: null }, null, null],
	])('%s', (_case, set, refused, refusedOther) => {
		expect(allowanceWith(set, [businessProfile, personalEmail]).refused).toBe(refused);
		expect(allowanceWith(set, [businessProfile]).refused).toBe(refusedOther);
	});

	it.each([
		['once for all tools of a family', [personalEmail, businessProfile], [200, 900, 40]],
		['for each family', [searchPeople, personalEmail], [200, 900, 40, Infinity, 7, 8]],
		['not for a tool of unknown family', [customTool('other_tool')], []],
	])('has the windows %s', (_case, tools, left) => {
		const all = allowanceWith({}, tools).windows;
		expect(all.map((one) => one.left)).toEqual(left);
		const names = all.map(({ unit, per }) => `${unit} ${per}`);
		expect(names).toEqual(left.map((_left, place) => ['records 5h', 'records 1w', 'requests 5h'][place % 3]));
	});

	it.each<[string, Account['token_balance'], number, number]>([
		['the balance', 480, 5_000, 480],
		['maxTokens if that is less', 480, 50, 50],
		['maxTokens if the balance is not reported', null, 50, 50],
		['unlimited if neither is known', null, Infinity, Infinity],
		['unlimited if the balance is unlimited', Infinity, Infinity, Infinity],
	])('has the tokens that may be spent: %s', (_case, token_balance, maxTokens, left) => {
		expect(allowanceWith({ token_balance }, [personalEmail], maxTokens).tokensLeft).toBe(left);
	});
});
