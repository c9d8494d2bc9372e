import fc from 'fast-check';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Lookup, Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Stop } from '../../nodes/IdentityResolution/run/outcome';
import { everyoneFound, nameOf } from '../support/virtual/fakeService';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail, reverseEmail } from '../support/run/lookups';
import {
	checkScenarios,
	lookupOf,
	MAX_EVENTS,
	rowsOfSteps,
	runScenario,
	type Row,
} from '../support/virtual/flakyScenarios';
import { hasData, type Behavior } from '../support/virtual/flakyService';
import { limitsWith } from '../support/run/limits';
import { brokenDown } from '../support/api/replies';
import { simulate } from '../support/virtual/virtualRun';

const latencies = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 7 });
const concurrencies = fc.constantFrom(1, 2, 5, 20);

describe('for any routes, service and limits', () => {
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

	it('are as few as possible for a sheet of thousands', async () => {
		const routes = people(2_345).map((name) =>
			sequence([lookupFor(reverseEmail, `${name}@example.com`), lookupFor(personalEmail, name)]),
		);
		const done = await simulate(routes, { latency: ({ nth }) => 50 + ((nth * 37) % 400) });
		const sizes = done.service.requests
			.filter(({ tool }) => tool === personalEmail)
			.map(({ inputs }) => inputs.length);
		expect(sizes).toEqual([...Array<number>(23).fill(100), 45]);
		expect(new Set(done.statuses)).toEqual(new Set(['found']));
	});
});
