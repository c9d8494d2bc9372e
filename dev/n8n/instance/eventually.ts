import { setTimeout as sleep } from 'node:timers/promises';

const POLL = 100;

/**
 * Asks until there is an answer.
 * @param what is waited for, told where it does not come
 * @param ask gives the answer, or undefined where there is none yet
 * @param mostMs how long, in ms
 * @throws with `what` where there was none by then
 */
export async function eventually<T>(
	what: string | (() => string),
	ask: () => Promise<T | undefined>,
	mostMs = 60_000,
): Promise<T> {
	for (const deadline = Date.now() + mostMs; Date.now() < deadline; await sleep(POLL)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
	}
	throw new Error(`${typeof what === 'string' ? what : what()}: not in ${mostMs / 1_000} s`);
}
