import { answerKey } from '../../nodes/IdentityResolution/api/resume';
import { cacheFrom, isAnswered, latestOf, type Answered } from '../../nodes/IdentityResolution/run/answerCache';
import type { LogEntry } from '../../nodes/IdentityResolution/run/environment';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import type { Step } from '../../nodes/IdentityResolution/run/lookup';
import { run } from '../../nodes/IdentityResolution/run/run';
import { checkAnswer, Oracle, type ExpectedAnswer } from '../oracle/oracle';
import { reachedIn, type RareState } from '../oracle/rareStates';
import type { LedgerEntry } from '../sandbox/ledger';
import { drawsOf } from '../sandbox/random';
import { isHeld } from '../sandbox/people';
import { emailOfSlug } from '../sandbox/data/directory';
import { SimulatedAccount } from './account';
import { NEW_NODE } from './limits';
import { minimumTime, type Plan } from './plans';
import { routesOf, type Cell, type Sheet } from './sheet';
import { START, VirtualClock } from './virtualClock';
import { HIT_RATE, type Work } from './work';

/**
 * One simulation: how many workers process the sheet, and under which plan. The workers share the account and nothing
 * else.
 */
export interface Scenario {
	work: Work;
	plan: Plan;
	workers: number;
}

/** Wait in ms between two runs if no deferred row has a `retry_at`. */
const DEFAULT_WAIT = 60_000;
const FIVE_HOURS = 5 * 3_600_000;

/** The node's own run, or a test's variant of it. */
export type Run = typeof run;

/** The result of a simulation. */
export type Report = Awaited<ReturnType<typeof simulate>>;

/**
 * Sends a whole sheet through the run engine and checks every row. @param runOnce the node's run; tests pass a broken
 * one
 */
export async function simulate(sheet: Sheet, scenario: Scenario, seed: number, runOnce: Run = run) {
	const { work: job, plan, workers } = scenario;
	const clock = new VirtualClock();
	const oracle = new Oracle(sheet.cells.length);
	const latencies = drawsOf(seed, `latency|${job.name}|${plan.name}|${workers}`);
	const account = new SimulatedAccount(plan, { seed, hitRate: HIT_RATE }, clock, latencies);
	let unanswered = 0;
	let runs = 0;
	const log: LogEntry[] = [];
	const reached = new Set<RareState>();

	async function work(rows: readonly number[], worker: number): Promise<void> {
		/** The answers of earlier runs, which a sheet has in `resume`. */
		const kept = new Map<string, Answered>();
		for (const part of partsOf(rows, job.parts)) await workOff(part, worker, kept);
	}

	/** Runs all rows, then the deferred ones at their `retry_at` until none is deferred, as a workflow would. */
	async function workOff(rows: readonly number[], worker: number, kept: Map<string, Answered>): Promise<void> {
		const env = {
			send: account.send,
			clock,
			random: drawsOf(seed, `worker|${worker}`).share,
			signal: new AbortController().signal,
			progress: () => undefined,
			log: (entry: LogEntry) => log.push(entry),
		};
		for (let open = rows; open.length > 0; runs += 1) {
			const older = job.cacheAt(clock.now(), seed);
			const cache = latestOf(
				cacheFrom((key) => kept.get(key)),
				older,
			);
			const isExpired = ({ lookup }: Step) => !older(lookup) && job.cacheAt(START, seed)(lookup) !== undefined;
			const routes = open.map(routesOf(sheet, job.createRouter(cache)));
			const { rows: results } = await runOnce(routes, NEW_NODE, env, cache);
			const deferred: number[] = [];
			let retryAt = Infinity;
			results.forEach((settled, place) => {
				const { outcome, steps } = settled;
				for (const { lookup, outcome: answer } of outcome.is === 'deferred' || job.parts > 1 ? steps : [])
					if (isAnswered(answer))
						kept.set(answerKey(lookup.tool.name, lookup.identifier.key, lookup.phone), answer);
				if (outcome.is === 'deferred') {
					deferred.push(open[place]);
					retryAt = Math.min(retryAt, outcome.stop.retryAt ?? Infinity);
				} else takeRow(open[place], settled);
				if (outcome.is === 'found' && open !== rows) reached.add('a deferred row was answered by a later run');
				if (steps.some(isExpired)) reached.add('a known answer expired between two runs');
			});
			open = deferred;
			const wait = retryAt === Infinity ? DEFAULT_WAIT : retryAt - clock.now();
			if (open.length > 0) await clock.sleep(wait, env.signal);
		}
	}

	function takeRow(row: number, settled: SettledRow): void {
		const { is } = settled.outcome;
		const answer = is === 'found' ? job.answerOf(settled) : null;
		oracle.takeRow({ row, problem: checkAnswer(expectedOf(sheet.cells[row], job, seed), { status: is, answer }) });
		if (is === 'failed') unanswered += 1;
	}

	await clock.until(Promise.all(shareRows(sheet, workers).map(work)), Infinity);
	const { ledger } = account.service;
	const requests = ledger.requests();
	for (const request of requests) oracle.takeRequest(request);
	for (const state of reachedIn({ requests, log })) reached.add(state);
	if (account.hasUsedUpBoth) reached.add('the records of 5 hours and of a week were used up at once');
	const refused = requests.filter(({ status }) => status === 429);
	const refusedByWindow = refused.filter(({ code }) => code !== 'rate_limited').map(({ time }) => time);
	const hits = ledger.summary().recordsUsed;
	return {
		scenario,
		rows: sheet.cells.length,
		oracle: oracle.report(),
		/** Rows that failed. */
		unanswered,
		runs,
		requests: requests.length,
		refusedByBurst: refused.length - refusedByWindow.length,
		refusedByWindow: refusedByWindow.length,
		/** The most requests that the windows refused within any five hours. */
		maxRefusedPerWindow: mostWithin(refusedByWindow, FIVE_HOURS),
		/** Requests with more records than a window had left. */
		oversized: account.oversized,
		reached: [...reached],
		/** ms of virtual time. */
		took: clock.elapsed,
		/** The minimum time that the plan allows, in ms. */
		minimum: minimumTime(plan, { hits, requests: leastRequests(requests, job.batchSize) }),
	};
}

/** Returns the maximum number of times within any period. */
function mostWithin(times: readonly number[], period: number): number {
	let most = 0;
	for (let last = 0, first = 0; last < times.length; last++) {
		while (times[first] <= times[last] - period) first++;
		most = Math.max(most, last - first + 1);
	}
	return most;
}

/** The requests that are needed for the lookups of these. */
function leastRequests(requests: readonly LedgerEntry[], batchSize: number): number {
	const keys = new Map<string, Set<string>>();
	for (const { tool, keys: requested } of requests) {
		const ofTool = keys.get(tool) ?? new Set<string>();
		keys.set(tool, ofTool);
		for (const key of requested) ofTool.add(key);
	}
	return [...keys.values()].reduce((sum, { size }) => sum + Math.ceil(size / batchSize), 0);
}

/** What the service holds of a row's person. */
export function expectedOf(cell: Cell, { column, expected }: Work, seed: number): ExpectedAnswer {
	if (cell.is !== 'person') return cell;
	const key = column === 'linkedin' ? `linkedin:${cell.slug}` : `email:${emailOfSlug(cell.slug)}`;
	return isHeld(key, seed, HIT_RATE) ? { is: 'hit', answer: expected(cell.slug, seed) } : { is: 'miss' };
}

/** Divides the rows into consecutive parts. */
const partsOf = (rows: readonly number[], parts: number): number[][] =>
	Array.from({ length: parts }, (_, part) =>
		rows.slice(Math.floor((rows.length * part) / parts), Math.floor((rows.length * (part + 1)) / parts)),
	);

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
