import pidtree from 'pidtree';
import pidusage from 'pidusage';
import { repeat } from './repeat';
import type { Usage } from './usage';

const EVERY_MS = 100;

/** @param root is not counted itself @returns the processes that it has started, and theirs @throws where it runs no more */
export const processesBelow = async (root: number): Promise<number[]> => await pidtree(root);

/** @returns what processes use; those that have ended use nothing */
export async function usageOf(pids: readonly number[]): Promise<Usage> {
	const all = pids.length === 0 ? {} : await pidusage([...pids]);
	const known = Object.values(all).filter((one) => (one as typeof one | null) !== null);
	return {
		cpu: new Map(known.map(({ pid, ctime }) => [pid, ctime])),
		memory: known.reduce((sum, { memory }) => sum + memory, 0),
	};
}

/** Watches the memory of processes, ten times a second. */
export class MemoryWatch {
	peak = 0;
	private readonly end: () => Promise<void>;

	constructor(pids: readonly number[]) {
		this.end = repeat(EVERY_MS, async () => {
			this.peak = Math.max(this.peak, (await usageOf(pids)).memory);
		});
	}

	/** @returns the most bytes at any look */
	async stop(): Promise<number> {
		await this.end();
		return this.peak;
	}
}
