/** Runs `work`, and returns its processor time in ms: unlike the time that passes, no other load adds to it. */
export function cpuTimeOf(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** Like `cpuTimeOf`, for work that waits. Also returns its value. */
export async function cpuTimeOfRun<T>(work: () => Promise<T>): Promise<{ time: number; value: T }> {
	const before = process.cpuUsage();
	const value = await work();
	const { user, system } = process.cpuUsage(before);
	return { time: (user + system) / 1_000, value };
}

/** Four times the size takes linear work at most four times as long, and quadratic work up to sixteen times. */
export const LINEAR = 6;

/**
 * How many times as long work takes for a size than for a quarter of it. Unlike its time, this is the same on slow
 * machines. Measures up to three times, until it is linear, and compares the least times: other work adds to them.
 *
 * @param measure ms for a share of the size
 */
export async function growthOf(measure: (share: number) => Promise<number>): Promise<number> {
	let quarter = Infinity;
	let whole = Infinity;
	for (let attempt = 0; attempt < 3; attempt++) {
		quarter = Math.min(quarter, await measure(0.25));
		whole = Math.min(whole, await measure(1));
		if (whole < LINEAR * quarter) break;
	}
	return whole / quarter;
}
