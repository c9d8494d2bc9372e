import type { Phone } from '../../nodes/IdentityResolution/api/tool';
import { AnswerStore, type AnswerCache } from '../../nodes/IdentityResolution/run/answerStore';
import type { Lookup } from '../../nodes/IdentityResolution/service/lookup';
import type { Route } from '../../nodes/IdentityResolution/run/route';
import { stopFor, type Outcome } from '../../nodes/IdentityResolution/service/outcome';
import { dryRun } from '../../nodes/IdentityResolution/run/run';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import { badKey, brokenDown, outOfPhoneTokens } from '../support/api/replies';
import { businessProfile, lookupFor, personalEmail, routeFor, rowsOf } from '../support/run/lookups';
import { found as foundRow, MISS, NOON } from '../support/run/settledRows';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { answerOf } from '../support/virtual/runAssertions';
import { always } from '../support/virtual/scripts';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

/** A hit with these results, whose columns may have been read. */
const found = (results: object) => ({
	...foundRow(results),
	answer: expect.objectContaining({ found: true, results, metadata: null, at: NOON }) as unknown,
});
const ADA = { full_name: 'Ada Example' };
const WITH_PHONE = { ...ADA, mobile_phone: '12025550100' };

/** The earlier results of these lookups; null for a miss. */
function cacheOf(...known: Array<[Lookup, unknown]>): AnswerCache {
	const store = new AnswerStore(null);
	for (const [{ tool, identifier, phone }, results] of known)
		store.add({ tool: tool.name, key: identifier.key, phone, found: results !== null, results, at: NOON });
	return (lookup) => store.find(lookup);
}

/** A route with these lookups in turn, for any answers. It ends with the last outcome. */
const sequence =
	(...lookups: Lookup[]): Route =>
	(steps) =>
		steps.length < lookups.length
			? { lookup: lookups[steps.length] }
			: { outcome: steps[steps.length - 1].outcome };

const simulateWith = (cache: AnswerCache, routes: readonly Route[], scenario: Scenario = {}) =>
	simulate(routes, { ...scenario, runWith: (all, limits, env) => run(all, limits, env, cache) });

const profile = (name: string, phone: Phone = 'without') => lookupFor(businessProfile, name, phone);
const ROWS = rowsOf(businessProfile, 3);

describe('a lookup that was answered before the run', () => {
	const cache = cacheOf([profile('person-2'), ADA]);

	it('is neither sent nor counted; the others are', async () => {
		const { rows, service, lookups, stats } = await simulateWith(cache, ROWS);
		expect(service.requests.map(({ inputs: [input] }) => input.split('/').at(-1))).toEqual([
			'person-1',
			'person-3',
		]);
		expect(lookups).toBe(2);
		expect(stats).toMatchObject({ requests: 2, answered: 2, lookups: 2, tokens: 2 });
		expect(rows[1].outcome).toEqual(found(ADA));
	});

	it.each<[Phone, object]>([
		['without', ADA],
		['with', WITH_PHONE],
	])(
		'is shared by all rows that request it %s the phone: free, not sent, counted on the first row',
		async (phone, results) => {
			const routes = ['person-2', 'PERSON-2'].map((name) => routeFor(businessProfile, name, phone));
			const { rows } = await simulateWith(cacheOf([profile('person-2', phone), results]), routes);
			expect(rows.map(({ outcome }) => outcome)).toEqual([found(results), found(results)]);
			expect(rows[0].steps[0].record).toBe(rows[1].steps[0].record);
			expect(rows[0].steps[0].record).toMatchObject({ attempts: 0, charged: 0, rows: 2 });
			expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, false]);
		},
	);

	it.each<[string, Lookup[]]>([
		['its row continues with the next lookup', [profile('person-2'), lookupFor(personalEmail, 'person-2')]],
		['it is also answered at a later step', [lookupFor(personalEmail, 'person-2'), profile('person-2')]],
	])('is not sent: %s', async (_says, lookups) => {
		const done = await simulateWith(cache, [sequence(...lookups)]);
		expect([done.service.tools, done.lookups, done.statuses]).toEqual([[personalEmail.name], 1, ['found']]);
		const outcomes = done.rows[0].steps.map(({ lookup, outcome }) => [lookup, outcome]);
		expect(outcomes).toContainEqual([profile('person-2'), found(ADA)]);
		expect(outcomes).toHaveLength(2);
	});

	it('causes no request, not even an account check, if nothing else is looked up', async () => {
		const limits = { maxTokens: 1 };
		const done = await simulateWith(cache, [routeFor(businessProfile, 'person-2')], { limits });
		expect([done.service.requests, done.took, done.lookups]).toEqual([[], 0, 0]);
	});

	it('is also answered if the run stops', async () => {
		const { statuses } = await simulateWith(cache, ROWS, { script: always(badKey) });
		expect(statuses).toEqual(['deferred', 'found', 'deferred']);
	});

	it('leaves all tokens to the others', async () => {
		const { statuses } = await simulateWith(cache, ROWS, { limits: { maxTokens: 2 } });
		expect(statuses).toEqual(['found', 'found', 'found']);
	});
});

describe('rows that look up one person with and without the phone', () => {
	const withPhone = routeFor(businessProfile, 'ada-example', 'with');
	const without = routeFor(businessProfile, 'ada-example', 'without');
	const KNOWN = cacheOf([profile('ada-example'), ADA]);
	const KNOWN_PHONE = cacheOf([profile('ada-example', 'with'), WITH_PHONE]);
	const PHONE = WITH_PHONE.mobile_phone;
	const phoneIn = (row: SettledRow) => (answerOf(row)?.results as { mobile_phone?: string }).mobile_phone;

	it.each<[string, AnswerCache, Route[], Array<string | undefined>, number]>([
		['with the phone first, known with it', KNOWN_PHONE, [withPhone, without], [PHONE, PHONE], 0],
		['without the phone first, known with it', KNOWN_PHONE, [without, withPhone], [PHONE, PHONE], 0],
		['with the phone first, known without it', KNOWN, [withPhone, without], [PHONE, undefined], 1],
		['without it first, known without it', KNOWN, [without, withPhone, without], [undefined, PHONE, undefined], 1],
	])('get what each requested: %s', async (_says, cache, routes, phones, requests) => {
		const { rows, service, lookups } = await simulateWith(cache, routes);
		expect(rows.map(phoneIn)).toEqual(phones);
		expect(rows.map(({ outcome }) => outcome)).toMatchObject(routes.map(() => ({ phone: 'as_requested' })));
		expect([service.requests.length, lookups]).toEqual([requests, requests]);
	});

	it('do not fail without the phone because of one that wants it, before and after it', async () => {
		const script = always(brokenDown);
		const { rows, statuses } = await simulateWith(KNOWN, [without, withPhone, without], { script });
		expect(statuses).toEqual(['found', 'failed', 'found']);
		for (const { outcome, steps } of [rows[0], rows[2]])
			expect([outcome, steps[0].record]).toMatchObject([found(ADA), { attempts: 0, charged: 0, rows: 1 }]);
	});

	it('are looked up with the phone after a miss without it, because a miss is free', async () => {
		const { statuses, service } = await simulateWith(cacheOf([profile('ada-example'), null]), [without, withPhone]);
		expect(statuses).toEqual(['not_found', 'found']);
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
	});

	it('are not charged again without phone tokens', async () => {
		const script: Script = (request) => (request.phone === 'with' ? outOfPhoneTokens() : everyoneFound(request));
		const { rows, service, stats } = await simulateWith(KNOWN, [withPhone, without], { script });
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
		const phones = ['omitted', 'as_requested'];
		expect(rows.map(({ outcome }) => outcome)).toEqual(phones.map((phone) => ({ ...found(ADA), phone })));
		expect(stats.tokens).toBe(0);
	});
});

describe('a run that sends nothing', () => {
	const cache = cacheOf([profile('person-2'), null], [profile('person-9'), null]);
	const stop = stopFor('unauthorized');
	const deferred: Outcome = { is: 'deferred', stop };

	it('still answers known lookups if it cannot start, also after a deferred step', async () => {
		const routes = [
			[profile('person-2'), profile('person-4')],
			[profile('person-1'), profile('person-2')],
		];
		const all = [...ROWS, ...routes.map((way) => sequence(...way))];
		const { rows, lookups } = await deferAll(all, stop, new VirtualClock(), cache);
		expect(rows.map(({ outcome }) => outcome)).toMatchObject([deferred, MISS, deferred, deferred, MISS]);
		const steps = rows.slice(3).map((row) => row.steps.map(({ outcome }) => outcome));
		expect(steps).toMatchObject([
			[MISS, deferred],
			[deferred, MISS],
		]);
		expect(lookups).toBe(3);
	});

	it('plans no known lookup', async () => {
		const route = sequence(profile('person-2'), lookupFor(personalEmail, 'person-2'));
		const { statuses, lookups, plan } = await simulate([...ROWS, route], {
			runWith: (routes, limits, env) => dryRun(routes, limits, env, cache),
		});
		expect(statuses).toEqual(['planned', 'not_found', 'planned', 'planned']);
		expect({ lookups, requests: plan?.requests }).toEqual({ lookups: 3, requests: 3 });
	});
});
