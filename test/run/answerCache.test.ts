import fc from 'fast-check';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { dryRun } from '../../nodes/IdentityResolution/run/plan/dryRun';
import type { Lookup, Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/run/outcome';
import { answerName } from '../../nodes/IdentityResolution/api/resume';
import { cacheFrom, type Answered, type AnswerCache } from '../../nodes/IdentityResolution/run/answerCache';
import { deferAll, run } from '../../nodes/IdentityResolution/run/run';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { everyoneFound, type Script } from '../support/fakeService';
import { routeFor, businessProfile, lookupFor, people, personalEmail, rowsOf } from '../support/lookups';
import { answerOf } from '../support/runAssertions';
import { badKey, outOfPhoneTokens } from '../support/replies';
import { always } from '../support/scripts';
import { simulate, type Scenario } from '../support/virtualRun';

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

const nameOf = ({ tool, identifier, phone }: Lookup) => answerName(tool.name, identifier.key, phone);

/** What is known of so many lookups. */
const cacheOf = (...known: Array<[Lookup, Answered]>): AnswerCache => {
	const answers = new Map(known.map(([lookup, answer]) => [nameOf(lookup), answer]));
	return cacheFrom((name) => answers.get(name));
};

/** A row that asks one thing after the other, whatever is answered, and ends as the last one did. */
const sequence =
	(...lookups: Lookup[]): Route =>
	(known) =>
		known.length < lookups.length
			? { lookup: lookups[known.length] }
			: { outcome: known[known.length - 1].outcome };

const simulateWithCache = (cache: AnswerCache, routes: readonly Route[], scenario: Scenario = {}) =>
	simulate(routes, { ...scenario, runWith: (all, limits, env) => run(all, limits, env, cache) });

const profile = (name: string, phone: Phone = 'without') => lookupFor(businessProfile, name, phone);

describe('what is recalled of a question', () => {
	it.each<[string, Array<[Lookup, Answered]>, Phone, Answered | undefined]>([
		['nothing where nothing is known', [], 'without', undefined],
		['the answer to it', [[profile('ada-example'), PLAIN]], 'without', PLAIN],
		['the answer with the phone', [[profile('ada-example', 'with'), FULL]], 'with', FULL],
		['a miss', [[profile('ada-example'), MISS]], 'without', MISS],
		['a miss with the phone, for it without', [[profile('ada-example', 'with'), MISS]], 'without', MISS],
		['nothing with the phone where it was asked without', [[profile('ada-example'), PLAIN]], 'with', undefined],
		[
			'the answer without the phone where it was asked with it',
			[[profile('ada-example', 'with'), FULL]],
			'without',
			PLAIN,
		],
		[
			'the answer to just that question, where both are known',
			[
				[profile('ada-example', 'with'), FULL],
				[profile('ada-example'), MISS],
			],
			'without',
			MISS,
		],
		['nothing of anybody else', [[profile('bob-example'), PLAIN]], 'without', undefined],
		['nothing of another tool', [[lookupFor(personalEmail, 'ada-example'), PLAIN]], 'without', undefined],
	])('%s', (_says, known, phone, answer) => {
		expect(cacheOf(...known)(profile('ada-example', phone))).toEqual(answer);
	});

	it('is the same however the identifier is spelled', () => {
		expect(cacheOf([profile('https://uk.linkedin.com/in/Ada-Example/'), PLAIN])(profile('ada-example'))).toBe(
			PLAIN,
		);
	});

	it('leaves what is kept as it is', () => {
		const cached = found({ mobile_phone: '12025550100' });
		cacheOf([profile('ada-example', 'with'), cached])(profile('ada-example'));
		expect(cached).toEqual(found({ mobile_phone: '12025550100' }));
	});
});

describe('a lookup that was known before the run', () => {
	const cache = cacheOf([profile('person-2'), PLAIN]);

	it('is not sent, and not counted; the others are', async () => {
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
		'is shared by all rows that ask it %s the phone: free, never sent, and counted on the first',
		async (phone, answer) => {
			const routes = ['person-2', 'PERSON-2'].map((name) => routeFor(businessProfile, name, phone));
			const { rows } = await simulateWithCache(cacheOf([profile('person-2', phone), answer]), routes);
			expect(rows.map(({ outcome }) => outcome)).toEqual([answer, answer]);
			expect(rows[0].steps[0].record).toBe(rows[1].steps[0].record);
			expect(rows[0].steps[0].record).toMatchObject({ attempts: 0, charged: 0, rows: 2 });
			expect(rows.map(({ steps }) => steps[0].pays)).toEqual([true, false]);
		},
	);

	it('leads its row on to what is not known', async () => {
		const { rows, service, lookups } = await simulateWithCache(cache, [
			sequence(profile('person-2'), lookupFor(personalEmail, 'person-2')),
		]);
		expect(service.tools).toEqual([personalEmail.name]);
		expect(rows[0].steps.map(({ outcome }) => outcome)).toEqual([PLAIN, rows[0].outcome]);
		expect(lookups).toBe(1);
	});

	it('is known at a later step, too', async () => {
		const { rows, service } = await simulateWithCache(cache, [
			sequence(lookupFor(personalEmail, 'person-2'), profile('person-2')),
		]);
		expect(service.tools).toEqual([personalEmail.name]);
		expect(rows[0].outcome).toBe(PLAIN);
	});

	it('needs nothing sent where nothing else is asked, not even the account', async () => {
		const { service, took, lookups } = await simulateWithCache(cache, [routeFor(businessProfile, 'person-2')], {
			limits: { maxTokens: 1, reserve: 1 },
		});
		expect(service.requests).toEqual([]);
		expect({ took, lookups }).toEqual({ took: 0, lookups: 0 });
	});

	it('is answered also where the run stops', async () => {
		const { statuses } = await simulateWithCache(cache, rowsOf(businessProfile, 3), { script: always(badKey) });
		expect(statuses).toEqual(['deferred', 'found', 'deferred']);
	});

	it('takes no tokens from the others', async () => {
		const { statuses } = await simulateWithCache(cache, rowsOf(businessProfile, 3), { limits: { maxTokens: 2 } });
		expect(statuses).toEqual(['found', 'found', 'found']);
	});
});

describe('rows that ask one person with and without the phone', () => {
	const withPhone = routeFor(businessProfile, 'ada-example', 'with');
	const without = routeFor(businessProfile, 'ada-example', 'without');
	const phoneIn = (results: unknown) => (results as { mobile_phone?: string } | undefined)?.mobile_phone;

	it.each<[string, Route[], Array<string | undefined>, AnswerCache, number]>([
		[
			'with the phone first, known with it',
			[withPhone, without],
			['12025550100', undefined],
			cacheOf([profile('ada-example', 'with'), FULL]),
			0,
		],
		[
			'without the phone first, known with it',
			[without, withPhone],
			[undefined, '12025550100'],
			cacheOf([profile('ada-example', 'with'), FULL]),
			0,
		],
		[
			'with the phone first, known without it',
			[withPhone, without],
			['12025550100', undefined],
			cacheOf([profile('ada-example'), PLAIN]),
			1,
		],
		[
			'without the phone first, known without it',
			[without, withPhone, without],
			[undefined, '12025550100', undefined],
			cacheOf([profile('ada-example'), PLAIN]),
			1,
		],
	])('get what each asked for: %s', async (_says, routes, phones, cache, requests) => {
		const { rows, service, lookups } = await simulateWithCache(cache, routes);
		expect(rows.map((row) => phoneIn(answerOf(row)?.results))).toEqual(phones);
		expect(rows.map(({ outcome }) => outcome.is === 'found' && outcome.phone)).toEqual(
			routes.map(() => 'as_requested'),
		);
		expect([service.requests.length, lookups]).toEqual([requests, requests]);
	});
});

it('a miss that is known without the phone answers no row that wants the phone: asking is free', async () => {
	const routes = (['without', 'with'] as const).map((phone) => routeFor(businessProfile, 'ada-example', phone));
	const { statuses, service } = await simulateWithCache(cacheOf([profile('ada-example'), MISS]), routes);
	expect(statuses).toEqual(['not_found', 'found']);
	expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
});

describe('someone whose phone there are no phone tokens for, known without it', () => {
	const withPhone = routeFor(businessProfile, 'ada-example', 'with');
	const without = routeFor(businessProfile, 'ada-example', 'without');
	const noPhones: Script = (request) => (request.phone === 'with' ? outOfPhoneTokens() : everyoneFound(request));

	it.each<[string, Route[], 'withoutPhone' | 'defer', string[]]>([
		['that goes without', [withPhone], 'withoutPhone', ['omitted']],
		[
			'that goes without, beside one who wants none',
			[withPhone, without],
			'withoutPhone',
			['omitted', 'as_requested'],
		],
		['that is put off, beside one who wants none', [withPhone, without], 'defer', ['deferred', 'as_requested']],
	])('is not asked, and paid, again for a row %s', async (_which, routes, onPhoneTokens, phones) => {
		const { rows, service, stats } = await simulateWithCache(cacheOf([profile('ada-example'), PLAIN]), routes, {
			script: noPhones,
			limits: { onPhoneTokens },
		});
		expect(service.requests.map(({ phone }) => phone)).toEqual(['with']);
		expect(rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is))).toEqual(phones);
		expect(rows.flatMap((row) => answerOf(row)?.results ?? [])).toEqual(
			phones.filter((phone) => phone !== 'deferred').map(() => ({ full_name: 'Ada Example' })),
		);
		expect(stats.tokens).toBe(0);
	});
});

describe('a run that sends nothing', () => {
	const cache = cacheOf([profile('person-2'), MISS]);
	const stop: Stop = { reason: 'unauthorized', retryAt: null, refusal: null, tool: null };

	it('still answers what is known where it cannot start', () => {
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

	it('still answers what is known to rows that come to it after they were put off', () => {
		const { rows } = deferAll(
			[sequence(profile('person-1'), profile('person-4'))],
			stop,
			cacheOf([profile('person-4'), MISS]),
		);
		expect(rows[0].steps.map(({ outcome }) => outcome)).toEqual([{ is: 'deferred', stop }, MISS]);
	});

	it('plans nothing that is known', async () => {
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

it('a run that knows any part of the answers ends as one that asks for all of them', async () => {
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
