import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const POLL = 100;
/** In ms. */
const PATIENCE = 30_000;

/**
 * Reads until what is wanted is there, for half a minute at most.
 * @returns what was read last, for the test to compare: a failure then shows the difference
 */
export async function readUntil<T>(read: () => Promise<T>, wanted: T): Promise<T> {
	const deadline = Date.now() + PATIENCE;
	for (;;) {
		const found = await read();
		if (isDeepStrictEqual(found, wanted) || Date.now() > deadline) return found;
		await sleep(POLL);
	}
}
