import { everySecond } from './everySecond';
import type { Ground } from './ground';
import { Watch, type Sample } from './watch';

const WATCH_EVERY_MS = 3_000;
export const MINUTE_S = 60;

/** Runs that were begun one after another, every second. */
export interface Series {
	samples: readonly Sample[];
	/** ms by which the latest one was begun too late. */
	latestMs: number;
}

/** What is begun every second, and what is told every minute with the last look at n8n. */
export interface Doing {
	begin(number: number): Promise<void>;
	eachMinute(minute: number, last: Sample | undefined): void;
}

/** Begins a run every second for so many minutes, and watches n8n until the last one is over. @throws where the signal ended it */
export async function series(
	{ probePort }: Ground,
	minutes: number,
	{ begin, eachMinute }: Doing,
	signal: AbortSignal,
): Promise<Series> {
	const watch = new Watch(probePort, WATCH_EVERY_MS);
	const second = async (number: number) => {
		if (number > 0 && number % MINUTE_S === 0) eachMinute(number / MINUTE_S, watch.samples.at(-1));
		await begin(number);
	};
	try {
		const latestMs = await everySecond(minutes * MINUTE_S, second, signal);
		signal.throwIfAborted();
		eachMinute(minutes, watch.samples.at(-1));
		return { latestMs, samples: await watch.stop() };
	} finally {
		await watch.stop();
	}
}
