import fc from 'fast-check';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { dryRun } from '../../nodes/IdentityResolution/run/plan/dryRun';
import type { Lookup, Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/run/outcome';
import { answerKey } from '../../nodes/IdentityResolution/api/resume';
import {
	cacheFrom,
	latestOf,
	NO_ANSWERS,
	type Answered,
	type AnswerCache,
} from '../../nodes/IdentityResolution/run/answerCache';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { routeFor, businessProfile, lookupFor, people, personalEmail, rowsOf } from '../support/run/lookups';
import { answerOf } from '../support/virtual/runAssertions';
import { badKey, brokenDown, outOfPhoneTokens } from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

const found = (results: unknown): Answered => ({
	is: 'found',
	answer: { found: true, results, metadata: null, at: 0 },
	phone: 'as_requested',
});
const MISS: Answered = {
	is: 'not_found',
	answer: { found: false, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};

const PLAIN = found({ full_name: 'Ada Example' });
const FULL = found({ full_name: 'Ada Example', mobile_phone: '12025550100' });

const nameOf = ({ tool, identifier, phone }: Lookup) => answerKey(tool.name, identifier.key, phone);

/** The cached answers to this many lookups. */
const cacheOf = (...known: Array<[Lookup, Answered]>): AnswerCache => {
	const answers = new Map(known.map(([lookup, answer]) => [nameOf(lookup), answer]));
	return cacheFrom((name) => answers.get(name));
};

/** A route with these lookups in turn, for any answers. It ends with the last outcome. */
const sequence =
	(...lookups: Lookup[]): Route =>
	(known) =>
		known.length < lookups.length
			? { lookup: lookups[known.length] }
			: { outcome: known[known.length - 1].outcome };

const simulateWithCache = (cache: AnswerCache, routes: readonly Route[], scenario: Scenario = {}) =>
	simulate(routes, { ...scenario, runWith: (all, limits, env) => run(all, limits, env, cache) });

const profile = (name: string, phone: Phone = 'without') => lookupFor(businessProfile, name, phone);

describe('the cached answer to a lookup', () => {
	it.each<[string, Array<[Lookup, Answered]>, Phone, Answered | undefined]>([
		['is none if the cache is empty', [], 'without', undefined],
		['is the answer to the same lookup', [[profile('ada-example'), PLAIN]], 'without', PLAIN],
		['is the answer with the phone', [[profile('ada-example', 'with'), FULL]], 'with', FULL],
		['is a miss', [[profile('ada-example'), MISS]], 'without', MISS],
		[
			'is a miss with the phone, for the lookup without it',
			[[profile('ada-example', 'with'), MISS]],
			'without',
			MISS,
		],
		['is none with the phone if it was looked up without', [[profile('ada-example'), PLAIN]], 'with', undefined],
		['is the answer with the phone, which is paid for', [[profile('ada-example', 'with'), FULL]], 'without', FULL],
		[
			'is the exact answer if both are cached',
			[
				[profile('ada-example', 'with'), FULL],
				[profile('ada-example'), MISS],
			],
			'without',
			MISS,
		],
		[
			'is the later answer with the phone',
			[
				[profile('ada-example', 'with'), { ...FULL, answer: { ...FULL.answer, at: 1 } }],
				[profile('ada-example'), MISS],
			],
			'without',
			{ ...FULL, answer: { ...FULL.answer, at: 1 } },
		],
		[
			'is the later answer without the phone',
			[
				[profile('ada-example', 'with'), FULL],
				[profile('ada-example'), { ...PLAIN, answer: { ...PLAIN.answer, at: 1 } }],
			],
			'without',
			{ ...PLAIN, answer: { ...PLAIN.answer, at: 1 } },
		],
		['is none for another person', [[profile('bob-example'), PLAIN]], 'without', undefined],
		['is none for another tool', [[lookupFor(personalEmail, 'ada-example'), PLAIN]], 'without', undefined],
	])('%s', (_says, known, phone, answer) => {
		expect(cacheOf(...known)(profile('ada-example', phone))).toEqual(answer);
	});

	it('is the same for every spelling of the identifier', () => {
		expect(cacheOf([profile('https://uk.linkedin.com/in/Ada-Example/'), PLAIN])(profile('ada-example'))).toBe(
			PLAIN,
		);
	});

	it('does not change the cache', () => {
		const cached = found({ mobile_phone: '12025550100' });
		cacheOf([profile('ada-example', 'with'), cached])(profile('ada-example'));
		expect(cached).toEqual(found({ mobile_phone: '12025550100' }));
	});
});

describe('latestOf', () => {
	const at = (time: number | null, answer: Answered = PLAIN): Answered => ({
		...answer,
		answer: { ...answer.answer, at: time },
	});
	const [OLD, NEW, UNKNOWN, OLD_MISS, NEW_MISS] = [at(1), at(2), at(null), at(1, MISS), at(2, MISS)];
	const SKIPPED: Outcome = { is: 'skipped', why: 'any', by: 'suppressed' };

	it.each<[string, Outcome | undefined, Outcome | undefined, Outcome | undefined]>([
		['the later hit', OLD, NEW, NEW],
		['the later one if it is a miss', OLD, NEW_MISS, NEW_MISS],
		['the later one if the other is a miss', OLD_MISS, NEW, NEW],
		['the one of known time', UNKNOWN, OLD, OLD],
		['the miss of known time', UNKNOWN, OLD_MISS, OLD_MISS],
		['the answer beside another outcome', SKIPPED, OLD, OLD],
		['the only one', undefined, OLD, OLD],
		['the only one, of unknown time', undefined, UNKNOWN, UNKNOWN],
		['none if there is none', undefined, undefined, undefined],
	])('uses %s, whichever cache has it', (_which, one, other, expected) => {
		const lookup = profile('ada-example');
		expect(
			latestOf(
				() => one,
				() => other,
			)(lookup),
		).toBe(expected);
		expect(
			latestOf(
				() => other,
				() => one,
			)(lookup),
		).toBe(expected);
	});

	it.each([
		['of the same time', OLD, OLD_MISS],
		['of unknown time', UNKNOWN, at(null, MISS)],
	])('uses the first cache for two answers %s', (_time, one, other) => {
		expect(
			latestOf(
				() => one,
				() => other,
			)(profile('ada-example')),
		).toBe(one);
	});

	it('reads both caches by the same lookup', () => {
		const cache = latestOf(
			cacheOf([profile('ada-example'), OLD]),
			cacheOf([profile('ada-example'), NEW], [profile('bea-example'), OLD]),
		);
		expect(cache(profile('ada-example'))).toBe(NEW);
		expect(cache(profile('bea-example'))).toBe(OLD);
		expect(cache(profile('cleo-example'))).toBeUndefined();
		expect(latestOf(NO_ANSWERS, NO_ANSWERS)(profile('ada-example'))).toBeUndefined();
	});
});

describe('a lookup that was answered before the run', () => {
	const cache = cacheOf([profile('person-2'), PLAIN]);

	it('is neither sent nor counted; the others are', async () => {
		const { rows, service, lookups, stats } = await simulateWithCache(cache, rowsOf(businessProfile, 3));
		expect(service.requests.map(({ inputs: [input] }) => input.split('/').at(-1))).toEqual([
			'person-1',
			'person-3',
		]);
		expect({ lookups, tally: stats }).toMatchObject({
			lookups: 2,
			tally: { requests: 2, answered: 2, lookups: 2, tokens: 2 },
		});
		expect(rows[1].outcome).toBe(PLAIN);
	});

	it.each<[Phone, Answered]>([
		['without', PLAIN],
		['with', FULL],
	])(
		'is shared by all rows that request it %s the phone: free, not sent, counted on the first row',
		async (phone, answer) => {
			const routes = ['person-2', 'PERSON-2'].map((name) => routeFor(businessProfile, name, phone));
			const { rows } = await simulateWithCache(cacheOf([profile('person-2', phone), answer]), routes);
			expect(rows.map(({ outcome }) => outcome)).toEqual([answer, answer]);
			expect(rows[0].steps[0].record).toBe(rows[1].steps[0].record);
			expect(rows[0].steps[0].record).toMatchObject({ attempts: 0, charged: 0, rows: 2 });
			expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, false]);
		},
	);

	it('continues its row with the next lookup', async () => {
		const { rows, service, lookups } = await simulateWithCache(cache, [
			sequence(profile('person-2'), lookupFor(personalEmail, 'person-2')),
		]);
		expect(service.tools).toEqual([personalEmail.name]);
		expect(rows[0].steps.map(({ outcome }) => outcome)).toEqual([PLAIN, rows[0].outcome]);
		expect(lookups).toBe(1);
	});

	it('is also answered from the cache at a later step', async () => {
		const { rows, service } = await simulateWithCache(cache, [
			sequence(lookupFor(personalEmail, 'person-2'), profile('person-2')),
		]);
		expect(service.tools).toEqual([personalEmail.name]);
		expect(rows[0].outcome).toBe(PLAIN);
	});

	it('causes no request, not even an account check, if nothing else is looked up', async () => {
		const { service, took, lookups } = await simulateWithCache(cache, [routeFor(businessProfile, 'person-2')], {
			limits: { maxTokens: 1 },
		});
		expect(service.requests).toEqual([]);
		expect({ took, lookups }).toEqual({ took: 0, lookups: 0 });
	});

	it('is also answered if the run stops', async () => {
		const { statuses } = await simulateWithCache(cache, rowsOf(businessProfile, 3), { script: always(badKey) });
		expect(statuses).toEqual(['deferred', 'found', 'deferred']);
	});

	it('leaves all tokens to the others', async () => {
		const { statuses } = await simulateWithCache(cache, rowsOf(businessProfile, 3), { limits: { maxTokens: 2 } });
		expect(statuses).toEqual(['found', 'found', 'found']);
	});
});

describe('rows that look up one person with and without the phone', () => {
	const withPhone = routeFor(businessProfile, 'ada-example', 'with');
	const without = routeFor(businessProfile, 'ada-example', 'without');
	const phoneIn = (results: unknown) => (results as { mobile_phone?: string } | undefined)?.mobile_phone;

	it.each<[string, Route[], Array<string | undefined>, AnswerCache, number]>([
		[
			'with the phone first, cached with it',
			[withPhone, without],
			['12025550100', '12025550100'],
			cacheOf([profile('ada-example', 'with'), FULL]),
			0,
		],
		[
			'without the phone first, cached with it',
			[without, withPhone],
			['12025550100', '12025550100'],
			cacheOf([profile('ada-example', 'with'), FULL]),
			0,
		],
		[
			'with the phone first, cached without it',
			[withPhone, without],
			['12025550100', undefined],
			cacheOf([profile('ada-example'), PLAIN]),
			1,
		],
		[
			'without the phone first, cached without it',
			[without, withPhone, without],
			[undefined, '12025550100', undefined],
			cacheOf([profile('ada-example'), PLAIN]),
			1,
		],
	])('get what each requested: %s', async (_says, routes, phones, cache, requests) => {
		const { rows, service, lookups } = await simulateWithCache(cache, routes);
		expect(rows.map((row) => phoneIn(answerOf(row)?.results))).toEqual(phones);
		expect(rows.map(({ outcome }) => outcome.is === 'found' && outcome.phone)).toEqual(
			routes.map(() => 'as_requested'),
		);
		expect([service.requests.length, lookups]).toEqual([requests, requests]);
	});
});

it.each([
	['before', ['without', 'with']],
	['after', ['with', 'without']],
	['before and after', ['without', 'with', 'without']],
] as Array<[string, Phone[]]>)(
	'a row that is cached without the phone does not fail with one that wants it: %s it',
	async (_when, phones) => {
		const routes = phones.map((phone) => routeFor(businessProfile, 'ada-example', phone));
		const { rows, statuses } = await simulateWithCache(cacheOf([profile('ada-example'), PLAIN]), routes, {
			script: always(brokenDown),
		});
		expect(statuses).toEqual(phones.map((phone) => (phone === 'with' ? 'failed' : 'found')));
		for (const { outcome, steps } of rows.filter(({ outcome: { is } }) => is === 'found'))
			expect([outcome, steps[0].record]).toMatchObject([PLAIN, { attempts: 0, charged: 0, rows: 1 }]);
	},
);

it('a cached miss without the phone does not answer a row that wants the phone: a miss is free', async () => {
	const routes = (['without', 'with'] as const).map((phone) => routeFor(businessProfile, 'ada-example', phone));
	const { statuses, service } = await simulateWithCache(cacheOf([profile('ada-example'), MISS]), routes);
	expect(statuses).toEqual(['not_found', 'found']);
	expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
});

describe('a person cached without the phone, if phone tokens run out', () => {
	const withPhone = routeFor(businessProfile, 'ada-example', 'with');
	const without = routeFor(businessProfile, 'ada-example', 'without');
	const noPhones: Script = (request) => (request.phone === 'with' ? outOfPhoneTokens() : everyoneFound(request));

	it.each<[string, Route[], string[]]>([
		['that wants it', [withPhone], ['omitted']],
		['that wants it, beside one that does not', [withPhone, without], ['omitted', 'as_requested']],
	])('is not looked up and charged again for a row %s', async (_which, routes, phones) => {
		const { rows, service, stats } = await simulateWithCache(cacheOf([profile('ada-example'), PLAIN]), routes, {
			script: noPhones,
		});
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
		expect(rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is))).toEqual(phones);
		expect(rows.map((row) => answerOf(row)?.results)).toEqual(phones.map(() => ({ full_name: 'Ada Example' })));
		expect(stats.tokens).toBe(0);
	});
});

describe('a run that sends nothing', () => {
	const cache = cacheOf([profile('person-2'), MISS]);
	const stop: Stop = { reason: 'unauthorized', retryAt: null, refusal: null, tool: null };

	it('still answers cached lookups if it cannot start', () => {
		const deferred: Outcome = { is: 'deferred', stop };
		const { rows, lookups } = deferAll(
			[...rowsOf(businessProfile, 3), sequence(profile('person-2'), profile('person-4'))],
			stop,
			cache,
		);
		expect(rows.map(({ outcome }) => outcome)).toEqual([deferred, MISS, deferred, deferred]);
		expect(rows[3].steps[0].outcome).toBe(MISS);
		expect(lookups).toBe(3);
	});

	it('still answers cached lookups of rows after a deferred step', () => {
		const { rows } = deferAll(
			[sequence(profile('person-1'), profile('person-4'))],
			stop,
			cacheOf([profile('person-4'), MISS]),
		);
		expect(rows[0].steps.map(({ outcome }) => outcome)).toEqual([{ is: 'deferred', stop }, MISS]);
	});

	it('plans no cached lookup', async () => {
		const plan = await simulate(
			[...rowsOf(businessProfile, 3), sequence(profile('person-2'), lookupFor(personalEmail, 'person-2'))],
			{
				runWith: (routes, limits, env) => dryRun(routes, limits, env, cache),
			},
		);
		expect(plan.statuses).toEqual(['planned', 'not_found', 'planned', 'planned']);
		expect({ lookups: plan.lookups, requests: plan.plan?.requests }).toEqual({ lookups: 3, requests: 3 });
	});
});

/** An outcome without the time of its answer. */
const withoutTime = ({ outcome }: SettledRow) =>
	'answer' in outcome ? { ...outcome, answer: { ...outcome.answer, at: null } } : outcome;

it('a run with any part of the answers cached ends like a run without a cache', async () => {
	const questions = fc.record({
		tool: fc.constantFrom(businessProfile, personalEmail),
		name: fc.constantFrom(...people(8)),
	});
	const ways = fc.array(fc.array(questions, { minLength: 1, maxLength: 3 }), { maxLength: 15 });
	await fc.assert(
		fc.asyncProperty(ways, fc.func(fc.boolean()), async (rows, isCached) => {
			const routes = rows.map((way) => sequence(...way.map(({ tool, name }) => lookupFor(tool, name))));
			const all = await simulate(routes);
			const cached = new Map<string, Answered>();
			for (const { lookup, outcome } of all.rows.flatMap(({ steps }) => steps)) {
				if (outcome.is === 'found' && isCached(lookup.key)) cached.set(nameOf(lookup), outcome);
			}
			const rest = await simulateWithCache(
				cacheFrom((name) => cached.get(name)),
				routes,
			);
			expect(rest.rows.map(withoutTime)).toEqual(all.rows.map(withoutTime));
			expect(rest.lookups).toBe(all.lookups - cached.size);
			expect(rest.stats.answered).toBe(rest.lookups);
		}),
		{ numRuns: 100 },
	);
});
