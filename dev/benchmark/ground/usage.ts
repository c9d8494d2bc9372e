/** What programs have used. */
export interface Usage {
	/** ms, by process. */
	cpu: ReadonlyMap<number, number>;
	/** Bytes that are in memory now. */
	memory: number;
}

/** ms of CPU between two looks. What a process used that has ended in between is not known any more. */
export const cpuBetween = (before: Usage, after: Usage): number =>
	[...after.cpu].reduce((sum, [pid, ms]) => sum + ms - (before.cpu.get(pid) ?? 0), 0);
