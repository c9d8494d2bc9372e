import fc from 'fast-check';
import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Limits } from '../../../nodes/IdentityResolution/service/environment';
import type { Lookup } from '../../../nodes/IdentityResolution/service/lookup';
import type { Route } from '../../../nodes/IdentityResolution/run/route';
import { drawsOf } from '../../../dev/sandbox/random';
import { limitsWith } from '../run/limits';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail, reverseEmail } from '../run/lookups';
import { FlakyService, type Behavior, type Entry, type ServiceBehavior } from './flakyService';
import { simulate, type SimulatedRun } from './virtualRun';

const RUNS = 400;
/** A run with more events than this counts as endless. */
export const MAX_EVENTS = 20_000;

const SPELLINGS = {
	bare: (slug: string) => slug,
	upper: (slug: string) => slug.toUpperCase(),
	address: (slug: string) => `https://uk.linkedin.com/in/${slug}/?trk=example`,
};

/** A short description of a lookup, so that counterexamples are readable. */
export interface LookupSpec {
	tool: 'personalEmail' | 'businessProfile' | 'reverseEmail';
	name: string;
	spelling: keyof typeof SPELLINGS;
	phone: Phone;
	/** When the row continues with its next lookup. */
	continues: 'after a miss' | 'always';
}

/** The lookups of a row, in order. A blank row has none. */
export type Row = LookupSpec[];

export interface Scenario {
	rows: Row[];
	behavior: ServiceBehavior;
	/** Lookups per request of the tool that batches. */
	batchSize: number;
	limits: Limits;
	/** In ms, one per request, repeated. */
	latencies: number[];
	seed: number;
	/** In ms after the start. */
	cancelAt: number | undefined;
}

const PEOPLE = people(25);

const lookupSpecs: fc.Arbitrary<LookupSpec> = fc.record({
	tool: fc.constantFrom('personalEmail', 'personalEmail', 'personalEmail', 'businessProfile', 'reverseEmail'),
	name: fc.constantFrom(...PEOPLE),
	spelling: fc.constantFrom('bare', 'upper', 'address'),
	phone: fc.constantFrom('with', 'without'),
	continues: fc.constantFrom('after a miss', 'always'),
});

/** Usually the default value, so that most scenarios return answers. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const ANSWERS: Behavior = { does: 'answer' };
const waits = fc.constantFrom(null, 0, 3, 3, 3, 3, 20, 20, 70, 3_600);
const limitsOf = (...windows: Array<Extract<Behavior, { does: 'limit' }>['of']>): fc.Arbitrary<Behavior> =>
	fc.record({ does: fc.constant('limit' as const), of: fc.constantFrom(...windows), wait: waits });

const behaviors: fc.Arbitrary<Behavior> = fc.oneof(
	{ weight: 14, arbitrary: fc.constant(ANSWERS) },
	{ weight: 2, arbitrary: limitsOf('rate') },
	{ weight: 3, arbitrary: limitsOf('records', 'requests') },
	{
		weight: 8,
		arbitrary: fc.constantFrom<Behavior[]>(
			{ does: 'fail', by: 'breakdown' },
			{ does: 'fail', by: 'no connection' },
			{ does: 'lose', by: 'cut' },
			{ does: 'lose', by: 'cut' },
			{ does: 'lose', by: 'invalid JSON' },
			{ does: 'lose', by: 'invalid JSON' },
			{ does: 'refuse', with: 'bad input' },
			{ does: 'refuse', with: 'no phone tokens' },
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom<Behavior[]>(
			{ does: 'refuse', with: 'closed tool' },
			{ does: 'refuse', with: 'bad key' },
		),
	},
	{ weight: 2, arbitrary: fc.nat(5).map((keep): Behavior => ({ does: 'cut', keep })) },
	{ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }).map((every): Behavior => ({ does: 'omit', every })) },
);

/** A behavior for several requests in a row now and then, as in an outage. */
const episodes: fc.Arbitrary<Behavior[]> = fc
	.record({ behavior: behaviors, requests: mostly(1, 2, 6, 12) })
	.map(({ behavior, requests }) => Array.from({ length: requests }, () => behavior));

const limits: fc.Arbitrary<Limits> = fc
	.record<Partial<Limits>>({
		concurrency: fc.constantFrom(1, 2, 3, 20),
		maxRunTime: mostly(Infinity, 0, 700, 5_000, 60_000),
		maxTokens: mostly(Infinity, 1, 4, 15, 40),
		maxWait: mostly(60_000, 0, 0, 10_000, 4_000_000),
	})
	.map(limitsWith);

/** Rows of up to four lookups. */
export const rowsOfSteps: fc.Arbitrary<Row[]> = fc.array(fc.array(lookupSpecs, { maxLength: 4 }), {
	maxLength: 40,
	size: 'max',
});

const scenarios: fc.Arbitrary<Scenario> = fc.record({
	rows: rowsOfSteps,
	behavior: fc.record({
		first: fc.array(episodes, { maxLength: 20, size: 'max' }).map((all) => all.flat()),
		then: fc.oneof({ weight: 4, arbitrary: fc.constant(ANSWERS) }, { weight: 1, arbitrary: behaviors }),
		rejected: fc.subarray(PEOPLE, { maxLength: 2 }),
		price: fc.constantFrom(1, 1, 3),
		records: mostly(1_000, 0, 5, 8, 20),
	}),
	batchSize: fc.constantFrom(1, 3, 5, 100),
	limits,
	latencies: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 5 }),
	seed: fc.nat(),
	cancelAt: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 0, max: 8_000 }) },
	),
});

/** A finished scenario. */
export interface ScenarioResult {
	scenario: Scenario;
	done: SimulatedRun;
	/** The ledger of the service. */
	ledger: readonly Entry[];
	/** How often each row ended. */
	ends: number[];
}

/** The tool for emails, with the batch size of a scenario. */
export const emailToolOf = ({ batchSize }: Pick<Scenario, 'batchSize'>): Tool => inBatchesOf(batchSize, personalEmail);

export function lookupOf({ tool, name, spelling, phone }: LookupSpec, emailTool: Tool): Lookup {
	if (tool === 'reverseEmail') return lookupFor(reverseEmail, `${name}@example.com`);
	const text = SPELLINGS[spelling](name);
	if (tool === 'personalEmail') return lookupFor(emailTool, text);
	return lookupFor(businessProfile, text, phone);
}

function routeOf(row: Row, emailTool: Tool, onEnd: () => void): Route {
	return (known) => {
		const last = known.at(-1);
		const continues =
			last === undefined || row[known.length - 1].continues === 'always' || last.outcome.is === 'not_found';
		if (continues && known.length < row.length) return { lookup: lookupOf(row[known.length], emailTool) };
		onEnd();
		return { outcome: last?.outcome ?? { is: 'skipped', why: 'Blank', by: 'blank' } };
	};
}

export async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
	const service = new FlakyService(scenario.behavior);
	const ends = scenario.rows.map(() => 0);
	const emailTool = emailToolOf(scenario);
	const routes = scenario.rows.map((row, place) =>
		routeOf(row, emailTool, () => {
			ends[place] += 1;
		}),
	);
	const done = await simulate(routes, {
		limits: scenario.limits,
		script: service.script,
		latency: ({ nth }) => scenario.latencies[nth % scenario.latencies.length],
		random: drawsOf(scenario.seed, 'run').share,
		cancelAt: scenario.cancelAt,
		maxEvents: MAX_EVENTS,
	});
	return { scenario, done, ledger: service.ledger, ends };
}

/** Runs a few hundred random scenarios and checks each; every seed gives different ones. */
export async function checkScenarios(
	seed: number,
	check: (result: ScenarioResult) => void | Promise<void>,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			await check(await runScenario(scenario));
		}),
		{ seed, numRuns: RUNS },
	);
}
