import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again and again, with so many ms in between.
 * @returns ends it, once what is under way is done; throws what it failed with, after which it was not done again
 */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
	let over = false;
	const repeating = (async () => {
		while (!over) {
			await work();
			await sleep(everyMs);
		}
	})();
	// A failure waits for the end: unheard, it would end the whole process at once.
	repeating.catch(() => undefined);
	return async () => {
		over = true;
		await repeating;
	};
}
