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

/** How many times as long work may take for four times the size: linear work takes four, quadratic up to sixteen. */
const MAX_GROWTH = 6;

/** ms that three quarters of a megabyte may add: linear work may be slow, too. On an idle machine, less than 100. */
const MAX_ADDED = 400;

/**
 * Compares the time of work for a size with that for a quarter of it, so that slow machines allow more. Measures up to
 * three times, and compares the least times: other work adds to them.
 *
 * @param measure ms for a share of the size
 * @returns the time for the whole size, and the time below which it must be
 */
export async function timeAndLimit(
	measure: (share: number) => Promise<number>,
): Promise<[time: number, limit: number]> {
	let quarter = Infinity;
	let whole = Infinity;
	for (let attempt = 0; attempt < 3; attempt++) {
		// The whole first: what only the first run of a file does must not add to the limit.
		whole = Math.min(whole, await measure(1));
		quarter = Math.min(quarter, await measure(0.25));
		if (whole < limitOf(quarter)) break;
	}
	return [whole, limitOf(quarter)];
}

const limitOf = (quarter: number): number => Math.min(MAX_GROWTH * quarter, quarter + MAX_ADDED);
