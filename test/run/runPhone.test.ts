import type { Phone } from '../../nodes/IdentityResolution/api/tool';
import { linkedinToMobilePhone } from '../../nodes/IdentityResolution/actions/mobilePhone/findByLinkedin.operation';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, customRoute, lookupFor, reverseEmail, routeFor, rowsOf } from '../support/run/lookups';
import { answerOf, count, reasonsOf } from '../support/virtual/runAssertions';
import { http, outOfPhoneTokens } from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const noPhoneTokens: Script = (requested) =>
	requested.phone === 'with' || requested.tool === linkedinToMobilePhone
		? outOfPhoneTokens()
		: everyoneFound(requested);

const phonesOf = ({ rows }: SimulatedRun) =>
	rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is));
const phonesSent = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool === businessProfile).map(({ phone }) => phone);
const ADA = 'ada-example';

describe('a person whom one row wants with the phone and another without', () => {
	it.each<[string, Phone[]]>([
		['first', ['with', 'without']],
		['last', ['without', 'with']],
	])('is looked up once, with the phone, for both: it comes %s', async (_order, phones) => {
		const done = await simulate(phones.map((phone) => routeFor(businessProfile, ADA, phone)));
		expect(phonesSent(done)).toEqual(['with']);
		for (const row of done.rows) expect(answerOf(row)?.results).toHaveProperty('mobile_phone');
	});

	it('is not looked up again for a row that wants the phone after the lookup was sent', async () => {
		const later: Route = ([email, profile]) => {
			if (email === undefined) return { lookup: lookupFor(reverseEmail, 'ada@example.com') };
			return profile === undefined
				? { lookup: lookupFor(businessProfile, ADA, 'with') }
				: { outcome: profile.outcome };
		};
		const done = await simulate([routeFor(businessProfile, ADA), later], {
			latency: ({ tool }) => (tool === reverseEmail ? 50 : 100),
		});
		expect([phonesSent(done), done.statuses]).toEqual([['without'], ['found', 'found']]);
	});
});

describe('without phone tokens', () => {
	it('rows are looked up without the phone, and those that wanted it say so', async () => {
		const rows = [...rowsOf(businessProfile, 3, 'with'), routeFor(businessProfile, 'person-4', 'without')];
		const done = await simulate(rows, { script: noPhoneTokens });
		expect(phonesOf(done)).toEqual(['omitted', 'omitted', 'omitted', 'as_requested']);
		expect([done.stop, done.lookups]).toEqual([null, 4]);
	});

	it('no other row requests a phone', async () => {
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), {
			script: noPhoneTokens,
			limits: { concurrency: 4 },
		});
		expect(phonesSent(done)).toEqual([...Array<string>(4).fill('with'), ...Array<string>(50).fill('without')]);
		expect(count(done, 'found')).toBe(50);
	});

	it('rows that share a person share the lookup without the phone, too', async () => {
		const rows = (['with', 'without', 'with'] as const).map((phone) => routeFor(businessProfile, ADA, phone));
		const done = await simulate(rows, { script: noPhoneTokens });
		expect(phonesSent(done)).toEqual(['with', 'without']);
		expect(phonesOf(done)).toEqual(['omitted', 'as_requested', 'omitted']);
	});

	it('a tool that returns only phones is asked once, and the run continues', async () => {
		const rows = [...rowsOf(linkedinToMobilePhone, 20, 'with'), routeFor(reverseEmail, 'ada@example.com')];
		const done = await simulate(rows, { script: noPhoneTokens });
		expect(done.service.requests.filter(({ tool }) => tool === linkedinToMobilePhone)).toHaveLength(1);
		expect([count(done, 'deferred'), count(done, 'found')]).toEqual([20, 1]);
		expect([reasonsOf(done), done.stop]).toEqual([['insufficient_phone_tokens'], null]);
	});

	it.each<[Phone, Phone[]]>([
		['without', ['without', 'without']],
		['with', ['with', 'with', 'without', 'without']],
	])('nothing is retried for ever if even a request without a phone is refused: rows %s one', async (phone, sent) => {
		const done = await simulate(rowsOf(businessProfile, 50, phone), {
			script: always(outOfPhoneTokens),
			limits: { concurrency: 2 },
		});
		expect(phonesSent(done)).toEqual(sent);
		expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
	});

	it('a run stops whose bodies request phones themselves', async () => {
		const done = await simulate(
			[customRoute('some_tool', { id: 1, phone: true }), customRoute('some_tool', { id: 2 })],
			{ script: always(outOfPhoneTokens), limits: { concurrency: 1 } },
		);
		expect([reasonsOf(done), done.service.requests.length]).toEqual([['insufficient_phone_tokens'], 1]);
	});

	it.each<[string, object, Phone, string]>([
		['a hit without a phone says so', {}, 'with', 'omitted'],
		['a hit that has one all the same does not', { mobile_phone: '12025550123' }, 'with', 'as_requested'],
		['a hit that did not request one does not', {}, 'without', 'as_requested'],
	])('%s, if the service reports it beside the hit', async (_what, phone, requested, says) => {
		const reply = http(200, {
			results: { first_name: 'Ada', ...phone },
			status: 'ok',
			metadata: {},
			error: { code: 'insufficient_phone_tokens', message: 'None left' },
		});
		const done = await simulate([routeFor(businessProfile, ADA, requested)], { script: [reply] });
		expect([done.statuses, phonesOf(done), done.service.requests.length]).toEqual([['found'], [says], 1]);
	});
});
