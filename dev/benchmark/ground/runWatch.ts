import type { CameOut } from '../judge';
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

/** How an execution ended, and when: epoch ms. */
export interface End {
	status: string;
	at: number;
}

const microseconds = () => Number(process.hrtime.bigint() / 1_000n);

/** Measures one run between its marks. */
export class RunWatch {
	/** There is a receipt. */
	readonly received: Promise<void>;
	private readonly root: number;
	private cameOut: CameOut[] | null = null;
	private from: { time: number; epoch: number; usage: Usage; memory: MemoryWatch } | null = null;
	private measured: Omit<Measured, 'cameOut' | 'status'> | null = null;
	private tellReceived: () => void = () => undefined;

	constructor({ n8n }: { n8n: Pick<Session['n8n'], 'pid'> }) {
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
