import fc from 'fast-check';
import { at } from '../../../nodes/IdentityResolution/api/json';
import { emailOf, isHeld, personFor } from '../../../dev/sandbox/people';
import { businessProfile } from '../../support/lookups';
import { answerOf } from '../../support/runAssertions';
import { lookupIn, SCENARIOS, show, type Scenario, type Sent, type Show } from '../../support/baseScenarios';

const RUNS = 200;

/** Plays a few hundred scenarios, other ones for every seed, and checks each of them. */
async function everyShow(
	seed: number,
	scenarios: fc.Arbitrary<Scenario>,
	check: (played: Show) => void | Promise<void>,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			await check(await show(scenario));
		}),
		{ seed, numRuns: RUNS },
	);
}

const isLook = ({ reply }: Sent) => reply?.entry.tool === 'get_account';
/** Whether a look came back with an account. */
const hasTold = (look: Sent) =>
	hasArrived(look) && look.reply?.status === 200 && look.reply.headers['content-type'] !== 'text/html';
const codeOf = ({ reply }: Sent) => reply?.entry.code ?? null;
/** Whether a window refused it as a whole. */
const isTurnedAway = (one: Sent) => one.reply?.status === 429 && codeOf(one) !== 'rate_limited';
const keysOf = ({ reply }: Sent) => reply?.entry.keys ?? [];
const numberOf = ({ reply }: Sent) => reply?.entry.number ?? 0;
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

/** ms that a reply asks to wait; null where it asks for nothing. */
function waitIn({ reply }: Sent): number | null {
	const told = reply?.headers['retry-after'] ?? at(reply?.body, 'metadata.retry_after');
	return told === undefined ? null : Number(told) * 1_000;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What became of each row for good: the last run that it went into. */
const lastOf = ({ rounds, scenario }: Show) =>
	rounds.flatMap((mine, worker) =>
		scenario.sheets[worker].map((cell, row) => {
			const { run, rows } = mine.findLast((round) => round.rows.includes(row))!;
			return { cell, worker, row: run.rows[rows.indexOf(row)] };
		}),
	);

/** Replies of these scenarios may leave a batch's rows in doubt: they are charged, and asked again. */
const mayDoubt = ({ settings: { batchFaults, batchShape } }: Scenario) =>
	(batchFaults?.dropRows ?? 0) > 0 || batchShape === 'positional';

describe('whatever the sheets, the windows, the guard and the faults', () => {
	it('every row comes out of every run that it goes into, once, in its place', async () => {
		await everyShow(1, SCENARIOS.anything, ({ scenario, rounds }) => {
			for (const [worker, mine] of rounds.entries()) {
				for (const { run, rows } of mine) {
					expect(run.rows).toHaveLength(rows.length);
					for (const [place, row] of rows.entries()) {
						const cell = scenario.sheets[worker][row];
						const { steps, outcome } = run.rows[place];
						expect(steps.map(({ lookup }) => lookup.key)).toEqual(
							cell === null ? [] : [lookupIn(cell, worker).key],
						);
						if (cell === null) expect(outcome.is).toBe('skipped');
						else expect(['found', 'not_found', 'failed', 'deferred']).toContain(outcome.is);
					}
				}
			}
		});
	});

	it('no answer stands on the row of someone else', async () => {
		await everyShow(2, SCENARIOS.anything, (played) => {
			const { seed, hitRate } = played.service.settings();
			for (const { cell, worker, row } of lastOf(played)) {
				if (cell === null || answerOf(row) === null) continue;
				const { tool, identifier } = lookupIn(cell, worker);
				expect(row.outcome.is).toBe(isHeld(identifier.key, seed, hitRate) ? 'found' : 'not_found');
				const email = emailOf(personFor(identifier.key, seed));
				if (row.outcome.is === 'found')
					expect(answerOf(row)?.results).toMatchObject(
						tool === businessProfile ? { personal_email: email } : { email },
					);
			}
		});
	});

	it('nobody is charged twice except after an answer that was lost or in doubt', async () => {
		await everyShow(3, SCENARIOS.anything, ({ scenario, service }) => {
			const requests = service.ledger.requests();
			for (const { tool, key, times } of service.ledger.charges()) {
				const mine = requests.filter((request) => request.tool === tool && request.keys.includes(key));
				const doubtful = mine.filter(
					({ fate, keys }) => fate === 'lost' || (mayDoubt(scenario) && keys.length > 1),
				);
				expect(times).toBeLessThanOrEqual(1 + doubtful.length);
			}
		});
	});

	it('never more requests are on their way than concurrency, and never more lookups in one than fit', async () => {
		await everyShow(4, SCENARIOS.anything, ({ scenario: { limits }, sent }) => {
			for (const one of sent) {
				expect(one.inFlight).toBeLessThanOrEqual(limits.concurrency);
				expect(keysOf(one).length).toBeLessThanOrEqual(Math.min(limits.batchSize, 100));
				expect(new Set(keysOf(one)).size).toBe(keysOf(one).length);
			}
		});
	});

	it('nothing is sent in the middle of a pause, nor after a stop', async () => {
		await everyShow(5, SCENARIOS.anything, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent)) {
				for (const refused of run.filter(hasArrived)) {
					const wait = codeOf(refused) === 'insufficient_tokens' ? Infinity : waitIn(refused);
					if (wait === null) continue;
					const closedFor = isTurnedAway(refused) ? wait + 1_000 : wait;
					const isOver = limits.onLimit !== 'wait' || closedFor > limits.maxWait;
					const later = run.filter(
						({ at }) => at > refused.answeredAt && (isOver || at < refused.answeredAt + closedFor),
					);
					expect(later).toEqual([]);
				}
			}
		});
	});

	it('no run is charged more tokens than maxTokens', async () => {
		await everyShow(6, SCENARIOS.anything, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent))
				expect(sum(run.map(({ reply }) => reply?.entry.tokens ?? 0))).toBeLessThanOrEqual(limits.maxTokens);
		});
	});

	it('the same seed gives the same requests at the same times, and the same rows', async () => {
		const seen = ({ sent, rounds, took }: Show) => ({
			sent: sent.map(({ worker, run, at, answeredAt, reply }) => ({
				worker,
				run,
				at,
				answeredAt,
				entry: reply?.entry,
			})),
			outcomes: rounds.map((mine) =>
				mine.map(({ run, rows }) => ({ rows, outcomes: run.rows.map(({ outcome }) => outcome) })),
			),
			took,
		});
		await everyShow(7, SCENARIOS.anything, async (played) => {
			expect(seen(await show(played.scenario))).toEqual(seen(played));
		});
	});
});

describe('a single worker', () => {
	it('that has looked never asks for more records than a window has left', async () => {
		await everyShow(8, SCENARIOS.alone, ({ sent }) => {
			for (const run of byRun(sent)) {
				for (const [place, one] of run.entries()) {
					const look = run.slice(0, place).findLast(isLook);
					if (isLook(one) || look === undefined || !hasTold(look)) continue;
					expect(keysOf(one).length).toBeLessThanOrEqual(Math.min(one.left.of5h, one.left.of1w));
				}
			}
		});
	});

	it('whose looks all come through is refused by windows no more often in a run than it sends at once', async () => {
		await everyShow(9, SCENARIOS.alone, ({ scenario: { limits }, sent }) => {
			for (const run of byRun(sent)) {
				if (run.filter(isLook).some((look) => !hasTold(look))) continue;
				const refused = run.filter((one) => hasArrived(one) && isTurnedAway(one));
				expect(refused.length).toBeLessThanOrEqual(limits.concurrency);
			}
		});
	});

	it('leaves the records of the reserve where they are', async () => {
		await everyShow(
			10,
			SCENARIOS.alone,
			({
				scenario: {
					limits: { reserve },
				},
				sent,
			}) => {
				const takers = sent.filter(({ reply }) => reply !== null && reply.entry.records > 0);
				for (const { left, reply } of takers)
					expect(left.of5h - (reply?.entry.records ?? 0)).toBeGreaterThanOrEqual(reserve);
			},
		);
	});
});

describe('where nothing goes wrong but limits', () => {
	it('rows that are deferred and run again once their time has come are all answered in the end, each once', async () => {
		await everyShow(11, SCENARIOS.nothingGoesWrong, (played) => {
			for (const { cell, row } of lastOf(played))
				expect(['found', 'not_found'].includes(row.outcome.is)).toBe(cell !== null);
			const whole = played.sent.filter((one) => one.reply?.status === 200 && codeOf(one) === null);
			const asked = whole.flatMap((one) => keysOf(one).map((key) => `${one.reply?.entry.tool} ${key}`));
			expect(new Set(asked).size).toBe(asked.length);
			expect(played.service.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});

	it('a closed window is always told with the time at which it opens', async () => {
		await everyShow(12, SCENARIOS.nothingGoesWrong, ({ rounds }) => {
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

	it('nobody is told to come back before the window is open', async () => {
		await everyShow(13, SCENARIOS.nothingGoesWrong, ({ rounds, sent }) => {
			if (rounds.length > 1) return;
			for (const [
				nth,
				{
					run: { stop },
				},
			] of rounds[0].entries()) {
				if (!stop?.reason.startsWith('fair_use')) continue;
				const [first] = sent
					.filter((one) => one.run === nth + 1 && !isLook(one))
					.sort((a, b) => numberOf(a) - numberOf(b));
				if (first !== undefined) expect(isTurnedAway(first)).toBe(false);
			}
		});
	});
});
