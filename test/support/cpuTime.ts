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

/** Measures up to three times, until the time (ms) is below `limit`, and returns the least: other work adds to it. */
export async function leastTime(limit: number, measure: () => Promise<number>): Promise<number> {
	let least = Infinity;
	for (let attempt = 0; attempt < 3 && least >= limit; attempt++) least = Math.min(least, await measure());
	return least;
}
