import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until a check returns a value.
 * @param what the subject of the error message, such as "The end of the execution"
 * @param check returns undefined or false as long as there is nothing yet
 * @throws with `what` after the timeout, and whatever `check` throws
 */
export async function waitFor<T>(
	what: string | (() => string),
	check: () => T | undefined | Promise<T | undefined>,
	timeoutMs = 60_000,
	intervalMs = 100,
): Promise<Exclude<T, false>> {
	for (const deadline = performance.now() + timeoutMs; ; await sleep(intervalMs)) {
		const value = await check();
		if (value !== undefined && value !== false) return value as Exclude<T, false>;
		if (performance.now() >= deadline) break;
	}
	throw new Error(`${typeof what === 'string' ? what : what()}: not within ${timeoutMs / 1_000} s`);
}
