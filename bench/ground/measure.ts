import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowFile } from '../../host/rest';
import type { CameOut } from '../judge';
import type { SheetRow } from '../sheet';
import { MemoryWatch, processesBelow, usageOf } from './processes';
import type { Session } from './session';
import { cpuBetween, type Usage } from './usage';

/** What a run took. */
export interface Cost {
	/** ms */
	wall: number;
	/** ms of CPU, of n8n and its task runner. */
	cpu: number;
	/** Bytes that they had in memory at the worst moment, over those at the start. */
	memory: number;
}

/** What was measured from the moment when the rows were handed on until the contender had handed on its own. */
export interface Measured extends Cost {
	/** µs of the machine's own clock, which all of its processes share: when it began and ended. */
	between: readonly [number, number];
	/** Null where the workflow ended before it came to its last node. */
	cameOut: CameOut[] | null;
	/** How n8n says that it ended. */
	status: string;
}

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
export async function measure(session: Session, sheet: readonly SheetRow[], build: (runUrl: string) => WorkflowFile): Promise<Measured> {
	return await (await beginMeasuring(session, sheet, build)).done;
}

export async function beginMeasuring(session: Session, sheet: readonly SheetRow[], build: (runUrl: string) => WorkflowFile): Promise<Underway> {
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

/** How an execution ended, and when: epoch ms. */
interface End {
	status: string;
	at: number;
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
		const listed = (await rest.call('GET', `executions?filter=${filter}`).catch(() => undefined)) as Listed | undefined;
		const [execution] = listed?.results ?? [];
		if (execution !== undefined && ENDED.includes(execution.status)) return { status: execution.status, at: Date.parse(execution.stoppedAt) };
	}
	throw new Error(`A run has not ended in ${MOST_MS / 60_000} minutes`);
}

const microseconds = () => Number(process.hrtime.bigint() / 1_000n);

/** The marks of one run. */
class RunWatch {
	/** There is a receipt. */
	readonly received: Promise<void>;
	private readonly root: number;
	private cameOut: CameOut[] | null = null;
	private from: { time: number; epoch: number; usage: Usage; memory: MemoryWatch } | null = null;
	private measured: Omit<Measured, 'cameOut' | 'status'> | null = null;
	private tellReceived: () => void = () => undefined;

	constructor({ n8n }: Session) {
		if (n8n.pid === undefined) throw new Error('n8n has no process');
		this.root = n8n.pid;
		this.received = new Promise((resolve) => {
			this.tellReceived = resolve;
		});
	}

	async begin(): Promise<void> {
		const pids = await processesBelow(this.root);
		const usage = await usageOf(pids);
		this.from = { usage, memory: new MemoryWatch(pids), epoch: Date.now(), time: microseconds() };
	}

	async end(time = microseconds()): Promise<void> {
		if (this.from === null || this.measured !== null) return;
		const { usage, memory, time: start } = this.from;
		this.measured = {
			wall: (time - start) / 1_000,
			between: [start, time],
			cpu: cpuBetween(usage, await usageOf(await processesBelow(this.root))),
			memory: (await memory.stop()) - usage.memory,
		};
	}

	/** Nothing is watched any more, also where there is no result. */
	async abandon(): Promise<void> {
		await this.from?.memory.stop();
	}

	receive(rows: CameOut[]): void {
		this.cameOut = rows;
		this.tellReceived();
	}

	/** @param end of the execution, which is the end of a run that never came to its receipt */
	async result({ status, at }: End): Promise<Measured> {
		if (this.from === null) throw new Error(`The run ended before its rows were handed on: ${status}`);
		await this.end(this.from.time + (at - this.from.epoch) * 1_000);
		if (this.measured === null) throw new Error('Nothing was measured');
		return { ...this.measured, cameOut: this.cameOut, status };
	}
}
