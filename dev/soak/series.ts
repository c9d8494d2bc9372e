import { setTimeout as sleep } from 'node:timers/promises';
import { takeSample, type Sample } from './growth';

const SECOND_MS = 1_000;
const SAMPLE_EVERY_S = 3;
const MINUTE_S = 60;

export interface Ticks {
	/** Starts the run of a second, counted from 0. */
	onSecond(second: number): Promise<void>;
	/** Reports a minute, counted from 1. */
	onMinute(minute: number, sample: Sample | undefined): void;
}

/**
 * Starts a run every second, whether or not earlier runs are over, and waits for all of them.
 * @param probePort port of the probe in n8n, which it samples every few seconds
 * @returns the samples
 * @throws when aborted, or if a run or a sample fails
 */
export async function runSeries(
	probePort: number,
	minutes: number,
	{ onSecond, onMinute }: Ticks,
	signal: AbortSignal,
): Promise<Sample[]> {
	const samples: Sample[] = [];
	const started: Array<Promise<void>> = [];
	const start = (work: Promise<void>) => {
		// Promise.all reports the error at the end.
		work.catch(() => undefined);
		started.push(work);
	};
	const begin = performance.now();
	for (let second = 0; second < minutes * MINUTE_S; second++) {
		const early = begin + second * SECOND_MS - performance.now();
		if (early > 0) await sleep(early, undefined, { signal });
		signal.throwIfAborted();
		if (second > 0 && second % MINUTE_S === 0) onMinute(second / MINUTE_S, samples.at(-1));
		if (second % SAMPLE_EVERY_S === 0) start(takeSample(probePort).then((sample) => void samples.push(sample)));
		start(onSecond(second));
	}
	await Promise.all(started);
	onMinute(minutes, samples.at(-1));
	return samples;
}
