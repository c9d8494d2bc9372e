import fc from 'fast-check';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Lookup } from '../../nodes/IdentityResolution/service/lookup';
import type { Route } from '../../nodes/IdentityResolution/run/route';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/service/outcome';
import { everyoneFound, nameOf, type ReceivedRequest } from '../support/virtual/fakeService';
import { businessProfile, inBatchesOf, lookupFor, personalEmail, reverseEmail } from '../support/run/lookups';
import {
	checkScenarios,
	emailToolOf,
	lookupOf,
	MAX_EVENTS,
	rowsOfSteps,
	runScenario,
	type Row,
} from '../support/virtual/flakyScenarios';
import { hasData, type Behavior, type Entry } from '../support/virtual/flakyService';
import { limitsWith } from '../support/run/limits';
import { brokenDown } from '../support/api/replies';
import { answerOf } from '../support/virtual/runAssertions';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

const latencies = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 7 });
const concurrencies = fc.constantFrom(1, 2, 5, 20);

/** The key of a person and a tool in a ledger. */
const personOf = ({ tool, identifier }: Pick<Lookup, 'tool' | 'identifier'>) =>
	`${tool.name} ${nameOf(String(identifier.value))}`;

/** The result of one request for one person. */
interface Attempt {
	nth: number;
	/** The number of requests sent before the answer. */
	sentBeforeAnswer: number;
	/** Whether the answer is a hit; null without an answer. */
	answered: boolean | null;
	unconfirmed: boolean;
	charged: boolean;
}

/** The attempts for each person and tool, in the order of the requests. */
function byPerson(ledger: readonly Entry[]): Map<string, Attempt[]> {
	const persons = new Map<string, Attempt[]>();
	for (const { request, answered, unconfirmed, charged } of [...ledger].sort(
		(a, b) => a.request.nth - b.request.nth,
	)) {
		for (const name of request.inputs.map(nameOf)) {
			const person = `${request.tool.name} ${name}`;
			const attempt: Attempt = {
				nth: request.nth,
				sentBeforeAnswer: request.answered?.sent ?? Infinity,
				answered: answered.get(name) ?? null,
				unconfirmed: unconfirmed.includes(name),
				charged: charged.includes(name),
			};
			persons.set(person, [...(persons.get(person) ?? []), attempt]);
		}
	}
	return persons;
}

/** A row deferred for lack of phone tokens, if another row with the same lookup was answered without the phone. */
const lacksPhoneTokens = (outcome: Outcome) =>
	outcome.is === 'deferred' && outcome.stop.reason === 'insufficient_phone_tokens';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('for any rows, service and limits', () => {
	it('every row is settled exactly once, at its position, and the run ends', async () => {
		await checkScenarios(1, ({ scenario, done, ends }) => {
			const emailTool = emailToolOf(scenario);
			// A run under Max Tokens starts its rows again once it knows the account.
			expect(ends).toEqual(scenario.rows.map((row) => (row.length > 0 ? 1 : (expect.any(Number) as number))));
			expect(done.rows).toHaveLength(scenario.rows.length);
			for (const [place, row] of scenario.rows.entries()) {
				const { steps, outcome } = done.rows[place];
				expect(steps.map(({ lookup }) => lookup.key)).toEqual(
					row.slice(0, steps.length).map((spec) => lookupOf(spec, emailTool).key),
				);
				if (row.length === 0) expect(outcome.is).toBe('skipped');
				else expect(['found', 'not_found', 'failed', 'deferred']).toContain(outcome.is);
			}
		});
	});

	it("every found answer is that of the row's own person and tool", async () => {
		await checkScenarios(2, ({ done }) => {
			for (const row of done.rows) {
				const lookup = row.steps.at(-1)?.lookup;
				if (lookup === undefined || row.outcome.is !== 'found') continue;
				const name = nameOf(String(lookup.identifier.value));
				expect(answerOf(row)?.results).toMatchObject({ email: `${name}@example.com`, tool: lookup.tool.name });
				expect(hasData(lookup.tool, name)).toBe(true);
			}
		});
	});

	it('no answer is lost, and nothing else counts as an answer', async () => {
		await checkScenarios(3, ({ scenario, done, ledger }) => {
			if (scenario.cancelAt !== undefined) return;
			const persons = byPerson(ledger);
			for (const { steps } of done.rows) {
				for (const { lookup, outcome } of steps) {
					const answered = persons.get(personOf(lookup))?.find((entry) => entry.answered !== null)?.answered;
					if (answered === undefined) expect(['failed', 'deferred']).toContain(outcome.is);
					else if (lacksPhoneTokens(outcome)) expect(lookup.phone).toBe('with');
					else expect(outcome.is).toBe(answered ? 'found' : 'not_found');
				}
			}
		});
	});

	it('no lookup is repeated while it is in flight or after its answer', async () => {
		await checkScenarios(4, ({ ledger }) => {
			for (const entries of byPerson(ledger).values()) {
				for (const [place, { nth }] of entries.slice(1).entries()) {
					const before = entries[place];
					expect(before.sentBeforeAnswer).toBeLessThanOrEqual(nth);
					expect(before.answered).toBeNull();
				}
			}
		});
	});

	it('no lookup is charged twice, except after one lost or unmatched answer', async () => {
		await checkScenarios(5, ({ ledger }) => {
			for (const entries of byPerson(ledger).values()) {
				const unconfirmed = entries.filter((entry) => entry.unconfirmed);
				const answered = entries.filter((entry) => entry.answered !== null);
				expect(entries.filter(({ charged }) => charged).length).toBeLessThanOrEqual(1 + unconfirmed.length);
				expect(unconfirmed.length + answered.length).toBeLessThanOrEqual(2);
			}
		});
	});

	it('concurrency and batch size are never exceeded', async () => {
		await checkScenarios(6, ({ scenario, done }) => {
			expect(done.service.maxInFlight).toBeLessThanOrEqual(scenario.limits.concurrency);
			for (const { tool, inputs } of done.service.requests) {
				expect(inputs.length).toBeLessThanOrEqual(tool.name === personalEmail.name ? scenario.batchSize : 1);
				expect(new Set(inputs).size).toBe(inputs.length);
			}
		});
	});

	const isIn = (inputs: readonly string[]) => (input: string) => inputs.includes(input);

	it('nothing is sent during a pause or after a stop, and no lookup before its wait is over', async () => {
		await checkScenarios(7, ({ scenario, done, ledger }) => {
			const { maxWait, maxRunTime } = scenario.limits;
			for (const { request, closedUntil, isOfRate } of ledger) {
				if (closedUntil === null || request.answered === null) continue;
				const isOver = closedUntil - request.answered.at > maxWait;
				const later = done.service.requests.slice(request.answered.sent);
				const isSame = ({ tool, inputs }: ReceivedRequest) =>
					tool.name === request.tool.name && inputs.some(isIn(request.inputs));
				// A rate limit says nothing about the others, because a bucket may have refused one request alone.
				const delayed = isOver || !isOfRate ? later : later.filter(isSame);
				expect(delayed.map(({ at }) => at).filter((at) => isOver || at < closedUntil)).toEqual([]);
			}
			expect(done.service.times.filter((at) => at >= maxRunTime)).toEqual([]);
		});
	});

	it('nothing is sent after a cancellation, and the run ends', async () => {
		await checkScenarios(8, ({ scenario: { cancelAt = Infinity }, done }) => {
			expect(done.service.times.filter((at) => at > cancelAt)).toEqual([]);
			expect(done.took).toBeLessThanOrEqual(cancelAt);
		});
	});

	it('maxTokens is never exceeded', async () => {
		await checkScenarios(
			9,
			({
				scenario: {
					limits: { maxTokens },
					behavior: { price },
				},
				ledger,
			}) => {
				// The first answers of a tool that reports charges reveal its price, and are charged.
				const isKnown = price === 1 || ledger.every(({ request }) => request.tool.reportsCharges !== true);
				if (isKnown) expect(sum(ledger.map(({ tokens }) => tokens))).toBeLessThanOrEqual(maxTokens);
			},
		);
	});

	it('the same seed results in the same requests at the same times, and the same rows', async () => {
		await checkScenarios(10, async ({ scenario, done }) => {
			const { done: repeated } = await runScenario(scenario);
			const seen = ({ service, rows, took }: SimulatedRun) => ({
				requests: service.requests.map(({ tool, body, at, answered }) => ({
					tool: tool.name,
					body,
					at,
					answered,
				})),
				outcomes: rows.map(({ outcome }) => outcome),
				took,
			});
			expect(seen(repeated)).toEqual(seen(done));
		});
	});

	it('nothing is sent to a closed tool', async () => {
		await checkScenarios(21, ({ ledger }) => {
			for (const { request, closesTool } of ledger) {
				if (!closesTool || request.answered === null) continue;
				const { sent } = request.answered;
				expect(
					ledger.filter(
						(later) => later.request.nth >= sent && later.request.tool.name === request.tool.name,
					),
				).toEqual([]);
			}
		});
	});

	it('a closed tool defers only its own lookups, unless the account check failed', async () => {
		await checkScenarios(22, ({ done, ledger }) => {
			const closed = ledger.filter(({ closesTool }) => closesTool).map(({ request }) => request.tool);
			if (closed.some(({ family }) => family === 'free')) return;
			const deferred = done.rows
				.flatMap(({ steps }) => steps)
				.flatMap(({ lookup, outcome }): Array<[Lookup, Stop]> =>
					outcome.is === 'deferred' ? [[lookup, outcome.stop]] : [],
				)
				.filter(([, { reason }]) => reason === 'plan_restricted');
			for (const [lookup, { tool }] of deferred) {
				expect(tool).toBe(lookup.tool.name);
				expect(closed.map(({ name }) => name)).toContain(tool);
			}
		});
	});
});

describe('a service that answers everything', () => {
	const ANSWERS: Behavior = { does: 'answer' };

	/** How a row ends by what the service holds, step by step. */
	function expectedStatus(row: Row): 'found' | 'not_found' | 'skipped' {
		let end: 'found' | 'not_found' | 'skipped' = 'skipped';
		for (const spec of row) {
			const { tool, identifier } = lookupOf(spec, personalEmail);
			end = hasData(tool, nameOf(String(identifier.value))) ? 'found' : 'not_found';
			if (end === 'found' && spec.continues === 'after a miss') break;
		}
		return end;
	}

	it('results in the same rows for any batch size, concurrency and order of answers', async () => {
		await fc.assert(
			fc.asyncProperty(
				rowsOfSteps,
				latencies,
				concurrencies,
				fc.constantFrom(1, 3, 100),
				async (rows, ways, concurrency, batchSize) => {
					const behavior = { first: [], then: ANSWERS, rejected: [], price: 1, records: 1_000 };
					const { done } = await runScenario({
						rows,
						behavior,
						batchSize,
						limits: limitsWith({ concurrency }),
						latencies: ways,
						seed: 1,
						cancelAt: undefined,
					});
					expect(done.statuses).toEqual(rows.map(expectedStatus));
					expect(done.stop).toBeNull();
				},
			),
			{ seed: 24, numRuns: 200 },
		);
	});
});

describe('batches whose lookups all come from the answers of another tool', () => {
	const FIRST = { reverseEmail, businessProfile };

	/** What leads to a person's email: some tools, each of which may fail a few times first. */
	interface RowSpec {
		person: number;
		before: Array<keyof typeof FIRST>;
		/** Whether a lookup of the profile follows. */
		endsWithProfile: boolean;
	}

	const ways: fc.Arbitrary<RowSpec[]> = fc.array(
		fc.record({
			person: fc.nat(400),
			before: fc.array(fc.constantFrom<Array<keyof typeof FIRST>>('reverseEmail', 'businessProfile'), {
				minLength: 1,
				maxLength: 3,
			}),
			endsWithProfile: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 350, size: 'max' },
	);

	const lookupsOf = ({ person, before, endsWithProfile }: RowSpec, emailTool: Tool): Lookup[] => [
		...before.map((tool, nth) =>
			lookupFor(
				FIRST[tool],
				tool === 'reverseEmail' ? `person-${person}-${nth}@example.com` : `person-${person}-${nth}`,
			),
		),
		lookupFor(emailTool, `person-${person}`),
		...(endsWithProfile ? [lookupFor(businessProfile, `person-${person}`)] : []),
	];

	const sequence =
		(lookups: Lookup[]): Route =>
		(known) =>
			known.length < lookups.length
				? { lookup: lookups[known.length] }
				: { outcome: known[known.length - 1].outcome };

	it('are as few as possible', async () => {
		await fc.assert(
			fc.asyncProperty(
				ways,
				latencies,
				concurrencies,
				fc.constantFrom(1, 7, 100),
				fc.nat(9),
				async (rows, times, concurrency, batchSize, failing) => {
					const emailTool = inBatchesOf(batchSize, personalEmail);
					const done = await simulate(
						rows.map((row) => sequence(lookupsOf(row, emailTool))),
						{
							limits: { concurrency },
							latency: ({ nth }) => times[nth % times.length],
							script: (request) =>
								request.nth % 10 < failing && request.nth < 30 && request.tool !== emailTool
									? brokenDown()
									: everyoneFound(request),
							maxEvents: MAX_EVENTS,
						},
					);
					const batches = done.service.requests.filter(({ tool }) => tool === emailTool);
					const persons = new Set(batches.flatMap(({ inputs }) => inputs));
					expect(batches).toHaveLength(Math.ceil(persons.size / batchSize));
				},
			),
			{ seed: 25, numRuns: 60 },
		);
	});
});
