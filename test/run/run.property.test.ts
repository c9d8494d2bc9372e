import fc from 'fast-check';
import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import type { Lookup, Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { drawsOf } from '../../sandbox/chance';
import { nameOf } from '../support/fakeService';
import { limitsWith } from '../support/limits';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail, rowsOf } from '../support/lookups';
import { isHeld, MoodyService, type Entry, type Mood, type Moods } from '../support/moodyService';
import { answerOf } from '../support/played';
import { play, type Played } from '../support/virtualRun';

const RUNS = 400;
const MOST_EVENTS = 20_000;

const TOOLS = { personalEmail, businessProfile, reverseEmail };

const SPELLINGS = {
	bare: (slug: string) => slug,
	upper: (slug: string) => slug.toUpperCase(),
	address: (slug: string) => `https://uk.linkedin.com/in/${slug}/?trk=example`,
};

/** A lookup in few words, for a counterexample that can be read. */
interface Question {
	tool: keyof typeof TOOLS;
	name: string;
	spelled: keyof typeof SPELLINGS;
	phone: Phone;
}

/** What a row asks: each question only where the ones before found nothing. A blank row asks none. */
type Row = Question[];

interface Scene {
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
	phone: fc.constantFrom('with', 'without'),
});

/** The usual value most of the time, so that most scenes get somewhere. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

type Refusing = Extract<Mood, { does: 'refuse' }>['with'];

const answering: Mood = { does: 'answer' };
const waits = fc.constantFrom(null, 0, 3, 3, 20, 70, 3_600);

const moods: fc.Arbitrary<Mood> = fc.oneof(
	{ weight: 14, arbitrary: fc.constant(answering) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constant('limit' as const), of: fc.constant('burst' as const), wait: waits }) },
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('limit' as const), of: fc.constantFrom('records' as const, 'requests' as const), wait: waits }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constant('fail' as const), by: fc.constantFrom('breakdown' as const, 'no connection' as const) }) },
	{ weight: 4, arbitrary: fc.record({ does: fc.constant('lose' as const), by: fc.constantFrom('cut' as const, 'gibberish' as const) }) },
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('cut' as const), keep: fc.nat(5) }) },
	{ weight: 4, arbitrary: fc.record({ does: fc.constant('leave out' as const), every: fc.integer({ min: 1, max: 4 }) }) },
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constant('refuse' as const), with: mostly<Refusing>('bad input', 'no phone tokens', 'bad key') }),
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

const scenes: fc.Arbitrary<Scene> = fc.record({
	rows: fc.array(fc.array(questions, { maxLength: 3 }), { maxLength: 40, size: 'max' }),
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
	cancelAt: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 8_000 }) }),
});

/** A scene played to its end. */
interface Show {
	scene: Scene;
	done: Played;
	/** What the service noted. */
	ledger: readonly Entry[];
	/** How often each row came to its end. */
	ends: number[];
}

function lookupOf({ tool, name, spelled, phone }: Question): Lookup {
	if (tool === 'reverseEmail') return lookupFor(reverseEmail, `${name}@example.com`);
	return lookupFor(TOOLS[tool], SPELLINGS[spelled](name), tool === 'businessProfile' ? phone : 'without');
}

function routeOf(row: Row, onEnd: () => void): Route {
	return (known) => {
		const last = known.at(-1);
		if (known.length < row.length && (last === undefined || last.outcome.is === 'not_found')) return { ask: lookupOf(row[known.length]) };
		onEnd();
		return { done: last?.outcome ?? { is: 'skipped', why: 'Blank', by: 'blank' } };
	};
}

async function show(scene: Scene): Promise<Show> {
	const service = new MoodyService(scene.moods);
	const ends = scene.rows.map(() => 0);
	const routes = scene.rows.map((row, place) =>
		routeOf(row, () => {
			ends[place] += 1;
		}),
	);
	const done = await play(routes, {
		limits: scene.limits,
		script: service.script,
		latency: ({ nth }) => scene.latencies[nth % scene.latencies.length],
		random: drawsOf(scene.seed, 'run').share,
		cancelAt: scene.cancelAt,
		mostEvents: MOST_EVENTS,
	});
	return { scene, done, ledger: service.ledger, ends };
}

/** Plays a few hundred scenes, other ones for every seed, and checks each of them. */
async function everyShow(seed: number, check: (played: Show) => void | Promise<void>): Promise<void> {
	await fc.assert(
		fc.asyncProperty(scenes, async (scene) => {
			await check(await show(scene));
		}),
		{ seed, numRuns: RUNS },
	);
}

const personOf = ({ tool, identifier }: Pick<Lookup, 'tool' | 'identifier'>) => `${tool.name} ${nameOf(String(identifier.value))}`;

/** What one request meant for one person. */
interface Trace {
	nth: number;
	/** Requests sent before it was answered. */
	sentByThen: number;
	/** Whether its answer was a hit; null where it brought none. */
	answered: boolean | null;
	doubtful: boolean;
	charged: boolean;
}

/** The traces of each person and tool, in the order of the requests. */
function byPerson(ledger: readonly Entry[]): Map<string, Trace[]> {
	const persons = new Map<string, Trace[]>();
	for (const { asked, answered, doubtful, charged } of [...ledger].sort((a, b) => a.asked.nth - b.asked.nth)) {
		for (const name of asked.inputs.map(nameOf)) {
			const person = `${asked.tool.name} ${name}`;
			const trace: Trace = {
				nth: asked.nth,
				sentByThen: asked.answered?.sent ?? Infinity,
				answered: answered.get(name) ?? null,
				doubtful: doubtful.includes(name),
				charged: charged.includes(name),
			};
			persons.set(person, [...(persons.get(person) ?? []), trace]);
		}
	}
	return persons;
}

/** A row that insists on its phone, where another one that shares its lookup was answered without. */
const isPutOff = (outcome: Outcome) => outcome.is === 'deferred' && outcome.stop.reason === 'insufficient_phone_tokens';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('whatever the rows, the service and the limits', () => {
	it('every row is settled exactly once and in its place, and the run ends', async () => {
		await everyShow(1, ({ scene, done, ends }) => {
			expect(ends).toEqual(scene.rows.map(() => 1));
			expect(done.rows).toHaveLength(scene.rows.length);
			for (const [place, row] of scene.rows.entries()) {
				const { steps, outcome } = done.rows[place];
				expect(steps.map(({ lookup }) => lookup)).toEqual(row.slice(0, steps.length).map(lookupOf));
				if (row.length === 0) expect(outcome.is).toBe('skipped');
				else expect(['found', 'not_found', 'failed', 'deferred']).toContain(outcome.is);
			}
		});
	});

	it("every found answer is that of the row's own person and tool", async () => {
		await everyShow(2, ({ done }) => {
			for (const row of done.rows) {
				const asked = row.steps.at(-1)?.lookup;
				if (asked === undefined || row.outcome.is !== 'found') continue;
				const name = nameOf(String(asked.identifier.value));
				expect(answerOf(row)?.results).toMatchObject({ email: `${name}@example.com`, tool: asked.tool.name });
				expect(isHeld(asked.tool, name)).toBe(true);
			}
		});
	});

	it('nothing that was answered is thrown away, and nothing is taken for an answer that was none', async () => {
		await everyShow(3, ({ scene, done, ledger }) => {
			if (scene.cancelAt !== undefined) return;
			const persons = byPerson(ledger);
			for (const { lookup, outcome } of done.rows.flatMap(({ steps }) => steps)) {
				const answered = persons.get(personOf(lookup))?.find((entry) => entry.answered !== null)?.answered;
				if (answered === undefined) expect(['failed', 'deferred']).toContain(outcome.is);
				else if (isPutOff(outcome)) expect([lookup.phone, scene.limits.onPhoneTokens]).toEqual(['with', 'defer']);
				else expect(outcome.is).toBe(answered ? 'found' : 'not_found');
			}
		});
	});

	it('nobody is asked again while being asked, nor after being answered', async () => {
		await everyShow(4, ({ ledger }) => {
			for (const entries of byPerson(ledger).values()) {
				for (const [place, { nth }] of entries.slice(1).entries()) {
					const before = entries[place];
					expect(before.sentByThen).toBeLessThanOrEqual(nth);
					expect(before.answered).toBeNull();
				}
			}
		});
	});

	it('nobody is charged twice except after one answer that was lost or could not be matched, and only where the user lets it', async () => {
		await everyShow(5, ({ scene, ledger }) => {
			for (const entries of byPerson(ledger).values()) {
				const doubtful = entries.filter((entry) => entry.doubtful);
				const answered = entries.filter((entry) => entry.answered !== null);
				expect(entries.filter(({ charged }) => charged).length).toBeLessThanOrEqual(1 + doubtful.length);
				expect(doubtful.length + answered.length).toBeLessThanOrEqual(2);
				if (scene.limits.onLostAnswer === 'fail') expect([[], entries.slice(-1)]).toContainEqual(doubtful);
			}
		});
	});

	it('never more requests are in flight than concurrency, and never more lookups in a request than fit', async () => {
		await everyShow(6, ({ scene, done }) => {
			expect(done.service.mostInFlight).toBeLessThanOrEqual(scene.limits.concurrency);
			for (const { tool, inputs } of done.service.requests) {
				expect(inputs.length).toBeLessThanOrEqual(Math.min(scene.limits.batchSize, tool.batch?.max ?? 1));
				expect(new Set(inputs).size).toBe(inputs.length);
			}
		});
	});

	it('nothing is sent in the middle of a pause, nor after a stop', async () => {
		await everyShow(7, ({ scene, done, ledger }) => {
			const { onLimit, maxWait, maxRunTime } = scene.limits;
			for (const { asked, closedUntil } of ledger) {
				if (closedUntil === null || asked.answered === null) continue;
				const isOver = onLimit !== 'wait' || closedUntil - asked.answered.at > maxWait;
				const later = done.service.requests.slice(asked.answered.sent).map(({ at }) => at);
				expect(later.filter((at) => isOver || at < closedUntil)).toEqual([]);
			}
			expect(done.service.times.filter((at) => at >= maxRunTime)).toEqual([]);
		});
	});

	it('nothing is sent after a cancellation, and the run does not outlive it', async () => {
		await everyShow(8, ({ scene: { cancelAt = Infinity }, done }) => {
			expect(done.service.times.filter((at) => at > cancelAt)).toEqual([]);
			expect(done.took).toBeLessThanOrEqual(cancelAt);
		});
	});

	it('no more tokens are spent than maxTokens, and no record of the reserve', async () => {
		await everyShow(9, ({ scene: { limits: { maxTokens, reserve }, moods: { price, records } }, ledger }) => {
			const charges = ledger.map(({ charged }) => charged.length);
			if (reserve > 0) expect(sum(charges)).toBeLessThanOrEqual(Math.max(0, records - reserve));
			// The first answers of a tool that reports charges tell its price, and they cost it.
			const isKnown = price === 1 || ledger.every(({ asked }) => !asked.tool.reportsCharges);
			if (isKnown) expect(sum(ledger.map(({ tokens }) => tokens))).toBeLessThanOrEqual(maxTokens);
		});
	});

	it('nothing that the service can say makes the run reject, or go on for ever', async () => {
		const replies: fc.Arbitrary<Reply> = fc
			.record({
				status: fc.oneof(fc.constantFrom(200, 200, 402, 403, 429, 500), fc.integer({ min: 100, max: 599 })),
				headers: fc.dictionary(fc.constantFrom('retry-after', 'content-type'), fc.oneof(fc.nat(100).map(String), fc.string())),
				body: fc.oneof(
					fc.jsonValue(),
					fc.record({ results: fc.jsonValue(), status: fc.constantFrom('ok', 'not_found', 'odd'), metadata: fc.jsonValue(), error: fc.jsonValue() }, { requiredKeys: [] }),
				),
			})
			.map((reply) => ({ is: 'http', ...reply }));
		const odd = fc.array(replies, { maxLength: 30, size: 'max' });
		await fc.assert(
			fc.asyncProperty(odd, fc.boolean(), async (script, isBounded) => {
				const routes = [...rowsOf(personalEmail, 10), ...rowsOf(businessProfile, 5, 'with')];
				const { rows } = await play(routes, { script, limits: isBounded ? { maxTokens: 10 } : {}, mostEvents: MOST_EVENTS });
				expect(rows.map(({ outcome }) => typeof outcome.is)).toEqual(routes.map(() => 'string'));
			}),
			{ seed: 11, numRuns: RUNS },
		);
	});

	it('the same seed gives the same requests at the same times, and the same rows', async () => {
		await everyShow(10, async ({ scene, done }) => {
			const { done: again } = await show(scene);
			const seen = ({ service, rows, took }: Played) => ({
				requests: service.requests.map(({ tool, body, at, answered }) => ({ tool: tool.name, body, at, answered })),
				outcomes: rows.map(({ outcome }) => outcome),
				took,
			});
			expect(seen(again)).toEqual(seen(done));
		});
	});
});
