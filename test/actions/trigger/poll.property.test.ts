import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { accountOf, Poller, type Answers } from '../../support/actions/polls';
import { badKey, brokenDown, hit, lost, rateLimited, unsent } from '../../support/api/replies';

/** One poll, or a crash of n8n. A poll only sees the account if the service answers. */
type Step<Seen> =
	{ do: 'poll'; finds: Seen } | { do: 'fail'; how: keyof typeof FAILURES; finds: Seen } | { do: 'kill' };

const FAILURES = {
	down: brokenDown,
	cut: lost,
	unreachable: unsent,
	'slow down': () => rateLimited(600),
	'dead key': badKey,
};

const stepsOf = <Seen>(finds: fc.Arbitrary<Seen>): fc.Arbitrary<Array<Step<Seen>>> =>
	fc.array(
		fc.oneof(
			{ weight: 6, arbitrary: fc.record({ do: fc.constant('poll' as const), finds }) },
			{
				weight: 1,
				arbitrary: fc.record({
					do: fc.constant('fail' as const),
					how: fc.constantFrom(...(Object.keys(FAILURES) as Array<keyof typeof FAILURES>)),
					finds,
				}),
			},
			{ weight: 2, arbitrary: fc.constant({ do: 'kill' as const }) },
		),
		{ minLength: 1, maxLength: 25 },
	);

interface Played<Seen> {
	/** The state that each answered poll found, in order. */
	seen: Seen[];
	/** The items of each answered poll. */
	items: IDataObject[][];
}

/**
 * Plays the steps on one trigger.
 * @param answersOf creates the answers of the service
 */
async function play<Seen>(
	parameters: INodeParameters,
	steps: ReadonlyArray<Step<Seen>>,
	answersOf: (finds: Seen) => Answers,
): Promise<Played<Seen>> {
	const poller = new Poller(parameters);
	const played: Played<Seen> = { seen: [], items: [] };
	for (const step of steps) {
		if (step.do === 'kill') {
			poller.kill();
			continue;
		}
		const polled = await poller.poll(step.do === 'fail' ? FAILURES[step.how] : answersOf(step.finds));
		if (step.do === 'fail') {
			expect(polled.is).toBe('failed');
			continue;
		}
		if (polled.is === 'failed') throw polled.error;
		played.seen.push(step.finds);
		played.items.push(polled.items ?? []);
	}
	return played;
}

const RUNS = { numRuns: 150 };
const HOUR = 3_600_000;

it('lowBalance: exactly one event for each time that the balance falls below the threshold', async () => {
	const balances = fc.oneof(fc.integer({ min: 90, max: 110 }), fc.constant(-1));
	await fc.assert(
		fc.asyncProperty(stepsOf(balances), async (steps) => {
			const { seen, items } = await play(
				{ event: 'lowBalance', threshold: 100 },
				steps,
				(token_balance) => () => hit(accountOf({}, { token_balance })),
			);
			const isLow = (balance: number | undefined) => balance !== undefined && balance >= 0 && balance < 100;
			const expected = seen.map((balance, at) => (isLow(balance) && !isLow(seen[at - 1]) ? [balance] : []));
			expect(items.map((those) => those.map((item) => item.token_balance))).toEqual(expected);
		}),
		RUNS,
	);
});

it('windowLow: exactly one event for each time that a window becomes low, or is used up again', async () => {
	const LENGTHS = { enrich_records_5h: 5 * HOUR, search_records_1w: 168 * HOUR };
	const COLUMNS = Object.keys(LENGTHS) as Array<keyof typeof LENGTHS>;
	/**
	 * Change of the reset time since the last poll, in window lengths: small for a rolling window, large if it was used
	 * up again.
	 */
	const moves = fc.oneof(
		{ weight: 4, arbitrary: fc.double({ min: 0, max: 0.49, noNaN: true }) },
		{ weight: 1, arbitrary: fc.double({ min: 1, max: 3, noNaN: true }) },
	);
	const window = fc.record({ remaining: fc.constantFrom(0, 9, 10, 60), moved: moves });
	const finds = fc.record({ enrich_records_5h: window, search_records_1w: window });
	await fc.assert(
		fc.asyncProperty(stepsOf(finds), async (steps) => {
			const resets = { enrich_records_5h: Date.UTC(2030, 0, 1), search_records_1w: Date.UTC(2030, 0, 1) };
			const { seen, items } = await play(
				{ event: 'windowLow', windows: COLUMNS, percent: 10 },
				steps,
				(found) => () => {
					for (const column of COLUMNS) resets[column] += Math.ceil(found[column].moved * LENGTHS[column]);
					const windowOf = (column: (typeof COLUMNS)[number]) => ({
						remaining: found[column].remaining,
						resets_at: new Date(resets[column]).toISOString(),
					});
					return hit(accountOf(Object.fromEntries(COLUMNS.map((column) => [column, windowOf(column)]))));
				},
			);
			const expected = seen.map((found, at) =>
				COLUMNS.filter((column) => {
					const before = seen[at - 1]?.[column].remaining;
					const { remaining, moved } = found[column];
					return remaining < 10 && (before === undefined || before >= 10 || moved >= 1);
				}),
			);
			expect(items.map((those) => those.map((item) => item.window))).toEqual(expected);
		}),
		RUNS,
	);
});

it('windowOpen: exactly one event for each time that a closed family opens', async () => {
	const FAMILIES = {
		enrich: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
		search: ['search_records_5h', 'search_requests_5h'],
	};
	const windows = Object.values(FAMILIES).flat();
	const closed = fc.subarray(windows, { maxLength: 2 });
	await fc.assert(
		fc.asyncProperty(stepsOf(closed), async (steps) => {
			const { seen, items } = await play(
				{ event: 'windowOpen', windows },
				steps,
				(found) => () => hit(accountOf(Object.fromEntries(found.map((column) => [column, { remaining: 0 }])))),
			);
			const since: Record<string, Set<string>> = { enrich: new Set(), search: new Set() };
			const expected = seen.map((found) =>
				Object.entries(FAMILIES).flatMap(([family, own]) => {
					const now = own.filter((column) => found.includes(column));
					for (const column of now) since[family].add(column);
					if (now.length > 0 || since[family].size === 0) return [];
					const opened = own.filter((column) => since[family].has(column)).join(', ');
					since[family].clear();
					return [`${family}: ${opened}`];
				}),
			);
			expect(items.map((those) => those.map((item) => `${String(item.family)}: ${String(item.opened)}`))).toEqual(
				expected,
			);
		}),
		RUNS,
	);
});
