import { drawsOf } from '../sandbox/random';
import { SimulatedAccount } from './account';
import { Check } from './check';
import { leastTime } from './least';
import { NEW_NODE } from './limits';
import type { PlanSpec } from './plans';
import type { Report } from './report';
import type { Cell, Sheet } from './sheet';
import { VirtualClock } from './virtualClock';
import { work } from './worker';

const HIT_RATE = 0.7;
/** ms */
const LATENCY = { least: 150, spread: 200 };

/** Sends a whole sheet through the engine under a plan, by so many workers that share the account and know nothing of each other. */
export async function simulate(sheet: Sheet, plan: PlanSpec, workers: number, seed: number): Promise<Report> {
	const clock = new VirtualClock();
	const chance = drawsOf(seed, `latency|${plan.name}|${workers}`);
	const account = new SimulatedAccount(
		plan,
		{ seed, hitRate: HIT_RATE },
		clock,
		() => LATENCY.least + LATENCY.spread * chance.share(),
	);
	const check = new Check(sheet, { seed, hitRate: HIT_RATE });
	const shares = shareRows(sheet, workers);
	const all = shares.map((rows, worker) =>
		work(
			sheet,
			rows,
			{
				send: account.send,
				clock,
				random: drawsOf(seed, `worker|${worker}`).share,
				signal: new AbortController().signal,
				progress: () => undefined,
			},
			(row, outcome) => check.take(row, outcome),
		),
	);
	const done = await clock.until(Promise.all(all), Infinity);
	const ledger = account.service.ledger.summary();
	return {
		plan,
		workers,
		rowsIn: sheet.cells.length,
		...check.result(),
		lookups: sheet.people,
		runs: done.reduce((sum, { runs }) => sum + runs, 0),
		requests: ledger.requests,
		chargedTwice: ledger.chargedMoreThanOnce.length,
		refusedByBurst: account.refused.burst.length,
		refusedByWindow: account.refused.window.length,
		mostRefusedPerWindow: account.mostRefusedPerWindow(),
		overdrawn: account.overdrawn,
		took: clock.elapsed,
		least: leastTime(plan, { hits: ledger.recordsUsed, requests: Math.ceil(sheet.people / NEW_NODE.batchSize) }),
	};
}

/** Each worker's rows; everyone who stands in the sheet several times goes to one worker. */
function shareRows({ cells }: Sheet, workers: number): number[][] {
	const shares = Array.from({ length: workers }, (): number[] => []);
	const shareOf = new Map<Cell, number[]>();
	cells.forEach((cell, row) => {
		const share = shareOf.get(cell) ?? shares[row % workers];
		if (cell.is === 'person') shareOf.set(cell, share);
		share.push(row);
	});
	return shares;
}
