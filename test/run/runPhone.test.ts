import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { phoneOnlyLookup, singleLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, type Script } from '../support/fakeService';
import { routeFor, businessProfile, identify, lookupFor, reverseEmail, rowsOf, customRoute } from '../support/lookups';
import { answerOf, count, reasonsOf } from '../support/runAssertions';
import { http, outOfPhoneTokens } from '../support/replies';
import { always } from '../support/scripts';
import { simulate, type SimulatedRun } from '../support/virtualRun';

const noPhoneTokens: Script = (requested) =>
	requested.phone === 'with' ? outOfPhoneTokens() : everyoneFound(requested);

const phonesOf = ({ rows }: SimulatedRun) =>
	rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is));
const phonesSent = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool === businessProfile).map(({ phone }) => phone);

describe('phone tokens used up', () => {
	const some = [...rowsOf(businessProfile, 3, 'with'), routeFor(businessProfile, 'person-4', 'without')];

	it('by default everyone is asked without the phone, and the rows that wanted it say so', async () => {
		const done = await simulate(some, { script: noPhoneTokens });
		expect(done.statuses).toEqual(Array(4).fill('found'));
		expect(phonesOf(done)).toEqual(['omitted', 'omitted', 'omitted', 'as_requested']);
		expect(done.stop).toBeNull();
	});

	it('from then on nobody is asked with the phone', async () => {
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), {
			script: noPhoneTokens,
			limits: { concurrency: 4 },
		});
		expect(done.service.requests.filter(({ phone }) => phone === 'with')).toHaveLength(4);
		expect(done.service.requests).toHaveLength(54);
		expect(count(done, 'found')).toBe(50);
	});

	it('where the user defers them, the rows that wanted a phone are deferred, and the others are asked', async () => {
		const done = await simulate(some, {
			script: noPhoneTokens,
			limits: { concurrency: 1, onPhoneTokens: 'defer' },
		});
		expect(done.statuses).toEqual(['deferred', 'deferred', 'deferred', 'found']);
		expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
		expect(done.service.requests.map(({ phone }) => phone)).toEqual(['with', 'without']);
		expect(done.stop).toBeNull();
	});

	it.each<[Phone, Phone[]]>([
		['without', ['without', 'without']],
		['with', ['with', 'with', 'without', 'without']],
	])(
		'does not ask for ever where the service says so to a request without a phone, of rows %s one',
		async (phone, sent) => {
			const done = await simulate(rowsOf(businessProfile, 50, phone), {
				script: always(outOfPhoneTokens),
				limits: { concurrency: 2 },
			});
			expect(phonesSent(done)).toEqual(sent);
			expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
		},
	);

	it('stops a run whose bodies ask for phones themselves, and says what is used up', async () => {
		const done = await simulate(
			[customRoute('some_tool', { id: 1, phone: true }), customRoute('some_tool', { id: 2 })],
			{
				script: always(outOfPhoneTokens),
				limits: { concurrency: 1 },
			},
		);
		expect([reasonsOf(done), done.service.requests.length]).toEqual([['insufficient_phone_tokens'], 1]);
	});

	it.each([
		['without a phone', {}, 'withoutPhone', 'omitted'],
		['without a phone, which is paid for and not put off', {}, 'defer', 'omitted'],
		['with one all the same', { mobile_phone: '12025550123' }, 'withoutPhone', 'as_requested'],
		['that did not ask for one', {}, 'withoutPhone', 'as_requested', 'without'],
	] as const)(
		'are told beside a hit %s, whose row says so (%j, %s: %s)',
		async (_what, phone, onPhoneTokens, says, requested: Phone = 'with') => {
			const results = { first_name: 'Ada', ...phone };
			const script = [
				http(200, {
					results,
					status: 'ok',
					metadata: {},
					error: { code: 'insufficient_phone_tokens', message: 'None left' },
				}),
			];
			const done = await simulate([routeFor(businessProfile, 'ada-example', requested)], {
				script,
				limits: { onPhoneTokens },
			});
			expect([done.statuses, phonesOf(done), done.service.requests.length]).toEqual([['found'], [says], 1]);
		},
	);
});

describe('phone tokens that are used up, where rows that want a phone are put off', () => {
	it('still answer a row without a phone that shares its lookup with one that wants it', async () => {
		const routes = [
			routeFor(businessProfile, 'ada-example', 'with'),
			routeFor(businessProfile, 'ada-example'),
			routeFor(businessProfile, 'bob-example', 'with'),
		];
		const done = await simulate(routes, {
			script: noPhoneTokens,
			limits: { concurrency: 1, onPhoneTokens: 'defer' },
		});
		expect(done.statuses).toEqual(['deferred', 'found', 'deferred']);
		expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
	});
});

describe('a lookup that is worth nothing without the phone', () => {
	const phoneLookup = (name: string): Lookup => phoneOnlyLookup(businessProfile, identify(businessProfile, name));
	const phoneRoute = (name: string): Route => singleLookup(phoneLookup(name));

	it('is asked with it, and answered with it', async () => {
		const done = await simulate([phoneRoute('ada-example')]);
		expect(phonesSent(done)).toEqual(['with']);
		expect(answerOf(done.rows[0])?.results).toHaveProperty('mobile_phone');
	});

	it('is one question with those that want other things, too', async () => {
		const done = await simulate([
			phoneRoute('ada-example'),
			routeFor(businessProfile, 'ada-example', 'with'),
			routeFor(businessProfile, 'ada-example'),
		]);
		expect(done.service.requests).toHaveLength(1);
		expect(phonesOf(done)).toEqual(['as_requested', 'as_requested', 'as_requested']);
	});

	describe.each(['withoutPhone', 'defer'] as const)('once the phone tokens are used up (%s)', (onPhoneTokens) => {
		it('is put off where it was refused, and the run goes on', async () => {
			const done = await simulate([phoneRoute('ada-example'), routeFor(reverseEmail, 'ada@example.com')], {
				script: noPhoneTokens,
				limits: { onPhoneTokens },
			});
			expect(done.statuses).toEqual(['deferred', 'found']);
			expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
			expect([phonesSent(done), done.stop]).toEqual([['with'], null]);
		});

		it('is not sent any more', async () => {
			const names = Array.from({ length: 20 }, (_, index) => `person-${index}`);
			const done = await simulate(names.map(phoneRoute), {
				script: noPhoneTokens,
				limits: { onPhoneTokens, concurrency: 3 },
			});
			expect(phonesSent(done)).toEqual(['with', 'with', 'with']);
			expect(count(done, 'deferred')).toBe(20);
			expect(done.took).toBe(100);
		});
	});

	const ADA = 'ada-example';
	const sharingRoute = (phone: Phone): Route => routeFor(businessProfile, ADA, phone);

	it.each<[string, 'withoutPhone' | 'defer', Route[], Phone[], string[]]>([
		[
			'a row that goes without where it must',
			'withoutPhone',
			[phoneRoute(ADA), sharingRoute('with')],
			['with', 'without'],
			['omitted', 'omitted'],
		],
		[
			'a row that goes without where it must, which asked first',
			'withoutPhone',
			[sharingRoute('with'), phoneRoute(ADA)],
			['with', 'without'],
			['omitted', 'omitted'],
		],
		[
			'a row that wants no phone',
			'withoutPhone',
			[phoneRoute(ADA), sharingRoute('without')],
			['with', 'without'],
			['omitted', 'as_requested'],
		],
		[
			'a row that wants no phone, where those that do are put off',
			'defer',
			[phoneRoute(ADA), sharingRoute('without')],
			['with', 'without'],
			['deferred', 'as_requested'],
		],
		['a row that is put off', 'defer', [phoneRoute(ADA), sharingRoute('with')], ['with'], ['deferred', 'deferred']],
		['a row like itself', 'withoutPhone', [phoneRoute(ADA), phoneRoute(ADA)], ['with'], ['deferred', 'deferred']],
	])('that has no phone tokens is shared with %s (%s)', async (_says, onPhoneTokens, routes, sent, outcomes) => {
		const done = await simulate(routes, { script: noPhoneTokens, limits: { onPhoneTokens } });
		expect(phonesSent(done)).toEqual(sent);
		expect(phonesOf(done)).toEqual(outcomes);
	});

	it('is asked all the same where a row in line shares it and only others were refused', async () => {
		const done = await simulate([phoneRoute('bob-example'), phoneRoute(ADA), sharingRoute('without')], {
			script: noPhoneTokens,
			limits: { concurrency: 1 },
		});
		expect(phonesSent(done)).toEqual(['with', 'without']);
		expect(phonesOf(done)).toEqual(['deferred', 'omitted', 'as_requested']);
	});

	describe('that was put off', () => {
		/** Asks about Ada once an e-mail was looked up, which takes longer than the refusal. */
		const lateRoute =
			(lookup: Lookup): Route =>
			(known) => {
				if (known.length === 0) return { lookup: lookupFor(reverseEmail, 'ada@example.com') };
				return known.length === 1 ? { lookup } : { outcome: known[1].outcome };
			};
		const latency = ({ tool }: { tool: { name: string } }) => (tool.name === reverseEmail.name ? 500 : 100);
		const simulateLate = (lookup: Lookup, onPhoneTokens: 'withoutPhone' | 'defer') =>
			simulate([phoneRoute(ADA), lateRoute(lookup)], {
				script: noPhoneTokens,
				limits: { onPhoneTokens },
				latency,
			});

		it.each<[string, 'withoutPhone' | 'defer', Lookup, Phone[], string]>([
			[
				'goes without the phone where it must',
				'withoutPhone',
				lookupFor(businessProfile, ADA, 'with'),
				['with', 'without'],
				'omitted',
			],
			['wants no phone', 'withoutPhone', lookupFor(businessProfile, ADA), ['with', 'without'], 'as_requested'],
			[
				'wants no phone, where those that do are put off',
				'defer',
				lookupFor(businessProfile, ADA),
				['with', 'without'],
				'as_requested',
			],
			['is put off, too', 'defer', lookupFor(businessProfile, ADA, 'with'), ['with'], 'deferred'],
			['purpose the phone alone, too', 'withoutPhone', phoneLookup(ADA), ['with'], 'deferred'],
		])(
			'does not put off a row that comes to it later, unless that has to be: one that %s (%s)',
			async (_says, onPhoneTokens, lookup, sent, outcome) => {
				const done = await simulateLate(lookup, onPhoneTokens);
				expect(phonesSent(done)).toEqual(sent);
				expect(phonesOf(done)).toEqual(['deferred', outcome]);
			},
		);

		it('is one question for all rows that seek the phone alone', async () => {
			const done = await simulateLate(phoneLookup(ADA), 'withoutPhone');
			expect(done.rows[0].steps[0].record).toBe(done.rows[1].steps[1].record);
			expect(done.lookups).toBe(2);
		});
	});
});

describe('a row that wants the phone of someone who is asked without it already', () => {
	const lateRoute: Route = (known) => {
		if (known.length === 0) return { lookup: lookupFor(reverseEmail, 'ada@example.com') };
		return known.length === 1
			? { lookup: lookupFor(businessProfile, 'ada-example', 'with') }
			: { outcome: known[1].outcome };
	};

	it.each([
		['answered before', 200],
		['still under way', 50],
	])('is told that it came too late, and the person is not asked twice: %s', async (_when, latency) => {
		const done = await simulate([routeFor(businessProfile, 'ada-example'), lateRoute], {
			latency: ({ tool }) => (tool === reverseEmail ? latency : 100),
		});
		expect(phonesSent(done)).toEqual(['without']);
		expect(phonesOf(done)).toEqual(['as_requested', 'too_late']);
	});

	it('is in time as long as the request has not been sent', async () => {
		const done = await simulate(
			[lateRoute, ...rowsOf(businessProfile, 5), routeFor(businessProfile, 'ada-example')],
			{
				limits: { concurrency: 2 },
				latency: ({ tool }) => (tool === reverseEmail ? 10 : 100),
			},
		);
		expect(phonesSent(done)).toEqual([...Array<string>(5).fill('without'), 'with']);
		expect(phonesOf(done)).toEqual(Array(7).fill('as_requested'));
	});
});
