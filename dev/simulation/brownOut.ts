import Table from 'cli-table3';
import { field } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import { NO_ANSWERS } from '../../nodes/IdentityResolution/run/answerCache';
import { MAX_RETRIES } from '../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { run } from '../../nodes/IdentityResolution/run/run';
import type { Environment } from '../../nodes/IdentityResolution/run/environment';
import { checkAnswer, complaints, Oracle } from '../oracle/oracle';
import { reachedIn, type TracedRequest } from '../oracle/rareStates';
import { drawsOf } from '../sandbox/random';
import { SimulatedAccount } from './account';
import { NEW_NODE } from './limits';
import type { Plan } from './plans';
import { routesOf, type Sheet } from './sheet';
import { expectedOf, type Run } from './simulation';
import { VirtualClock } from './virtualClock';
import { batches, batchesOf, HIT_RATE } from './work';

/** A service that answers a share of the requests with 500. */
export interface BrownOut {
	/** From 0 to 1. */
	share: number;
	/** ms after the start at which it ends; Infinity for the whole run. */
	until: number;
	/** Lookups in a request. */
	batchSize: number;
}

const MINUTE = 60_000;
/** Without limits that a run would meet besides. */
const WIDE: Plan = {
	name: 'Wide',
	records5h: 10_000_000,
	records1w: 10_000_000,
	requests5h: 10_000_000,
	burst: { perSecond: 10_000, burst: 10_000 },
};
const BROKEN: Reply = {
	is: 'http',
	status: 500,
	headers: {},
	body: { error: { code: 'internal_error' }, metadata: {} },
};

const NOTHING_CHARGED = { tool: 'the tool', code: null, phone: 'without', charged: [], fate: 'answered' } as const;

/** Shares of 500s for the whole run and for one minute, lookups alone and in batches. */
export const BROWN_OUTS: readonly BrownOut[] = [0.1, 0.3, 0.6].flatMap((share) =>
	[Infinity, MINUTE].flatMap((until) => [1, batches.batchSize].map((batchSize) => ({ share, until, batchSize }))),
);

/** What became of a sheet in a brown-out. */
export type BrownOutReport = Awaited<ReturnType<typeof simulateBrownOut>>;

/** Sends a sheet once, and checks every row. @param runOnce the node's run; tests pass a broken one */
export async function simulateBrownOut(sheet: Sheet, brownOut: BrownOut, seed: number, runOnce: Run = run) {
	const { share, until, batchSize } = brownOut;
	const work = batchesOf(batchSize);
	const clock = new VirtualClock();
	const oracle = new Oracle(sheet.cells.length);
	const name = JSON.stringify(brownOut);
	const account = new SimulatedAccount(WIDE, { seed, hitRate: HIT_RATE }, clock, drawsOf(seed, `latency|${name}`));
	const luck = drawsOf(seed, `luck|${name}`);
	const requests: TracedRequest[] = [];
	const send: Environment['send'] = async (tool, body) => {
		if (tool.family === 'free') return await account.send(tool, body);
		const isBroken = clock.elapsed < until && luck.share() < share;
		requests.push({
			...NOTHING_CHARGED,
			status: isBroken ? 500 : 200,
			keys: Object.values(body).flat().map(String),
		});
		if (!isBroken) return await account.send(tool, body);
		await clock.sleep(100, new AbortController().signal);
		return BROKEN;
	};
	const env: Environment = {
		send,
		clock,
		random: drawsOf(seed, 'jitter').share,
		signal: new AbortController().signal,
		progress: () => undefined,
		log: () => undefined,
	};
	const routeOf = routesOf(sheet, work.createRouter(NO_ANSWERS));
	const { rows } = await clock.until(
		runOnce(
			sheet.cells.map((_, row) => routeOf(row)),
			NEW_NODE,
			env,
		),
		Infinity,
	);
	const counts = { failed: 0, deferred: 0, tooFewAttempts: 0 };
	rows.forEach(({ outcome, steps }, row) => {
		if (outcome.is === 'deferred') {
			counts.deferred += 1;
			return oracle.takeRow({ row, problem: null });
		}
		if (outcome.is === 'failed') {
			counts.failed += 1;
			const attempts = steps.at(-1)?.record.attempts ?? 0;
			// A batch is halved after its retries, each half of which is one attempt more.
			const isEnough = batchSize === 1 ? attempts === MAX_RETRIES + 1 : attempts > MAX_RETRIES;
			if (!isEnough) counts.tooFewAttempts += 1;
			return oracle.takeRow({ row, problem: null });
		}
		const answer = outcome.is === 'found' ? field(outcome.answer.results, 'email') : null;
		oracle.takeRow({
			row,
			problem: checkAnswer(expectedOf(sheet.cells[row], work, seed), { status: outcome.is, answer }),
		});
	});
	for (const request of account.service.ledger.requests()) oracle.takeRequest(request);
	return {
		brownOut,
		rows: sheet.cells.length,
		oracle: oracle.report(),
		requests: requests.length,
		reached: reachedIn({ requests, log: [] }),
		took: clock.elapsed,
		...counts,
	};
}

/** Returns a sentence for each broken promise, none if all held. */
export function brokenInBrownOut({ brownOut, rows, oracle, requests, tooFewAttempts }: BrownOutReport): string[] {
	const most = (brownOut.share > 0.5 ? 4 : 2) * rows + 100;
	const promises: Array<[boolean, string]> = [
		[tooFewAttempts === 0, `${tooFewAttempts} rows failed after another number of attempts than the retries allow`],
		[requests < most, `${requests} requests were sent for ${rows} rows, at most ${most} expected`],
	];
	return [...complaints(oracle), ...promises.filter(([holds]) => !holds).map(([, sentence]) => sentence)];
}

/** A text table with a row for each brown-out. */
export function brownOutTable(reports: readonly BrownOutReport[]): string {
	const text = new Table({
		head: ['500s', 'for', 'in a request', 'rows', 'failed', 'deferred', 'requests', 'virtual s'],
		colAligns: ['right', 'left', 'right', 'right', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [], compact: true },
	});
	for (const { brownOut, rows, failed, deferred, requests, took } of reports) {
		const time = brownOut.until === Infinity ? 'the whole run' : 'one minute';
		const cells = [brownOut.batchSize, rows, failed, deferred, requests, Math.round(took / 1_000)];
		text.push([`${brownOut.share * 100} %`, time, ...cells.map((count) => count.toLocaleString('en-US'))]);
	}
	return text.toString();
}
