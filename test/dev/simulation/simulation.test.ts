import { plansFor } from '../../../dev/simulation/plans';
import { broken } from '../../../dev/simulation/report';
import { makeSheet } from '../../../dev/simulation/sheet';
import { simulate } from '../../../dev/simulation/simulation';

const SEED = 1;

describe('a sheet that is run over and over, as its windows open', () => {
	it.each([
		// Smaller, its last runs would have too few requests for a look at the account.
		{ plan: 0, rows: 200_000, workers: 1 },
		{ plan: 1, rows: 60_000, workers: 1 },
		{ plan: 2, rows: 60_000, workers: 1 },
		{ plan: 1, rows: 60_000, workers: 8 },
	])(
		'comes out whole, right, paid once and in the least time: plan $plan, $rows rows, workers: $workers',
		async ({ plan, rows, workers }) => {
			const report = await simulate(makeSheet(rows, SEED), plansFor(rows)[plan], workers, SEED);
			expect(broken(report)).toEqual([]);
			expect(report.rowsOut).toBe(rows);
			expect(report.runs).toBeGreaterThan(workers);
			if (workers === 1) expect(report.refusedByWindow).toBe(0);
		},
	);

	it('takes the same course for the same seed, and another one for another', async () => {
		const few = makeSheet(5_000, SEED);
		const [plan] = plansFor(50_000);
		const seen = (seed: number) =>
			simulate(few, plan, 1, seed).then(({ took, requests, refusedByBurst }) => [took, requests, refusedByBurst]);
		expect(await seen(2)).toEqual(await seen(2));
		expect(await seen(3)).not.toEqual(await seen(2));
	});
});

describe('what a report shows to be broken', () => {
	const [plan] = plansFor(1_000);
	const good = {
		plan,
		workers: 1,
		rowsIn: 10,
		rowsOut: 10,
		lost: 0,
		wrong: 0,
		statuses: {},
		lookups: 10,
		runs: 1,
		requests: 1,
		chargedTwice: 0,
		refusedByBurst: 0,
		refusedByWindow: 0,
		mostRefusedPerWindow: 0,
		overdrawn: 0,
		took: 1_000,
		least: 1_000,
	};

	it('is nothing where all promises held', () => {
		expect(broken({ ...good, took: 1_020, mostRefusedPerWindow: 20 })).toEqual([]);
		expect(broken({ ...good, workers: 8, took: 1_050, mostRefusedPerWindow: 160, overdrawn: 3 })).toEqual([]);
	});

	it.each<[string, Partial<typeof good>]>([
		['9 of 10 rows came out', { rowsOut: 9 }],
		['1 rows were lost', { lost: 1 }],
		['1 rows were answered wrongly', { wrong: 1 }],
		['1 identifiers were charged twice', { chargedTwice: 1 }],
		['it took 1.0210 times the least time, more than 1.02', { took: 1_021 }],
		['it took 1.0510 times the least time, more than 1.05', { took: 1_051, workers: 8 }],
		['21 requests were refused in one window', { mostRefusedPerWindow: 21 }],
		['161 requests were refused in one window', { mostRefusedPerWindow: 161, workers: 8 }],
		['1 requests asked for more records than a window had left', { overdrawn: 1 }],
	])('%s', (sentence, set) => {
		expect(broken({ ...good, ...set })).toEqual([sentence]);
	});
});
