import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../n8n/instance/waitFor';
import type { SettingsPatch } from '../sandbox/settings';
import { workflowOf, type Contender } from './contenders';
import type { Job } from './job';
import { judge, type Judgment, type ResultRow } from './judge';
import { expectedFor, makeSheet, type SheetRow } from './sheet';
import { startSession, type Session } from './session';

/** A judged run, and its ms from the moment when its rows were returned until its results arrived. */
export interface Trial {
	judged: Judgment;
	time: number;
}

/** In us. */
interface Mark {
	time: number;
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
	jobs: readonly Job[],
	work: (session: Session) => Promise<T>,
	settings?: SettingsPatch,
): Promise<T> {
	const session = await startSession(settings);
	try {
		for (const job of jobs) await trial(session, contender, job, makeSheet(WARM_UP_ROWS, 0));
		await sleep(SETTLE_MS);
		return await work(session);
	} finally {
		await session.stop();
	}
}

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
	const { id } = await session.rest.createWorkflow(workflowOf(contender, job, session.access, folder));
	await session.rest.run(id, 'Start');
	const status = await statusOf(session, id, folder);
	if (!existsSync(join(folder, 'end.json'))) throw new Error(`A run of ${contender.name} ended early: ${status}`);
	const start = read<Mark>(folder, 'start.json');
	const end = read<Mark & { rows: ResultRow[] }>(folder, 'end.json');
	const judged = judge({
		expected: expectedFor(sheet, job, settings()),
		output: end.rows,
		requests: ledger.requests(),
		charges: ledger.charges(),
		balance,
	});
	return { judged, time: (end.time - start.time) / 1_000 };
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
