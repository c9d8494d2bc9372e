import { dryRun } from '../../../nodes/IdentityResolution/run/dryRun';
import type { Phone } from '../../../nodes/IdentityResolution/api/tool';
import { linkedinToBusinessProfile } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import type { MaxCost } from '../../../nodes/IdentityResolution/run/outcome';
import { doneRoute, singleLookup, type Route } from '../../../nodes/IdentityResolution/run/lookup';
import { businessProfile, inBatchesOf, lookupFor, personalEmail, routeFor, rowsOf } from '../../support/run/lookups';
import { accountWith, badKey, brokenDown, miss } from '../../support/api/replies';
import { always } from '../../support/virtual/scripts';
import { simulate, type Scenario } from '../../support/virtual/virtualRun';

const plan = (routes: readonly Route[], scenario: Scenario = {}) =>
	simulate(routes, {
		...scenario,
		runWith: (given, limits, env) => dryRun(given, limits, env),
	});

const listed = (tokens: number): MaxCost => ({ tokens, prices: 'listed' });
const assumed = (tokens: number): MaxCost => ({ tokens, prices: 'assumed' });

it('a dry run sends the free get_account and get_billing once, and no other request', async () => {
	const { service } = await plan(rowsOf(personalEmail, 250));
	expect(service.tools).toEqual(['get_account']);
	expect(service.billingRequests).toBe(1);
	expect(service.requests[0].body).toEqual({});
});

it('a dry run plans every row with a lookup, and keeps the outcomes of the others', async () => {
	const skipped = doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' });
	const { rows, lookups } = await plan([
		routeFor(personalEmail, 'ada-example'),
		skipped,
		routeFor(personalEmail, 'Ada-Example'),
	]);
	expect(rows.map(({ outcome }) => outcome)).toEqual([
		{ is: 'planned', why: expect.any(String) as string },
		{ is: 'skipped', why: 'Blank', by: 'blank' },
		{ is: 'planned', why: expect.any(String) as string },
	]);
	expect(lookups).toBe(1);
});

it.each<[string, number, Route[], Scenario]>([
	['batches of 100', 3, rowsOf(personalEmail, 250), {}],
	['smaller batches', 25, rowsOf(inBatchesOf(10, personalEmail), 250), {}],
	['single requests for a tool that does not batch', 4, rowsOf(businessProfile, 4), {}],
	['separate requests per tool', 5, [...rowsOf(personalEmail, 150), ...rowsOf(businessProfile, 3)], {}],
	['none without lookups', 0, [doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' })], {}],
])('a dry run counts the requests of a real run: %s', async (_case, requests, routes, scenario) => {
	expect((await plan(routes, scenario)).plan?.requests).toBe(requests);
});

it('a dry run counts as many requests as a real run of the same rows sends', async () => {
	const emailTool = inBatchesOf(30, personalEmail);
	const routes = [...rowsOf(emailTool, 130), ...rowsOf(businessProfile, 7), ...rowsOf(emailTool, 50)];
	const planned = await plan(routes);
	const real = await simulate(routes);
	expect(planned.plan?.requests).toBe(real.stats.requests);
});

it('a dry run reports what the account has left', async () => {
	const { plan: result, stop } = await plan([...rowsOf(personalEmail, 250), ...rowsOf(businessProfile, 3)], {
		script: [accountWith(480)],
	});
	expect(stop).toBeNull();
	expect(result?.allowance).toEqual({
		refused: null,
		windows: [
			{ of: 'records', per: '5h', left: 480 },
			{ of: 'records', per: '1w', left: 1_000_000 },
			{ of: 'requests', per: '5h', left: 1_000_000 },
		],
		tokensLeft: 1_000_000,
	});
});

it('a dry run plans the rows after a failed account check, and reports the failure', async () => {
	const { statuses, stop, plan: result } = await plan(rowsOf(personalEmail, 2), { script: () => badKey() });
	expect(statuses).toEqual(['planned', 'planned']);
	expect(stop).toMatchObject({ reason: 'unauthorized', refusal: { httpStatus: 401 } });
	expect(result).toMatchObject({ requests: 1, allowance: null });
});

it('a dry run plans the rows if the service finds no account, and reports that the account is unknown', async () => {
	const { statuses, stop, plan: result } = await plan(rowsOf(personalEmail, 2), { script: always(miss) });
	expect(statuses).toEqual(['planned', 'planned']);
	expect(stop).toBeNull();
	expect(result).toMatchObject({ allowance: null });
});

it('a dry run retries the account check like any lookup', async () => {
	const { service, stop } = await plan(rowsOf(personalEmail, 1), { script: [brokenDown(), brokenDown()] });
	expect(service.tools).toEqual(['get_account', 'get_account', 'get_account']);
	expect(stop).toBeNull();
});

it('a dry run plans only the first lookup of a route, because the next ones depend on answers', async () => {
	const profileOnMiss: Route = ([email, profile]) => {
		if (email === undefined) return { lookup: lookupFor(personalEmail, 'ada-example') };
		if (email.outcome.is === 'not_found' && profile === undefined)
			return { lookup: lookupFor(businessProfile, 'ada-example') };
		return { outcome: (profile ?? email).outcome };
	};
	const { lookups, plan: result, statuses } = await plan([profileOnMiss]);
	expect({ lookups, requests: result?.requests, statuses }).toEqual({
		lookups: 1,
		requests: 1,
		statuses: ['planned'],
	});
});

it('a dry run that is canceled during the account check plans the rows at once', async () => {
	const { statuses, stop, took } = await plan(rowsOf(personalEmail, 1), { cancelAt: 50 });
	expect(statuses).toEqual(['planned']);
	expect(stop).toMatchObject({ reason: 'stopped' });
	expect(took).toBe(50);
});

describe('the cost in a dry run', () => {
	const NAME = 'linkedin_to_best_personal_email_usa';
	const PRICES = { [NAME]: 3, reverse_linkedin_lookup: 4 };
	const profile = (name: string, phone: Phone) => singleLookup(lookupFor(linkedinToBusinessProfile, name, phone));

	it.each<[string, Route[], Scenario, MaxCost]>([
		['is what the account lists', rowsOf(personalEmail, 250), { prices: PRICES }, listed(750)],
		['is one token each without a list', rowsOf(personalEmail, 10), {}, assumed(10)],
		['is one token each if the tool is not listed', rowsOf(personalEmail, 4), { prices: { x: 9 } }, assumed(4)],
		['counts equal lookups once', [...rowsOf(personalEmail, 3), ...rowsOf(personalEmail, 3)], {}, assumed(3)],
		['knows other names of a tool', [profile('ada-example', 'without')], { prices: PRICES }, listed(4)],
		['does not know the price of a phone', [profile('ada-example', 'with')], { prices: PRICES }, assumed(4)],
		['is nothing without lookups', [], { prices: PRICES }, listed(0)],
	])('%s', async (_says, routes, scenario, cost) => {
		expect((await plan(routes, scenario)).plan?.cost).toEqual(cost);
	});

	it('needs no request without lookups', async () => {
		const { service } = await plan([doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' })]);
		expect([service.tools, service.billingRequests]).toEqual([[], 0]);
	});
});
