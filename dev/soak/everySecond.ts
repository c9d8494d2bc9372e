import { setTimeout as sleep } from 'node:timers/promises';

const SECOND_MS = 1_000;

/**
 * Begins something every second on the clock, whether or not what was begun before is over, and waits until all of it is.
 * @param begin is given the number of the second, from 0; must not throw
 * @param signal begins nothing more
 * @returns ms by which the latest one was begun too late
 */
export async function everySecond(
	times: number,
	begin: (number: number) => Promise<void>,
	signal: AbortSignal,
): Promise<number> {
	const start = performance.now();
	const begun: Array<Promise<void>> = [];
	let latest = 0;
	for (let number = 0; number < times && !signal.aborted; number++) {
		const due = start + number * SECOND_MS;
		const early = due - performance.now();
		if (early > 0) await sleep(early, undefined, { signal }).catch(() => undefined);
		latest = Math.max(latest, performance.now() - due);
		begun.push(begin(number));
	}
	await Promise.all(begun);
	return latest;
}
