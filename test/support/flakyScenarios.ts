import fc from 'fast-check';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { phoneOnlyLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { drawsOf } from '../../dev/sandbox/random';
import { limitsWith } from './limits';
import { businessProfile, identify, lookupFor, people, personalEmail, reverseEmail } from './lookups';
import { FlakyService, type Entry, type Mood, type Moods } from './flakyService';
import { simulate, type SimulatedRun } from './virtualRun';

const RUNS = 400;
/** A run still going after so many events is taken to have no end. */
export const MOST_EVENTS = 20_000;

const SPELLINGS = {
	bare: (slug: string) => slug,
	upper: (slug: string) => slug.toUpperCase(),
	address: (slug: string) => `https://uk.linkedin.com/in/${slug}/?trk=example`,
};

/** A lookup in few words, for a counterexample that can be read. */
export interface Question {
	tool: 'personalEmail' | 'businessProfile' | 'reverseEmail';
	name: string;
	spelled: keyof typeof SPELLINGS;
	/** `alone`: the answer is worth nothing without it. */
	phone: Phone | 'alone';
	/** What the row asks next. */
	goesOn: 'after a miss' | 'always';
}

/** What a row asks, one question after the other. A blank row asks none. */
export type Row = Question[];

export interface Scenario {
	rows: Row[];
	moods: Moods;
	limits: Limits;
	/** ms, for one request after the other, over and over. */
	latencies: number[];
	seed: number;
	/** ms after the start. */
	cancelAt: number | undefined;
}

const PEOPLE = people(25);

const questions: fc.Arbitrary<Question> = fc.record({
	tool: fc.constantFrom('personalEmail', 'personalEmail', 'personalEmail', 'businessProfile', 'reverseEmail'),
	name: fc.constantFrom(...PEOPLE),
	spelled: fc.constantFrom('bare', 'upper', 'address'),
	phone: fc.constantFrom('with', 'without', 'alone'),
	goesOn: fc.constantFrom('after a miss', 'always'),
});

/** The usual value most of the time, so that most scenarios get somewhere. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

type Refusing = Extract<Mood, { does: 'refuse' }>['with'];

const answering: Mood = { does: 'answer' };
const waits = fc.constantFrom(null, 0, 3, 3, 20, 70, 3_600);

const moods: fc.Arbitrary<Mood> = fc.oneof(
	{ weight: 14, arbitrary: fc.constant(answering) },
	{
		weight: 2,
		arbitrary: fc.record({ does: fc.constant('limit' as const), of: fc.constant('burst' as const), wait: waits }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('limit' as const),
			of: fc.constantFrom('records' as const, 'requests' as const),
			wait: waits,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: fc.constant('fail' as const),
			by: fc.constantFrom('breakdown' as const, 'no connection' as const),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			does: fc.constant('lose' as const),
			by: fc.constantFrom('cut' as const, 'gibberish' as const),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('cut' as const), keep: fc.nat(5) }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: fc.constant('leave out' as const), every: fc.integer({ min: 1, max: 4 }) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: fc.constant('refuse' as const),
			with: fc.constantFrom<Refusing>(
				'bad input',
				'bad input',
				'no phone tokens',
				'no phone tokens',
				'closed tool',
				'bad key',
			),
		}),
	},
);

const limits: fc.Arbitrary<Limits> = fc
	.record({
		batchSize: fc.constantFrom(1, 3, 5, 100),
		concurrency: fc.constantFrom(1, 2, 3, 20),
		maxRunTime: mostly(Infinity, 0, 700, 5_000, 60_000),
		maxTokens: mostly(Infinity, 1, 4, 15, 40),
		maxWait: mostly(60_000, 0, 10_000, 4_000_000),
		onLimit: mostly('wait', 'defer', 'error'),
		onLostAnswer: fc.constantFrom('retry', 'fail'),
		onPhoneTokens: fc.constantFrom('withoutPhone', 'defer'),
		reserve: fc.constantFrom(0, 0, 0, 3),
		retries: fc.constantFrom(0, 1, 3),
	})
	.map((set) => limitsWith(set as Partial<Limits>));

/** Ways of up to four steps. */
export const rowsOfSteps: fc.Arbitrary<Row[]> = fc.array(fc.array(questions, { maxLength: 4 }), {
	maxLength: 40,
	size: 'max',
});

const scenarios: fc.Arbitrary<Scenario> = fc.record({
	rows: rowsOfSteps,
	moods: fc.record({
		first: fc.array(moods, { maxLength: 30, size: 'max' }),
		then: fc.oneof({ weight: 4, arbitrary: fc.constant(answering) }, { weight: 1, arbitrary: moods }),
		poisoned: fc.subarray(PEOPLE, { maxLength: 2 }),
		price: fc.constantFrom(1, 1, 3),
		records: fc.constantFrom(0, 5, 8, 20, 1_000),
	}),
	limits,
	latencies: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 5 }),
	seed: fc.nat(),
	cancelAt: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 0, max: 8_000 }) },
	),
});

/** A scenario played to its end. */
export interface Show {
	scenario: Scenario;
	done: SimulatedRun;
	/** What the service noted. */
	ledger: readonly Entry[];
	/** How often each row came to its end. */
	ends: number[];
}

export function lookupOf({ tool, name, spelled, phone }: Question): Lookup {
	if (tool === 'reverseEmail') return lookupFor(reverseEmail, `${name}@example.com`);
	const text = SPELLINGS[spelled](name);
	if (tool === 'personalEmail') return lookupFor(personalEmail, text);
	return phone === 'alone'
		? phoneOnlyLookup(businessProfile, identify(businessProfile, text))
		: lookupFor(businessProfile, text, phone);
}

function routeOf(row: Row, onEnd: () => void): Route {
	return (known) => {
		const last = known.at(-1);
		const goesOn =
			last === undefined || row[known.length - 1].goesOn === 'always' || last.outcome.is === 'not_found';
		if (goesOn && known.length < row.length) return { lookup: lookupOf(row[known.length]) };
		onEnd();
		return { outcome: last?.outcome ?? { is: 'skipped', why: 'Blank', by: 'blank' } };
	};
}

export async function show(scenario: Scenario): Promise<Show> {
	const service = new FlakyService(scenario.moods);
	const ends = scenario.rows.map(() => 0);
	const routes = scenario.rows.map((row, place) =>
		routeOf(row, () => {
			ends[place] += 1;
		}),
	);
	const done = await simulate(routes, {
		limits: scenario.limits,
		script: service.script,
		latency: ({ nth }) => scenario.latencies[nth % scenario.latencies.length],
		random: drawsOf(scenario.seed, 'run').share,
		cancelAt: scenario.cancelAt,
		mostEvents: MOST_EVENTS,
	});
	return { scenario, done, ledger: service.ledger, ends };
}

/** Plays a few hundred scenarios, other ones for every seed, and checks each of them. */
export async function everyShow(seed: number, check: (played: Show) => void | Promise<void>): Promise<void> {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			await check(await show(scenario));
		}),
		{ seed, numRuns: RUNS },
	);
}
