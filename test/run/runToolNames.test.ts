import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { OtherName, Tool } from '../../nodes/IdentityResolution/api/tool';
import { ToolNames } from '../../nodes/IdentityResolution/run/dispatch/toolNames';
import type { AnswerCache } from '../../nodes/IdentityResolution/run/answerCache';
import { phoneOnlyLookup, singleLookup } from '../../nodes/IdentityResolution/run/lookup';
import { run } from '../../nodes/IdentityResolution/run/run';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import {
	businessProfile,
	hashedEmail,
	identify,
	people,
	personalEmail,
	routeFor,
	rowsOf,
} from '../support/run/lookups';
import { badInput, closedTool, lost, rateLimited, refusal, unsent } from '../support/api/replies';
import { atFirst } from '../support/virtual/scripts';
import { stopOf } from '../support/virtual/runAssertions';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const withNames = (tool: Tool, ...otherNames: OtherName[]): Tool => ({ ...tool, otherNames });
const email = withNames(personalEmail, { name: 'second' }, { name: 'third' });
const profile = withNames(businessProfile, { name: 'successor', phone: 'none' });
const hem = withNames(hashedEmail, { name: 'successor', accepts: ['email'], phone: 'none' });

/** A service without tools of these names. */
const without =
	(...names: string[]): Script =>
	(request) =>
		names.includes(request.tool.name) ? refusal(404, 'not_found') : everyoneFound(request);
const sentNames = ({ service }: SimulatedRun) => service.requests.map(({ tool }) => tool.name);

describe('a tool with other names', () => {
	it('is called by its own name if the service knows it', async () => {
		const done = await simulate(rowsOf(email, 250), { script: without() });
		expect(new Set(sentNames(done))).toEqual(new Set([email.name]));
		expect(done.stats.renamedTools.size).toBe(0);
	});

	it.each([
		[[email.name], 'second'],
		[[email.name, 'second'], 'third'],
	])('is called by the next name if the service lacks %j, at one request for each', async (missing, used) => {
		const done = await simulate(rowsOf(email, 250), { script: without(...missing) });
		expect(done.statuses).toEqual(Array(250).fill('found'));
		expect(sentNames(done)).toEqual([...missing, used, used, used]);
		expect(done.stats.renamedTools).toEqual(new Map([[email.name, used]]));
		expect(done.logged.map(({ event }) => event)).toEqual(missing.map(() => 'rename'));
	});

	it('is closed if the service knows none of the names', async () => {
		const done = await simulate(rowsOf(email, 250), { script: without(email.name, 'second', 'third') });
		expect(sentNames(done)).toHaveLength(3);
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(Array(250).fill('unknown_tool'));
		expect(done.stats.renamedTools.size).toBe(0);
	});

	it('receives single requests one at a time until its name is known, then all at once', async () => {
		const done = await simulate(rowsOf(profile, 21), { script: without(profile.name) });
		expect(sentNames(done)).toEqual([profile.name, ...Array<string>(21).fill('successor')]);
		expect(done.service.times.slice(0, 3)).toEqual([0, 100, 200]);
		expect(done.service.maxInFlight).toBeGreaterThan(10);
	});

	it.each<[string, Reply, boolean]>([
		['a failed attempt', refusal(500, 'internal_error'), false],
		['a lost answer', lost(), false],
		['a connection that was refused', unsent(), false],
		['a rate limit', rateLimited(1), false],
		['an invalid input', badInput(), true],
		['a missing plan', closedTool(), true],
	])(
		'receives requests at once only after a reply that shows that its name exists: %s',
		async (_what, reply, isKnown) => {
			const script = atFirst(() => reply);
			const done = await simulate(rowsOf(profile, 21), { script });
			const second = done.service.requests.filter(({ at }) => at === done.service.times[1]);
			expect(second.length > 1 || done.service.requests.length === 1).toBe(isKnown);
		},
	);

	it('keeps its name if another one of the run is missing', async () => {
		const routes = [...rowsOf(email, 2), ...rowsOf(profile, 2)];
		const done = await simulate(routes, { script: without(profile.name) });
		expect(done.stats.renamedTools).toEqual(new Map([[profile.name, 'successor']]));
		expect(done.statuses).toEqual(Array(4).fill('found'));
	});
});

describe('a successor without phones', () => {
	it('is called for a person of whom one row wants only the phone, and another more', async () => {
		const phoneOnly = singleLookup(phoneOnlyLookup(profile, identify(profile, 'ada-example')));
		const routes = [phoneOnly, routeFor(profile, 'ada-example')];
		const done = await simulate(routes, { script: without(profile.name) });
		expect(sentNames(done)).toEqual([profile.name, 'successor']);
		expect(done.statuses[1]).toBe('found');
	});

	it('is called without the phone, and the row says so', async () => {
		const done = await simulate(rowsOf(profile, 2, 'with'), { script: without(profile.name) });
		expect(done.service.requests.map(({ phone }) => phone)).toEqual(['with', 'without', 'without']);
		expect(done.rows.map(({ outcome }) => outcome)).toMatchObject([
			{ is: 'found', phone: 'unsupported' },
			{ is: 'found', phone: 'unsupported' },
		]);
	});

	it('is not called for a person whose answer without the phone is known', async () => {
		const known = { found: true, results: { full_name: 'Ada Example' }, metadata: null, at: 0 };
		const cache: AnswerCache = ({ phone, identifier: { key } }) =>
			phone === 'without' && key === 'linkedin:person-2'
				? { is: 'found', answer: known, phone: 'as_requested' }
				: undefined;
		const done = await simulate(rowsOf(profile, 2, 'with'), {
			script: without(profile.name),
			runWith: async (routes, limits, env) => await run(routes, limits, env, cache),
		});
		const asked = done.service.requests.filter(({ tool }) => tool.name === 'successor');
		expect(asked.map(({ body }) => body)).toEqual([{ linkedin_url: expect.stringMatching(/person-1$/) as string }]);
		expect(done.rows[1].outcome).toEqual({ is: 'found', answer: known, phone: 'unsupported' });
	});

	it('is not called for a phone alone', async () => {
		const routes = people(3).map((name) => singleLookup(phoneOnlyLookup(profile, identify(profile, name))));
		const done = await simulate(routes, { script: without(profile.name) });
		expect(sentNames(done)).toEqual([profile.name]);
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(Array(3).fill('unknown_tool'));
	});
});

it('a successor that accepts only emails gets no hash', async () => {
	const md5 = 'b48def645758b95537d4424c84d1a9ff';
	const routes = [routeFor(hem, md5), routeFor(hem, 'ada@example.com')];
	const done = await simulate(routes, { script: without(hem.name) });
	expect(done.service.requests.map(({ tool, body }) => [tool.name, body])).toEqual([
		[hem.name, { md5 }],
		['successor', { email: 'ada@example.com' }],
	]);
	expect(done.statuses).toEqual(['deferred', 'found']);
});

it('a name is replaced once, although several requests with it were refused', () => {
	const names = new ToolNames();
	const [second, third] = [{ name: 'second' }, { name: 'third' }];
	expect(names.replacementFor(email, email.name)).toEqual(second);
	names.replace(email, second);
	expect(names.replacementFor(email, email.name)).toBe('current');
	expect(names.replacementFor(email, 'second')).toEqual(third);
	names.replace(email, third);
	expect(names.replacementFor(email, 'third')).toBeNull();
});
