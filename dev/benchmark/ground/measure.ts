import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowFile } from '../../n8n/instance/rest';
import type { SheetRow } from '../sheet';
import { RunWatch, type End, type Measured } from './runWatch';
import type { Session } from './session';

const ENDED = ['success', 'error', 'crashed', 'canceled'];
const MOST_MS = 1_800_000;
/** Asking how a run stands is work for the n8n that is measured. */
const SELDOM_MS = 10_000;
const OFTEN_MS = 50;

/** A run that is under way. */
export interface Underway {
	executionId: string;
	done: Promise<Measured>;
}

/**
 * Runs a workflow over a sheet in a session's n8n.
 * @param build makes it of the address that its `Rows` and `Receipt` are told
 */
export async function measure(
	session: Session,
	sheet: readonly SheetRow[],
	build: (runUrl: string) => WorkflowFile,
): Promise<Measured> {
	return await (
		await beginMeasuring(session, sheet, build)
	).done;
}

export async function beginMeasuring(
	session: Session,
	sheet: readonly SheetRow[],
	build: (runUrl: string) => WorkflowFile,
): Promise<Underway> {
	const watch = new RunWatch(session);
	const runUrl = session.collector.expect({
		rows: sheet,
		onStart: async () => await watch.begin(),
		onEnd: async () => await watch.end(),
		onReceipt: (rows) => watch.receive(rows),
	});
	const { id } = await session.rest.createWorkflow(build(runUrl));
	const executionId = await session.rest.run(id, 'Start');
	const done = endOf(session, id, watch.received)
		.then(async (end) => await watch.result(end))
		.finally(async () => await watch.abandon());
	return { executionId, done };
}

interface Listed {
	results: Array<{ status: string; stoppedAt: string }>;
}

/** The list tells how an execution stands without all of its data. While a contender keeps n8n busy it may answer that its database is not ready. */
async function endOf({ rest, n8n }: Session, workflowId: string, received: Promise<void>): Promise<End> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let pause = async () => await Promise.race([sleep(SELDOM_MS), received]);
	void received.then(() => {
		pause = async () => await sleep(OFTEN_MS);
	});
	for (const deadline = Date.now() + MOST_MS; Date.now() < deadline; await pause()) {
		if (n8n.isOver()) throw new Error(`n8n has ended in the middle of a run:\n${n8n.said()}`);
		const listed = (await rest.call('GET', `executions?filter=${filter}`).catch(() => undefined)) as
			Listed | undefined;
		const [execution] = listed?.results ?? [];
		if (execution !== undefined && ENDED.includes(execution.status))
			return { status: execution.status, at: Date.parse(execution.stoppedAt) };
	}
	throw new Error(`A run has not ended in ${MOST_MS / 60_000} minutes`);
}
