import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { nameInsteadOf } from '../../nodes/IdentityResolution/run/dispatch/runState';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, personalEmail, rowsOf } from '../support/run/lookups';
import { refusal } from '../support/api/replies';
import { stopOf } from '../support/virtual/runAssertions';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const email: Tool = { ...personalEmail, otherNames: ['second', 'third'] };
const profile: Tool = { ...businessProfile, otherNames: ['successor'] };

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
	])('is called by the next name if the service lacks %j', async (missing, used) => {
		const done = await simulate(rowsOf(email, 250), { script: without(...missing) });
		expect(done.statuses).toEqual(Array(250).fill('found'));
		expect(sentNames(done)).toEqual([...missing, used, used, used]);
		expect(done.stats.renamedTools).toEqual(new Map([[email.name, used]]));
		expect(done.logged.map(({ event }) => event)).toEqual(missing.map(() => 'rename'));
	});

	it('costs a request in vain for each one in flight, and loses no row', async () => {
		const done = await simulate(rowsOf(profile, 50, 'with'), {
			script: without(profile.name),
			limits: { concurrency: 5 },
		});
		expect(sentNames(done).filter((name) => name === profile.name)).toHaveLength(5);
		expect(done.statuses).toEqual(Array(50).fill('found'));
	});

	it('is closed if the service knows none of the names', async () => {
		const done = await simulate(rowsOf(email, 250), { script: without(email.name, 'second', 'third') });
		expect(sentNames(done)).toHaveLength(3);
		expect(done.rows.map((row) => stopOf(row)?.reason)).toEqual(Array(250).fill('unknown_tool'));
		expect(done.stats.renamedTools.size).toBe(0);
	});

	it('keeps its name if another one of the run is missing', async () => {
		const routes = [...rowsOf(email, 2), ...rowsOf(profile, 2)];
		const done = await simulate(routes, { script: without(profile.name) });
		expect(done.stats.renamedTools).toEqual(new Map([[profile.name, 'successor']]));
		expect(done.statuses).toEqual(Array(4).fill('found'));
	});
});

it.each([
	['the next one', email.name, new Map<string, string>(), 'second'],
	['the current one, if another request found out before', email.name, new Map([[email.name, 'third']]), 'third'],
	['none after the last one', 'third', new Map([[email.name, 'third']]), null],
])('a missing name is replaced by %s', (_what, missing, names, expected) => {
	expect(nameInsteadOf(missing, names, email)).toBe(expected);
});
