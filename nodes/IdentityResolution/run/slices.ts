import type { Clock } from './environment';

/** ms of work, after which the host gets a turn. */
const SLICE = 15;

/** Visits all rows in slices, between which the host works: a sheet may have hundreds of thousands. */
export async function inSlices<T>(all: Iterable<T>, clock: Clock, visit?: (one: T) => void): Promise<void> {
	let end = clock.now() + SLICE;
	for (const one of all) {
		visit?.(one);
		if (clock.now() < end) continue;
		await clock.sleep(1);
		end = clock.now() + SLICE;
	}
}
