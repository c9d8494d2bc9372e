import fc from 'fast-check';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { nameOf } from '../support/virtual/fakeService';
import { businessProfile, personalEmail, rowsOf } from '../support/run/lookups';
import { checkScenarios, emailToolOf, lookupOf, MAX_EVENTS, runScenario } from '../support/virtual/flakyScenarios';
import { hasData } from '../support/virtual/flakyService';
import { answerOf } from '../support/virtual/runAssertions';
import { byPerson, personOf } from '../support/virtual/attempts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

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

	it('nothing is sent during a pause or after a stop', async () => {
		await checkScenarios(7, ({ scenario, done, ledger }) => {
			const { maxWait, maxRunTime } = scenario.limits;
			for (const { request, closedUntil } of ledger) {
				if (closedUntil === null || request.answered === null) continue;
				const isOver = closedUntil - request.answered.at > maxWait;
				const later = done.service.requests.slice(request.answered.sent).map(({ at }) => at);
				expect(later.filter((at) => isOver || at < closedUntil)).toEqual([]);
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

	it('no reply makes the run reject or continue forever', async () => {
		const replies: fc.Arbitrary<Reply> = fc
			.record({
				status: fc.oneof(fc.constantFrom(200, 200, 402, 403, 429, 500), fc.integer({ min: 100, max: 599 })),
				headers: fc.dictionary(
					fc.constantFrom('retry-after', 'content-type'),
					fc.oneof(fc.nat(100).map(String), fc.string()),
				),
				body: fc.oneof(
					fc.jsonValue(),
					fc.record(
						{
							results: fc.jsonValue(),
							status: fc.constantFrom('ok', 'not_found', 'odd'),
							metadata: fc.jsonValue(),
							error: fc.jsonValue(),
						},
						{ requiredKeys: [] },
					),
				),
			})
			.map((reply) => ({ is: 'http', ...reply }));
		const odd = fc.array(replies, { maxLength: 30, size: 'max' });
		await fc.assert(
			fc.asyncProperty(odd, fc.boolean(), async (script, isBounded) => {
				const routes = [...rowsOf(personalEmail, 10), ...rowsOf(businessProfile, 5, 'with')];
				const { rows } = await simulate(routes, {
					script,
					limits: isBounded ? { maxTokens: 10 } : {},
					maxEvents: MAX_EVENTS,
				});
				expect(rows.map(({ outcome }) => typeof outcome.is)).toEqual(routes.map(() => 'string'));
			}),
			{ seed: 11, numRuns: 400 },
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
});
