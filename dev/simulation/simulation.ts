import { field } from '../../nodes/IdentityResolution/api/json';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { run } from '../../nodes/IdentityResolution/run/run';
import { checkAnswer, Oracle, type ExpectedAnswer } from '../oracle/oracle';
import { drawsOf } from '../sandbox/random';
import { isHeld } from '../sandbox/people';
import { emailOfSlug } from '../sandbox/data/directory';
import { SimulatedAccount } from './account';
import { NEW_NODE } from './limits';
import { minimumTime, type Plan } from './plans';
import type { Report } from './report';
import type { Cell, Sheet } from './sheet';
import { VirtualClock } from './virtualClock';
import { runUntilDone, type Run } from './worker';

/** One simulation: how many workers process the sheet, and under which plan. The workers share the account and nothing else. */
export interface Scenario {
	plan: Plan;
	workers: number;
}

const HIT_RATE = 0.7;
/** Bounds of a round trip, in ms. */
const LATENCY = { min: 150, max: 350 };

/** Sends a whole sheet through the run engine and checks every row. @param runOnce the node's run; tests pass a broken one */
export async function simulate(sheet: Sheet, scenario: Scenario, seed: number, runOnce: Run = run): Promise<Report> {
	const { plan, workers } = scenario;
	const clock = new VirtualClock();
	const draws = drawsOf(seed, `latency|${plan.name}|${workers}`);
	const oracle = new Oracle(sheet.cells.length);
	const account = new SimulatedAccount(plan, {
		seed,
		hitRate: HIT_RATE,
		clock,
		latency: () => LATENCY.min + (LATENCY.max - LATENCY.min) * draws.share(),
		onRequest: (entry) => oracle.takeRequest(entry),
	});
	let unanswered = 0;
	const takeRow = (row: number, outcome: Outcome) => {
		const expected = expectedOf(sheet.cells[row], seed);
		const answer = outcome.is === 'found' ? field(outcome.answer.results, 'email') : null;
		oracle.takeRow({ row, problem: checkAnswer(expected, { status: outcome.is, answer }) });
		if (outcome.is === 'failed') unanswered += 1;
	};
	const shares = shareRows(sheet, workers);
	const work = shares.map((rows, worker) => {
		const env = {
			send: account.send,
			clock,
			random: drawsOf(seed, `worker|${worker}`).share,
			signal: new AbortController().signal,
			progress: () => undefined,
		};
		return runUntilDone(runOnce, sheet, rows, env, takeRow);
	});
	const runs = await clock.until(Promise.all(work), Infinity);
	const { requests, recordsUsed } = account.service.ledger.summary();
	return {
		scenario,
		rows: sheet.cells.length,
		oracle: oracle.report(),
		unanswered,
		runs: runs.reduce((sum, count) => sum + count, 0),
		requests,
		refusedByBurst: account.refusedByBurst,
		refusedByWindow: account.refusedByWindow,
		maxRefusedPerWindow: account.maxRefusedPerWindow(),
		oversized: account.oversized,
		took: clock.elapsed,
		minimum: minimumTime(plan, { hits: recordsUsed, requests: Math.ceil(sheet.people / NEW_NODE.batchSize) }),
	};
}

function expectedOf(cell: Cell, seed: number): ExpectedAnswer {
	if (cell.is !== 'person') return cell;
	return isHeld(`linkedin:${cell.slug}`, seed, HIT_RATE)
		? { is: 'hit', answer: emailOfSlug(cell.slug) }
		: { is: 'miss' };
}

/** Divides the rows among the workers. All rows of one person go to the same worker. */
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
