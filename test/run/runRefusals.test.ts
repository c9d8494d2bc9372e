import { linkedinToMobilePhone } from '../support/api/tools';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import { everyoneFound, profileOf, type Script } from '../support/virtual/fakeService';
import { businessProfile, customRoute, personalEmail, reverseEmail, routeFor, rowsOf } from '../support/run/lookups';
import { count, emailOf, reasonsOf, stopOf } from '../support/virtual/runAssertions';
import {
	badKey,
	brokenDown,
	closedTool,
	http,
	lost,
	outOfPhoneTokens,
	outOfTokens,
	rateLimited,
	recordsUsedUp,
	refusal,
	requestsUsedUp,
} from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const times = (count: number, status: string) => Array<string>(count).fill(status);
const sentTo = ({ service }: SimulatedRun, tool: Tool) => service.requests.filter((request) => request.tool === tool);
const unknownTool = () => refusal(404, 'not_found');

/** Everyone is found by every tool but these. */
const except =
	(...replies: Array<[Tool, () => Reply]>): Script =>
	(request) =>
		(replies.find(([tool]) => tool === request.tool)?.[1] ?? (() => everyoneFound(request)))();

describe('a refusal that stops a run', () => {
	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a dead key, in the flat shape', () => http(401, { error: 'unauthorized', message: 'No' }), 'unauthorized'],
		['a key without access', () => refusal(403, 'forbidden'), 'forbidden'],
		['an inactive account', () => refusal(403, 'account_inactive'), 'account_inactive'],
		['an empty balance', outOfTokens, 'insufficient_tokens'],
		['a Fair Use limit of the plan', () => recordsUsedUp(), 'plan_limit'],
		['a used-up window of requests without a reset', () => requestsUsedUp(), 'fair_use_requests'],
	])('such as %s costs only the requests in flight, and everything is deferred', async (_says, reply, reason) => {
		const done = await simulate(rowsOf(businessProfile, 50), { limits: { concurrency: 7 }, script: always(reply) });
		expect(done.service.requests).toHaveLength(7);
		expect([count(done, 'deferred'), reasonsOf(done), done.took]).toEqual([50, [reason], 100]);
		expect(done.stop).toMatchObject({
			reason,
			retryAt: null,
			tool: businessProfile.name,
			refusal: { message: expect.any(String) as string },
		});
	});

	it.each([recordsUsedUp, requestsUsedUp])(
		'by a window without a wait is until the reset named before',
		async (refuse) => {
			const RESET = '2030-01-01T05:00:00Z';
			const script: Script = (request) =>
				request.nth > 0
					? refuse()
					: http(200, {
							...{ status: 'ok', results: profileOf(request.inputs[0]) },
							metadata: { fair_use: { records_remaining_5h: 0, records_reset_5h: RESET } },
						});
			const done = await simulate(rowsOf(businessProfile, 3), { limits: { concurrency: 1 }, script });
			expect(done.statuses).toEqual(['found', 'deferred', 'deferred']);
			expect(done.stop?.retryAt).toBeCloseTo(Date.parse(RESET) + 1_000, -3);
		},
	);

	it('such as a redirect fails the sent lookups and defers the rest', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { concurrency: 7 },
			script: always(() => http(302, '')),
		});
		expect(done.service.requests).toHaveLength(7);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([7, 43]);
		expect(reasonsOf(done)).toEqual(['wrong_address']);
	});

	it.each<[string, () => Reply]>([
		['of the run', badKey],
		['of a tool', closedTool],
	])('(%s) keeps earlier answers, and those that arrive afterwards', async (_which, reply) => {
		const done = await simulate(rowsOf(businessProfile, 10), {
			limits: { concurrency: 3 },
			script: (request) => (request.nth === 3 ? reply() : everyoneFound(request)),
			latency: ({ nth }) => (nth === 3 ? 50 : 100),
		});
		expect(done.statuses).toEqual([
			...times(3, 'found'),
			'deferred',
			...times(2, 'found'),
			...times(4, 'deferred'),
		]);
		expect([done.service.requests.length, done.took]).toEqual([6, 200]);
	});
});

describe('a 403 without an error block, as of a firewall', () => {
	const blocked = () => http(403, '<html>Forbidden</html>');

	it.each<[string, Tool]>([
		['in batches', personalEmail],
		['one by one', businessProfile],
	])('to every request closes the tool within half a minute, %s', async (_how, tool) => {
		const done = await simulate(rowsOf(tool, 1_000), { script: always(blocked) });
		expect(count(done, 'failed') + count(done, 'deferred')).toBe(1_000);
		expect(done.stop).toMatchObject({ reason: 'service_down', refusal: { reason: 'blocked', httpStatus: 403 } });
		expect(done.service.requests.length).toBeLessThan(40);
		expect(done.took).toBeLessThan(30_000);
	});
});

describe('a refusal that closes a tool', () => {
	it.each<[string, () => Reply, string]>([
		['is not on the plan', closedTool, 'plan_restricted'],
		['does not exist', unknownTool, 'unknown_tool'],
	])('because it %s costs only the requests in flight, and affects no other tool', async (_says, reply, reason) => {
		const tools = [businessProfile, reverseEmail, personalEmail];
		const routes = [...rowsOf(tools[0], 50), ...rowsOf(tools[1], 30), ...rowsOf(tools[2], 120)];
		const done = await simulate(routes, { limits: { concurrency: 7 }, script: except([businessProfile, reply]) });
		expect(done.statuses).toEqual([...times(50, 'deferred'), ...times(150, 'found')]);
		expect(tools.map((tool) => sentTo(done, tool).length)).toEqual([3, 30, 2]);
		const message = expect.any(String) as string;
		const stop = { reason, retryAt: null, tool: businessProfile.name, refusal: { reason, message } };
		expect([done.stop, ...done.rows.slice(0, 50).map(stopOf)]).toMatchObject(Array(51).fill(stop));
	});

	it.each<[string, () => Reply]>([
		['failed', brokenDown],
		['was lost', lost],
		['met a limit', () => rateLimited(5)],
	])('neither retries nor waits for a lookup that %s before', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, 2), {
			script: [reply(), closedTool()],
			latency: ({ nth }) => [50, 100][nth],
		});
		expect(done.service.times).toEqual([0, 0]);
		expect([reasonsOf(done), done.took]).toEqual([['plan_restricted'], 100]);
	});

	it('still retries requests to other tools', async () => {
		const routes = [routeFor(reverseEmail, 'ada@example.com'), routeFor(businessProfile, 'ada-example')];
		const done = await simulate(routes, {
			script: [brokenDown(), closedTool()],
			latency: ({ nth }) => 50 + 50 * nth,
		});
		expect(done.statuses).toEqual(['found', 'deferred']);
		expect(sentTo(done, reverseEmail).map(({ at }) => at)).toEqual([0, 550]);
	});

	it.each<[string, Array<[Tool, () => Reply]>, string, Array<string | undefined>]>([
		[
			'the first of several tools, and each row reports its own',
			[
				[businessProfile, closedTool],
				[reverseEmail, unknownTool],
			],
			'plan_restricted',
			['plan_restricted', 'plan_restricted', 'unknown_tool', 'unknown_tool', undefined, undefined],
		],
		[
			'the later stop of the run, which rows of the closed tool do not report',
			[
				[businessProfile, closedTool],
				[reverseEmail, badKey],
			],
			'unauthorized',
			['plan_restricted', 'plan_restricted', ...times(4, 'unauthorized')],
		],
	])('makes the run report %s', async (_which, replies, reason, reasons) => {
		const routes = [...rowsOf(businessProfile, 2), ...rowsOf(reverseEmail, 2), ...rowsOf(personalEmail, 2)];
		const done = await simulate(routes, { script: except(...replies), limits: { concurrency: 1 } });
		expect(done.stop?.reason).toBe(reason);
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(reasons);
	});

	it('after the run stopped makes its rows report it, but not the run', async () => {
		const done = await simulate(rowsOf(businessProfile, 3), {
			script: [badKey(), closedTool()],
			latency: ({ nth }) => 100 + nth,
			limits: { concurrency: 2 },
		});
		expect(done.stop).toMatchObject({ reason: 'unauthorized' });
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(['unauthorized', ...times(2, 'plan_restricted')]);
	});
});

describe('a Fair Use limit of the plan', () => {
	const searchPeople: Tool = { ...reverseEmail, name: 'people_search', family: 'search' };
	const searchCompanies: Tool = { ...reverseEmail, name: 'company_search', family: 'search' };
	const unknownFamily: Tool = { ...reverseEmail, name: 'any_tool', family: 'unknown' };
	const otherUnknown: Tool = { ...unknownFamily, name: 'another_tool' };
	const tools = [searchPeople, searchCompanies, businessProfile, unknownFamily, otherUnknown];
	const routes = tools.flatMap((tool) => rowsOf(tool, 2));

	it.each<[string, Tool, number[], Array<string | null | undefined>]>([
		['the family', searchPeople, [1, 0, 2, 2, 2], [searchPeople.name, null, null, null, ...Array<undefined>(6)]],
		['only the tool if its family is unknown', unknownFamily, [2, 2, 2, 1, 2], []],
	])('closes %s, and names the tool only on its row', async (_what, refused, sent, named) => {
		const script = except([refused, () => recordsUsedUp()]);
		const done = await simulate(routes, { limits: { concurrency: 1 }, script });
		expect(tools.map((tool) => sentTo(done, tool).length)).toEqual(sent);
		expect(done.stop).toMatchObject({ reason: 'plan_limit', tool: refused.name });
		if (named.length > 0) expect(done.rows.map((row) => stopOf(row)?.tool)).toEqual(named);
	});

	it('settles pending retries of another tool of the family', async () => {
		const done = await simulate([...rowsOf(searchCompanies, 1), ...rowsOf(searchPeople, 1)], {
			limits: { concurrency: 1 },
			script: except([searchPeople, () => recordsUsedUp()], [searchCompanies, brokenDown]),
		});
		expect(done.statuses).toEqual(['deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(2);
	});
});

describe('without phone tokens', () => {
	const ADA = 'ada-example';
	const noPhoneTokens: Script = (requested) =>
		requested.phone === 'with' || requested.tool === linkedinToMobilePhone
			? outOfPhoneTokens()
			: everyoneFound(requested);
	const phonesOf = ({ rows }: SimulatedRun) =>
		rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : outcome.is));
	const phonesSent = (done: SimulatedRun) => sentTo(done, businessProfile).map(({ phone }) => phone);

	it('no other row requests a phone, and the run continues', async () => {
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), {
			script: noPhoneTokens,
			limits: { concurrency: 4 },
		});
		expect(phonesSent(done)).toEqual([...times(4, 'with'), ...times(50, 'without')]);
		expect(phonesOf(done)).toEqual(times(50, 'omitted'));
		expect(done.stop).toBeNull();
	});

	it.each<[string, Script, Phone[], string[]]>([
		['with the phone if there are some', everyoneFound, ['with'], Array<string>(3).fill('as_requested')],
		['again without it', noPhoneTokens, ['with', 'without'], ['omitted', 'as_requested', 'omitted']],
	])('rows that share a person share the lookup, %s', async (_says, script, sent, phones) => {
		const rows = (['with', 'without', 'with'] as const).map((phone) => routeFor(businessProfile, ADA, phone));
		const done = await simulate(rows, { script });
		expect([phonesSent(done), phonesOf(done), done.lookups]).toEqual([sent, phones, 1]);
	});

	it('each lookup counts once, whether it was sent or still queued', async () => {
		const rows = rowsOf(businessProfile, 50, 'with');
		const done = await simulate(rows, { script: noPhoneTokens, limits: { concurrency: 4 } });
		expect([count(done, 'found'), done.lookups]).toEqual([50, 50]);
	});

	it('a tool that returns only phones is asked once, and the run continues', async () => {
		const rows = [...rowsOf(linkedinToMobilePhone, 20, 'with'), routeFor(reverseEmail, 'ada@example.com')];
		const done = await simulate(rows, { script: noPhoneTokens });
		expect(sentTo(done, linkedinToMobilePhone)).toHaveLength(1);
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
		const routes = [{ id: 1, phone: true }, { id: 2 }].map((body) => customRoute('some_tool', body));
		const done = await simulate(routes, { script: always(outOfPhoneTokens), limits: { concurrency: 1 } });
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

describe('an answer with an error block', () => {
	it.each([
		['internal_error', 'found', null],
		['rate_limited', 'found', null],
		['insufficient_phone_tokens', 'found', null],
		['invalid_input', 'found', null],
		['insufficient_tokens', 'deferred', 'insufficient_tokens'],
		['unauthorized', 'deferred', 'unauthorized'],
		['plan_restricted', 'deferred', 'plan_restricted'],
	])('(%s) is kept and not sent again, and the next row is %s', async (code, status, reason) => {
		const withRefusal = http(200, {
			results: profileOf('person-1'),
			status: 'ok',
			metadata: { tokens_charged: 1 },
			error: { code, message: 'Besides' },
		});
		const done = await simulate(rowsOf(businessProfile, 2, 'with'), {
			script: [withRefusal],
			limits: { concurrency: 1 },
		});
		expect([emailOf(done.rows[0]), done.statuses[1]]).toEqual(['person-1@example.com', status]);
		expect(done.service.requests).toHaveLength(status === 'found' ? 2 : 1);
		expect(done.stop?.reason ?? null).toBe(reason);
	});
});
