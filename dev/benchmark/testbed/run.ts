import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../n8n/instance/waitFor';
import type { SettingsPatch } from '../../sandbox/settings';
import { workflowOf, type Contender } from '../contenders/contender';
import type { Job } from '../job';
import { say, seconds, whole } from '../report';
import { withFullBucket } from './limits';
import { judge, type Judgment, type ResultRow } from '../judge';
import { expectedFor, makeSheet, type SheetRow } from '../sheet';
import { startSession, type Session } from './session';

/** A judged run, and its cost from the moment when its rows were returned until its results arrived. */
export interface Trial {
	judged: Judgment;
	cost: {
		wall: number;
		/** ms of CPU of n8n's main process, in which all nodes but Code run. */
		cpu: number;
	};
}

interface Mark {
	time: number;
	cpu: NodeJS.CpuUsage;
}

const ENDED = ['success', 'error', 'crashed', 'canceled'];
const TIMEOUT_MS = 1_800_000;
/** Listing executions is work for the n8n that is measured. */
const RARELY_MS = 10_000;
const WARM_UP_ROWS = 100;
/** n8n works for some seconds after its start. */
const SETTLE_MS = 8_000;

/** Works in an n8n of its own that has loaded and compiled what the contender needs. */
export async function inWarmSession<T>(
	contender: Contender,
	job: Job,
	work: (session: Session) => Promise<T>,
	settings?: SettingsPatch,
): Promise<T> {
	const session = await startSession(settings);
	try {
		await trial(session, contender, job, makeSheet(WARM_UP_ROWS, 0));
		await sleep(SETTLE_MS);
		return await work(session);
	} finally {
		await session.stop();
	}
}

/** Trials under the rate limit, each with a full bucket. */
export async function limitedTrials(
	contender: Contender,
	job: Job,
	sheet: readonly SheetRow[],
	repeats: number,
): Promise<Trial[]> {
	const trials: Trial[] = [];
	await inWarmSession(contender, job, async (session) => {
		for (let repeat = 0; repeat < repeats; repeat++) {
			await withFullBucket(session);
			trials.push(await trial(session, contender, job, sheet));
		}
	});
	const { judged, cost } = medianOf(trials);
	say(`  ${job.tool}, ${contender.name}: ${seconds(cost.wall)}, ${whole(judged.tokens)} tokens`);
	return trials;
}

export const bySpeed = (trials: readonly Trial[]): Trial[] => [...trials].sort((a, b) => a.cost.wall - b.cost.wall);

export const medianOf = (trials: readonly Trial[]): Trial => bySpeed(trials)[Math.floor((trials.length - 1) / 2)];

/** @param balance tokens at the start, if they are short @throws if the workflow fails before its last node */
export async function trial(
	session: Session,
	contender: Contender,
	job: Job,
	sheet: readonly SheetRow[],
	balance = Infinity,
): Promise<Trial> {
	const { ledger, settings } = session.sandbox;
	ledger.clear();
	const folder = mkdtempSync(join(session.folder, 'run-'));
	writeFileSync(join(folder, 'rows.json'), JSON.stringify(sheet));
	const { id } = await session.rest.createWorkflow(workflowOf(contender.part(job, session.access), folder));
	await session.rest.run(id, 'Start');
	const status = await statusOf(session, id, folder);
	if (!existsSync(join(folder, 'end.json'))) throw new Error(`A run of ${contender.name} ended early: ${status}`);
	const start = read<Mark>(folder, 'start.json');
	const end = read<Mark & { rows: ResultRow[] }>(folder, 'end.json');
	const cpu = end.cpu.user + end.cpu.system - start.cpu.user - start.cpu.system;
	const judged = judge({
		expected: expectedFor(sheet, job, settings()),
		output: end.rows,
		requests: ledger.requests(),
		charges: ledger.charges(),
		balance,
	});
	return { judged, cost: { wall: (end.time - start.time) / 1_000, cpu: cpu / 1_000 } };
}

const read = <T>(folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;

/** Polls until n8n has stored the execution. A busy n8n may refuse to list executions for a while. */
async function statusOf({ rest, n8n }: Session, workflowId: string, folder: string): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let nextLook = Date.now() + RARELY_MS;
	const look = async () => {
		if (n8n.hasEnded()) throw new Error(`n8n ended during a run:\n${n8n.output()}`);
		if (!existsSync(join(folder, 'end.json')) && Date.now() < nextLook) return undefined;
		nextLook = Date.now() + RARELY_MS;
		const listed = await rest.call('GET', `executions?filter=${filter}`).catch(() => ({ results: [] }));
		const statuses = (listed as { results: Array<{ status: string }> }).results.map(({ status }) => status);
		return statuses.find((status) => ENDED.includes(status));
	};
	return await waitFor('The end of a run', look, TIMEOUT_MS);
}
