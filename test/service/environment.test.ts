import {
	inSlices,
	type Clock,
	type Environment,
	type Limits,
} from '../../nodes/IdentityResolution/service/environment';
import type { Lookup } from '../../nodes/IdentityResolution/service/lookup';
import type { Route } from '../../nodes/IdentityResolution/run/route';
import { dryRun, run } from '../../nodes/IdentityResolution/run/run';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { badKey, closedTool, miss, outOfPhoneTokens } from '../support/api/replies';
import { businessProfile, emailAfterProfile, lookupFor, people, personalEmail, rowsOf } from '../support/run/lookups';
import { everyoneFound } from '../support/virtual/fakeService';
import { always, forLookups } from '../support/virtual/scripts';
import { simulate, type Scenario } from '../support/virtual/virtualRun';

/** Visits numbers that each take ms of work, and returns how often the host got a turn. */
async function turnsDuring(each: number, count: number): Promise<number> {
	const clock = new VirtualClock();
	let worked = 0;
	let turns = 0;
	const visited: number[] = [];
	const slow = {
		now: () => clock.now() + worked,
		sleep: async () => void (turns += await Promise.resolve(1)),
	};
	await inSlices(Array(count).keys(), slow, (one) => {
		worked += each;
		visited.push(one);
	});
	expect(visited).toEqual([...Array(count).keys()]);
	return turns;
}

it.each([
	[0, 100_000, 0],
	[1, 14, 0],
	[1, 150, 10],
	[100, 3, 3],
])(
	'inSlices gives the host a turn after every 15 ms of work: %d ms for each of %d rows, %d turns',
	async (...given) => {
		const [each, count, turns] = given;
		expect(await turnsDuring(each, count)).toBe(turns);
	},
);

/** A clock by which each row takes a whole slice. */
function slowClock(clock: Clock): Clock {
	let worked = 0;
	return { now: () => clock.now() + (worked += 15), sleep: async (...given) => await clock.sleep(...given) };
}

const slow = (runs: typeof run) => async (routes: Route[], limits: Limits, env: Environment) =>
	await runs(routes, limits, { ...env, clock: slowClock(env.clock) });

/** Looks up the profile with a phone, then without it, or else the email. */
const withPhone = (name: string): Route => {
	const lookups: Lookup[] = [lookupFor(businessProfile, name, 'with'), lookupFor(personalEmail, name)];
	return (steps) =>
		steps.length < 2 && steps.at(-1)?.outcome.is !== 'found'
			? { lookup: lookups[steps.length] }
			: { outcome: steps[steps.length - 1].outcome };
};

const SAME = Array.from({ length: 40 }, () => emailAfterProfile('person-1'));
const TWO_STEPS = people(120).map((name) => emailAfterProfile(name));

it.each<[string, Route[], Scenario]>([
	['hits', TWO_STEPS, {}],
	['one person in all rows', SAME, {}],
	['misses', rowsOf(personalEmail, 150), { script: always(miss) }],
	['a rejected key', TWO_STEPS, { script: always(badKey) }],
	['a closed tool', TWO_STEPS, { script: (one) => (one.tool === personalEmail ? closedTool() : everyoneFound(one)) }],
	[
		'no phone tokens',
		people(30).map(withPhone),
		{ script: (one) => (one.phone === 'with' ? outOfPhoneTokens() : everyoneFound(one)) },
	],
	['a budget', TWO_STEPS, { script: forLookups(everyoneFound), limits: { maxTokens: 30 } }],
])('a run in slices sends the same requests, once, and has the same outcomes: %s', async (_what, routes, scenario) => {
	const limits = { ...scenario.limits, concurrency: 1 };
	const whole = await simulate(routes, { ...scenario, limits });
	const sliced = await simulate(routes, { ...scenario, limits, runWith: slow(run) });
	expect(sliced.statuses).toEqual(whole.statuses);
	expect(sliced.service.requests.map(({ body }) => body)).toEqual(whole.service.requests.map(({ body }) => body));
	expect({ ...sliced.stats, acceptedAt: 0, lookups: 0 }).toEqual({ ...whole.stats, acceptedAt: 0, lookups: 0 });
});

it('a run that told its rows until its deadline sends nothing more', async () => {
	const { service, statuses } = await simulate(SAME, { limits: { maxRunTime: 3_000 }, runWith: slow(run) });
	expect(service.requests.map(({ tool }) => tool.name)).toEqual([businessProfile.name]);
	expect(new Set(statuses)).toEqual(new Set(['deferred']));
});

it('a dry run in slices plans the same', async () => {
	const whole = await simulate(TWO_STEPS, { runWith: dryRun });
	const sliced = await simulate(TWO_STEPS, { runWith: slow(dryRun) });
	expect([sliced.plan, sliced.statuses]).toEqual([whole.plan, whole.statuses]);
});

it.each(Array.from({ length: 30 }, (_, index) => 20 * index))(
	'a run that is canceled between slices keeps every answer, and settles every row: after %d ms',
	async (cancelAt) => {
		const routes = [...TWO_STEPS, ...SAME];
		const { service, rows } = await simulate(routes, { cancelAt, limits: { concurrency: 3 }, runWith: slow(run) });
		const answered = service.requests.filter(({ answered: answer }) => answer !== null && answer.at < cancelAt);
		const paid = new Set(answered.flatMap(({ tool, inputs }) => inputs.map((input) => `${tool.name} ${input}`)));
		const steps = rows.flatMap((row) => row.steps).filter(({ outcome }) => outcome.is === 'found');
		const kept = steps.map(({ lookup }) => `${lookup.tool.name} ${String(lookup.identifier.value)}`);
		expect([...paid].filter((one) => !kept.includes(one))).toEqual([]);
		expect(rows.map(({ outcome }) => outcome.is).filter((one) => one !== 'found' && one !== 'deferred')).toEqual(
			[],
		);
	},
);
