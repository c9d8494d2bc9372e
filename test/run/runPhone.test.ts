import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { phoneOnlyLookup, singleLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import {
	routeFor,
	businessProfile,
	identify,
	lookupFor,
	reverseEmail,
	rowsOf,
	customRoute,
} from '../support/run/lookups';
import { answerOf, count, reasonsOf } from '../support/virtual/runAssertions';
import { http, outOfPhoneTokens } from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const noPhoneTokens: Script = (requested) =>
	requested.phone === 'with' ? outOfPhoneTokens() : everyoneFound(requested);

const phonesOf = ({ rows }: SimulatedRun) =>
	rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is));
const phonesSent = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool === businessProfile).map(({ phone }) => phone);

describe('used-up phone tokens', () => {
	const some = [...rowsOf(businessProfile, 3, 'with'), routeFor(businessProfile, 'person-4', 'without')];

	it('continue all lookups without the phone, and rows that wanted it report that', async () => {
		const done = await simulate(some, { script: noPhoneTokens });
		expect(done.statuses).toEqual(Array(4).fill('found'));
		expect(phonesOf(done)).toEqual(['omitted', 'omitted', 'omitted', 'as_requested']);
		expect(done.stop).toBeNull();
	});

	it('end all requests for phones', async () => {
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), {
			script: noPhoneTokens,
			limits: { concurrency: 4 },
		});
		expect(done.service.requests.filter(({ phone }) => phone === 'with')).toHaveLength(4);
		expect(done.service.requests).toHaveLength(54);
		expect(count(done, 'found')).toBe(50);
	});

	it.each<[Phone, Phone[]]>([
		['without', ['without', 'without']],
		['with', ['with', 'with', 'without', 'without']],
	])('do not cause endless retries if a request without a phone is refused, for rows %s one', async (phone, sent) => {
		const done = await simulate(rowsOf(businessProfile, 50, phone), {
			script: always(outOfPhoneTokens),
			limits: { concurrency: 2 },
		});
		expect(phonesSent(done)).toEqual(sent);
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
	});

	it('stop a run whose bodies request phones themselves', async () => {
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
		['without a phone', {}, 'omitted'],
		['with one all the same', { mobile_phone: '12025550123' }, 'as_requested'],
		['that did not request one', {}, 'as_requested', 'without'],
	] as const)(
		'are reported beside a hit %s in its row (%j: %s)',
		async (_what, phone, says, requested: Phone = 'with') => {
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
			});
			expect([done.statuses, phonesOf(done), done.service.requests.length]).toEqual([['found'], [says], 1]);
		},
	);
});

describe('a lookup for the phone alone', () => {
	const phoneLookup = (name: string): Lookup => phoneOnlyLookup(businessProfile, identify(businessProfile, name));
	const phoneRoute = (name: string): Route => singleLookup(phoneLookup(name));

	it('is sent and answered with the phone', async () => {
		const done = await simulate([phoneRoute('ada-example')]);
		expect(phonesSent(done)).toEqual(['with']);
		expect(answerOf(done.rows[0])?.results).toHaveProperty('mobile_phone');
	});

	it('is shared with rows that want other data', async () => {
		const done = await simulate([
			phoneRoute('ada-example'),
			routeFor(businessProfile, 'ada-example', 'with'),
			routeFor(businessProfile, 'ada-example'),
		]);
		expect(done.service.requests).toHaveLength(1);
		expect(phonesOf(done)).toEqual(['as_requested', 'as_requested', 'as_requested']);
	});

	describe('if the phone tokens are used up', () => {
		it('is deferred if it was refused, and the run continues', async () => {
			const done = await simulate([phoneRoute('ada-example'), routeFor(reverseEmail, 'ada@example.com')], {
				script: noPhoneTokens,
			});
			expect(done.statuses).toEqual(['deferred', 'found']);
			expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
			expect([phonesSent(done), done.stop]).toEqual([['with'], null]);
		});

		it('is not sent', async () => {
			const names = Array.from({ length: 20 }, (_, index) => `person-${index}`);
			const done = await simulate(names.map(phoneRoute), {
				script: noPhoneTokens,
				limits: { concurrency: 3 },
			});
			expect(phonesSent(done)).toEqual(['with', 'with', 'with']);
			expect(count(done, 'deferred')).toBe(20);
			expect(done.took).toBe(100);
		});
	});

	const ADA = 'ada-example';
	const sharingRoute = (phone: Phone): Route => routeFor(businessProfile, ADA, phone);

	it.each<[string, Route[], Phone[], string[]]>([
		[
			'a row that accepts no phone',
			[phoneRoute(ADA), sharingRoute('with')],
			['with', 'without'],
			['omitted', 'omitted'],
		],
		[
			'a row that accepts no phone and comes first',
			[sharingRoute('with'), phoneRoute(ADA)],
			['with', 'without'],
			['omitted', 'omitted'],
		],
		[
			'a row that wants no phone',
			[phoneRoute(ADA), sharingRoute('without')],
			['with', 'without'],
			['omitted', 'as_requested'],
		],
		['a row for the phone alone', [phoneRoute(ADA), phoneRoute(ADA)], ['with'], ['deferred', 'deferred']],
	])('without phone tokens is shared with %s', async (_says, routes, sent, outcomes) => {
		const done = await simulate(routes, { script: noPhoneTokens });
		expect(phonesSent(done)).toEqual(sent);
		expect(phonesOf(done)).toEqual(outcomes);
	});

	it('is still sent if a queued row shares it and only others were refused', async () => {
		const done = await simulate([phoneRoute('bob-example'), phoneRoute(ADA), sharingRoute('without')], {
			script: noPhoneTokens,
			limits: { concurrency: 1 },
		});
		expect(phonesSent(done)).toEqual(['with', 'without']);
		expect(phonesOf(done)).toEqual(['deferred', 'omitted', 'as_requested']);
	});

	describe('that was deferred', () => {
		/** A route that looks up Ada after an email, which takes longer than the refusal. */
		const lateRoute =
			(lookup: Lookup): Route =>
			(known) => {
				if (known.length === 0) return { lookup: lookupFor(reverseEmail, 'ada@example.com') };
				return known.length === 1 ? { lookup } : { outcome: known[1].outcome };
			};
		const latency = ({ tool }: { tool: { name: string } }) => (tool.name === reverseEmail.name ? 500 : 100);
		const simulateLate = (lookup: Lookup) =>
			simulate([phoneRoute(ADA), lateRoute(lookup)], { script: noPhoneTokens, latency });

		it.each<[string, Lookup, Phone[], string]>([
			['accepts no phone', lookupFor(businessProfile, ADA, 'with'), ['with', 'without'], 'omitted'],
			['wants no phone', lookupFor(businessProfile, ADA), ['with', 'without'], 'as_requested'],
			['wants only the phone, too', phoneLookup(ADA), ['with'], 'deferred'],
		])('defers a later row only if necessary: one that %s', async (_says, lookup, sent, outcome) => {
			const done = await simulateLate(lookup);
			expect(phonesSent(done)).toEqual(sent);
			expect(phonesOf(done)).toEqual(['deferred', outcome]);
		});

		it('is shared by all rows for the phone alone', async () => {
			const done = await simulateLate(phoneLookup(ADA));
			expect(done.rows[0].steps[0].record).toBe(done.rows[1].steps[1].record);
			expect(done.lookups).toBe(2);
		});
	});
});

describe('a row that wants the phone of a person who is looked up without it', () => {
	const lateRoute: Route = (known) => {
		if (known.length === 0) return { lookup: lookupFor(reverseEmail, 'ada@example.com') };
		return known.length === 1
			? { lookup: lookupFor(businessProfile, 'ada-example', 'with') }
			: { outcome: known[1].outcome };
	};

	it.each([
		['answered before', 200],
		['still in flight', 50],
	])('reports that it was too late, and the person is not looked up twice: %s', async (_when, latency) => {
		const done = await simulate([routeFor(businessProfile, 'ada-example'), lateRoute], {
			latency: ({ tool }) => (tool === reverseEmail ? latency : 100),
		});
		expect(phonesSent(done)).toEqual(['without']);
		expect(phonesOf(done)).toEqual(['as_requested', 'too_late']);
	});

	it('gets the phone if the request was not sent yet', async () => {
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
