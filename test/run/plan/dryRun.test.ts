import { dryRun } from '../../../nodes/IdentityResolution/run/plan/dryRun';
import { doneRoute, type Route } from '../../../nodes/IdentityResolution/run/lookup';
import { asks, businessProfile, lookupFor, personalEmail, rowsOf } from '../../support/lookups';
import { accountWith, badKey, brokenDown, miss } from '../../support/replies';
import { always } from '../../support/scripts';
import { simulate, type Scenario } from '../../support/virtualRun';

const plan = (routes: readonly Route[], scenario: Scenario = {}) => simulate(routes, { ...scenario, play: dryRun });

it('asks nothing but the free get_account, once', async () => {
	const { service } = await plan(rowsOf(personalEmail, 250));
	expect(service.tools).toEqual(['get_account']);
	expect(service.requests[0].body).toEqual({});
});

it('plans every row that would be asked, and leaves the others as they are', async () => {
	const skipped = doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' });
	const { rows, lookups } = await plan([
		asks(personalEmail, 'ada-example'),
		skipped,
		asks(personalEmail, 'Ada-Example'),
	]);
	expect(rows.map(({ outcome }) => outcome)).toEqual([
		{ is: 'planned', why: expect.any(String) as string },
		{ is: 'skipped', why: 'Blank', by: 'blank' },
		{ is: 'planned', why: expect.any(String) as string },
	]);
	expect(lookups).toBe(1);
});

it.each<[string, number, Route[], Scenario]>([
	['batches of a hundred', 3, rowsOf(personalEmail, 250), {}],
	['batches of batchSize', 25, rowsOf(personalEmail, 250), { limits: { batchSize: 10 } }],
	['one by one where the tool does not batch', 4, rowsOf(businessProfile, 4), {}],
	['each tool for itself', 5, [...rowsOf(personalEmail, 150), ...rowsOf(businessProfile, 3)], {}],
	['none where there is nothing to ask', 0, [doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' })], {}],
])('counts the requests of a real run: %s', async (_says, requests, routes, scenario) => {
	expect((await plan(routes, scenario)).plan?.requests).toBe(requests);
});

it('counts the requests that a real run of the same rows sends', async () => {
	const routes = [...rowsOf(personalEmail, 130), ...rowsOf(businessProfile, 7), ...rowsOf(personalEmail, 50)];
	const planned = await plan(routes, { limits: { batchSize: 30 } });
	const real = await simulate(routes, { limits: { batchSize: 30 } });
	expect(planned.plan?.requests).toBe(real.stats.requests);
});

it('tells how the account stands', async () => {
	const { plan: found, stop } = await plan(rowsOf(personalEmail, 1), { script: [accountWith(480)] });
	expect(stop).toBeNull();
	expect(found?.account).toMatchObject({
		status: 'active',
		tokenBalance: 1_000_000,
		fairUse: { enrich: { records: { '5h': { remaining: 480 } } } },
	});
});

it('tells what that means for each tool that the run would ask', async () => {
	const { plan: found } = await plan([...rowsOf(personalEmail, 250), ...rowsOf(businessProfile, 3)], {
		script: [accountWith(480)],
		limits: { reserve: 30 },
	});
	expect(found?.forecast).toMatchObject({
		refused: null,
		windows: [
			{ of: 'records', per: '5h', needed: 253, left: 450 },
			{ of: 'records', per: '1w', needed: 253, left: 1_000_000 },
			{ of: 'requests', per: '5h', needed: 6, left: 1_000_000 },
		],
		tokens: { needed: 253, left: 1_000_000 },
	});
	expect(found?.forecast?.doneAt).toBe(Date.UTC(2030, 0, 1) + 100);
});

it('plans the rows even where the account cannot be asked, and says why it could not', async () => {
	const { statuses, stop, plan: found } = await plan(rowsOf(personalEmail, 2), { script: () => badKey() });
	expect(statuses).toEqual(['planned', 'planned']);
	expect(stop).toMatchObject({ reason: 'unauthorized', refusal: { httpStatus: 401 } });
	expect(found).toEqual({ requests: 1, account: null, forecast: null });
});

it('plans the rows also where the service finds no account, and says that it could not learn how it stands', async () => {
	const { statuses, stop, plan: found } = await plan(rowsOf(personalEmail, 2), { script: always(miss) });
	expect(statuses).toEqual(['planned', 'planned']);
	expect(stop).toEqual({ reason: 'service_down', retryAt: null, refusal: null, tool: null });
	expect(found).toMatchObject({ account: null, forecast: null });
});

it('asks the account with the same patience as any lookup', async () => {
	const { service, stop } = await plan(rowsOf(personalEmail, 1), { script: [brokenDown(), brokenDown()] });
	expect(service.tools).toEqual(['get_account', 'get_account', 'get_account']);
	expect(stop).toBeNull();
});

it('goes only the first step of a way of several: what comes next depends on answers', async () => {
	const profileOnMiss: Route = ([email, profile]) => {
		if (email === undefined) return { lookup: lookupFor(personalEmail, 'ada-example') };
		if (email.outcome.is === 'not_found' && profile === undefined)
			return { lookup: lookupFor(businessProfile, 'ada-example') };
		return { outcome: (profile ?? email).outcome };
	};
	const { lookups, plan: found, statuses } = await plan([profileOnMiss]);
	expect({ lookups, requests: found?.requests, statuses }).toEqual({
		lookups: 1,
		requests: 1,
		statuses: ['planned'],
	});
});

it('plans the rows at once where it is cancelled while the account is asked', async () => {
	const { statuses, stop, took } = await plan(rowsOf(personalEmail, 1), { cancelAt: 50 });
	expect(statuses).toEqual(['planned']);
	expect(stop).toMatchObject({ reason: 'stopped' });
	expect(took).toBe(50);
});
