import fc from 'fast-check';
import { at } from '../../../nodes/IdentityResolution/api/json';
import { emailOf, isHeld, personFor } from '../../../dev/sandbox/people';
import { businessProfile } from '../../support/run/lookups';
import { answerOf } from '../../support/virtual/runAssertions';
import {
	emailToolOf,
	lookupIn,
	SCENARIOS,
	runScenario,
	type Scenario,
	type Sent,
	type ScenarioResult,
} from '../../support/virtual/baseScenarios';

const RUNS = 200;

/** Runs a few hundred scenarios, which depend on the seed, and checks each of them. */
async function checkScenarios(
	seed: number,
	scenarios: fc.Arbitrary<Scenario>,
	check: (result: ScenarioResult) => void | Promise<void>,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			await check(await runScenario(scenario));
		}),
		{ seed, numRuns: RUNS },
	);
}

const isAccountCheck = ({ reply }: Sent) => reply?.entry.tool === 'get_account';
/** Whether an account check returned an account. */
const hasAccount = (check: Sent) =>
	hasArrived(check) && check.reply?.status === 200 && check.reply.headers['content-type'] !== 'text/html';
const codeOf = ({ reply }: Sent) => reply?.entry.code ?? null;
/** Whether a closed window refused the request. */
const isWindowRefusal = (one: Sent) => one.reply?.status === 429 && codeOf(one) !== 'rate_limited';
const keysOf = ({ reply }: Sent) => reply?.entry.keys ?? [];
const numberOf = ({ reply }: Sent) => reply?.entry.number ?? 0;
/** Whether a whole batch is a miss, which costs nothing, and of which some lookups are sent again. */
const isMissOfBatch = ({ reply }: Sent) =>
	(reply?.entry.keys ?? []).length > 1 && at(reply?.body, 'status') === 'not_found';
const hasArrived = ({ reply }: Sent) => reply?.delivery === 'whole';

/** The requests of each run, in the order in which they were sent. */
function byRun(sent: readonly Sent[]): Sent[][] {
	const runs = new Map<string, Sent[]>();
	for (const one of sent) {
		const name = `${one.worker} ${one.run}`;
		runs.set(name, [...(runs.get(name) ?? []), one]);
	}
	return [...runs.values()];
}

/** The reported retry-after in ms; null if there is none. */
function retryAfterOf({ reply }: Sent): number | null {
	const retryAfter = reply?.headers['retry-after'] ?? at(reply?.body, 'metadata.retry_after');
	return retryAfter === undefined ? null : Number(retryAfter) * 1_000;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The final result of each row: the one of its last run. */
const finalRows = ({ rounds, scenario }: ScenarioResult) =>
	rounds.flatMap((workerRounds, worker) =>
		scenario.sheets[worker].map((cell, row) => {
			const { run, rows } = workerRounds.findLast((round) => round.rows.includes(row))!;
			return { cell, worker, row: run.rows[rows.indexOf(row)] };
		}),
	);

/** Whether replies may charge rows of a batch without an answer, so that they are retried. */
const mayBeUnconfirmed = ({ settings: { batchFaults, batchShape } }: Scenario) =>
	(batchFaults?.dropRows ?? 0) > 0 || batchShape === 'positional';

describe('with any sheets, windows, rate limits and faults,', () => {
	it('every row has one result in each of its runs, in its position', async () => {
		await checkScenarios(1, SCENARIOS.unreliable, ({ scenario, rounds }) => {
			const emailTool = emailToolOf(scenario);
			for (const [worker, workerRounds] of rounds.entries()) {
				for (const { run, rows } of workerRounds) {
					expect(run.rows).toHaveLength(rows.length);
					for (const [index, row] of rows.entries()) {
						const cell = scenario.sheets[worker][row];
						const { steps, outcome } = run.rows[index];
						expect(steps.map(({ lookup }) => lookup.key)).toEqual(
							cell === null ? [] : [lookupIn(cell, worker, emailTool).key],
						);
						if (cell === null) expect(outcome.is).toBe('skipped');
						else expect(['found', 'not_found', 'failed', 'deferred']).toContain(outcome.is);
					}
				}
			}
		});
	});

	it('no row contains the answer of another person', async () => {
		await checkScenarios(2, SCENARIOS.unreliable, (result) => {
			const { seed, hitRate } = result.service.settings();
			const emailTool = emailToolOf(result.scenario);
			for (const { cell, worker, row } of finalRows(result)) {
				if (cell === null || answerOf(row) === null) continue;
				const { tool, identifier } = lookupIn(cell, worker, emailTool);
				expect(row.outcome.is).toBe(isHeld(identifier.key, seed, hitRate) ? 'found' : 'not_found');
				const email = emailOf(personFor(identifier.key, seed));
				if (row.outcome.is === 'found')
					expect(answerOf(row)?.results).toMatchObject(
						tool === businessProfile ? { personal_email: email } : { email },
					);
			}
		});
	});

	it('no lookup is charged twice except after a lost or unconfirmed answer', async () => {
		await checkScenarios(3, SCENARIOS.unreliable, ({ scenario, service }) => {
			const requests = service.ledger.requests();
			for (const { tool, key, times } of service.ledger.charges()) {
				const ofLookup = requests.filter((request) => request.tool === tool && request.keys.includes(key));
				const unconfirmed = ofLookup.filter(
					({ fate, keys }) => fate === 'lost' || (mayBeUnconfirmed(scenario) && keys.length > 1),
				);
				expect(times).toBeLessThanOrEqual(1 + unconfirmed.length);
			}
		});
	});

	it('requests in flight never exceed the concurrency, and lookups never exceed the batch size', async () => {
		await checkScenarios(4, SCENARIOS.unreliable, ({ scenario: { batchSize, limits }, sent }) => {
			for (const one of sent) {
				expect(one.inFlight).toBeLessThanOrEqual(limits.concurrency);
				expect(keysOf(one).length).toBeLessThanOrEqual(batchSize);
				expect(new Set(keysOf(one)).size).toBe(keysOf(one).length);
			}
		});
	});

	it('no request is sent during a pause or after a stop', async () => {
		await checkScenarios(5, SCENARIOS.unreliable, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent)) {
				for (const refused of run.filter(hasArrived)) {
					const wait = codeOf(refused) === 'insufficient_tokens' ? Infinity : retryAfterOf(refused);
					if (wait === null) continue;
					// A run does without prices.
					if (refused.reply?.entry.tool === 'get_billing') continue;
					const closedFor = isWindowRefusal(refused) ? wait + 1_000 : wait;
					const isOver = closedFor > limits.maxWait;
					const later = run.filter(
						({ at }) => at > refused.answeredAt && (isOver || at < refused.answeredAt + closedFor),
					);
					expect(later).toEqual([]);
				}
			}
		});
	});

	it('no run is charged more tokens than maxTokens', async () => {
		await checkScenarios(6, SCENARIOS.unreliable, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent))
				expect(sum(run.map(({ reply }) => reply?.entry.tokens ?? 0))).toBeLessThanOrEqual(limits.maxTokens);
		});
	});

	it('the same seed gives the same requests at the same times, and the same rows', async () => {
		const observed = ({ sent, rounds, took }: ScenarioResult) => ({
			sent: sent.map(({ worker, run, at, answeredAt, reply }) => ({
				worker,
				run,
				at,
				answeredAt,
				entry: reply?.entry,
			})),
			outcomes: rounds.map((workerRounds) =>
				workerRounds.map(({ run, rows }) => ({ rows, outcomes: run.rows.map(({ outcome }) => outcome) })),
			),
			took,
		});
		await checkScenarios(7, SCENARIOS.unreliable, async (result) => {
			expect(observed(await runScenario(result.scenario))).toEqual(observed(result));
		});
	});
});

describe('a single worker', () => {
	it('never requests more records than a window has left after an account check', async () => {
		await checkScenarios(8, SCENARIOS.singleWorker, ({ sent }) => {
			for (const run of byRun(sent)) {
				for (const [index, one] of run.entries()) {
					const check = run.slice(0, index).findLast(isAccountCheck);
					if (isAccountCheck(one) || check === undefined || !hasAccount(check)) continue;
					expect(keysOf(one).length).toBeLessThanOrEqual(Math.min(one.left.of5h, one.left.of1w));
				}
			}
		});
	});

	it('is refused by windows at most `concurrency` times per run if all account checks succeed', async () => {
		await checkScenarios(9, SCENARIOS.singleWorker, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent)) {
				if (run.filter(isAccountCheck).some((check) => !hasAccount(check))) continue;
				const refused = run.filter((one) => hasArrived(one) && isWindowRefusal(one));
				expect(refused.length).toBeLessThanOrEqual(limits.concurrency);
			}
		});
	});
});

describe('if only limits refuse requests,', () => {
	it('deferred rows that run again at the retry time are all answered exactly once', async () => {
		await checkScenarios(11, SCENARIOS.reliable, (result) => {
			for (const { cell, row } of finalRows(result))
				expect(['found', 'not_found'].includes(row.outcome.is)).toBe(cell !== null);
			const whole = result.sent.filter(
				(one) => one.reply?.status === 200 && codeOf(one) === null && !isMissOfBatch(one),
			);
			const lookups = whole.flatMap((one) => keysOf(one).map((key) => `${one.reply?.entry.tool} ${key}`));
			expect(new Set(lookups).size).toBe(lookups.length);
			expect(result.service.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});

	it('a closed window is always reported with its opening time', async () => {
		await checkScenarios(12, SCENARIOS.reliable, ({ rounds }) => {
			for (const { run } of rounds.flat()) {
				if (run.stop === null || run.stop.reason === 'rate_limited') continue;
				expect(run.stop).toEqual({
					...run.stop,
					reason: expect.stringMatching(/^fair_use/) as string,
					retryAt: expect.any(Number) as number,
				});
			}
		});
	});

	it('the retry time is not before the window opens', async () => {
		await checkScenarios(13, SCENARIOS.reliable, ({ rounds, sent }) => {
			if (rounds.length > 1) return;
			for (const [
				nth,
				{
					run: { stop },
				},
			] of rounds[0].entries()) {
				if (!stop?.reason.startsWith('fair_use')) continue;
				const [first] = sent
					.filter((one) => one.run === nth + 1 && !isAccountCheck(one))
					.sort((a, b) => numberOf(a) - numberOf(b));
				if (first !== undefined) expect(isWindowRefusal(first)).toBe(false);
			}
		});
	});
});
