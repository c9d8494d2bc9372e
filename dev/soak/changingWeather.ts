import { setTimeout as sleep } from 'node:timers/promises';
import { drawsOf } from '../sandbox/random';
import type { Sandbox } from '../sandbox/server';
import { drawWeather, turnTo } from './weather';

const LEAST_MS = 3_000;
const SPREAD_MS = 9_000;

/** Lets the weather change every few seconds. @returns ends that; throws what a change failed with */
export function changingWeather(sandbox: Sandbox, seed: number): () => Promise<void> {
	const over = new AbortController();
	const draws = drawsOf(seed, 'weather');
	const changing = (async () => {
		while (!over.signal.aborted) {
			turnTo(sandbox, drawWeather(draws));
			await sleep(LEAST_MS + draws.below(SPREAD_MS), undefined, { signal: over.signal }).catch(() => undefined);
		}
	})();
	// A failure waits for the end.
	changing.catch(() => undefined);
	return async () => {
		over.abort();
		await changing;
	};
}
