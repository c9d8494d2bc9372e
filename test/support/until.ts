import { setTimeout as sleep } from 'node:timers/promises';

/** ms; less than the time limit of a test, which fails the test but leaves it waiting, so that Jest does not end. */
const PATIENCE = 60_000;

/** Waits until something holds. @throws where it does not within a minute */
export async function until(holds: () => boolean): Promise<void> {
	for (const end = performance.now() + PATIENCE; !holds(); await sleep(2)) {
		if (performance.now() > end) throw new Error(`Not in ${PATIENCE / 1_000} s: ${holds.toString()}`);
	}
}
