/**
 * Does all of some work, so much of it at a time, and gives the results in the order of the tasks.
 * @throws as the first of them that fails, once those under way have ended; no other is begun then
 */
export async function inTurn<Task, Result>(
	tasks: readonly Task[],
	atOnce: number,
	work: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	let next = 0;
	const one = async () => {
		while (next < tasks.length && failures.length === 0) {
			const place = next++;
			try {
				results[place] = await work(tasks[place]);
			} catch (failure) {
				failures.push(failure);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, one));
	if (failures.length > 0) throw failures[0];
	return results;
}
