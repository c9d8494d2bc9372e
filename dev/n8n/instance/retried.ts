import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './command';

/**
 * Runs commands that need the network, and again after each of some pauses where they fail. What a signal ended is not run
 * again: somebody has had enough, or the machine has.
 * @param pausesMs in ms
 * @throws as `work` did the last time
 */
export async function retried(pausesMs: readonly number[], work: () => Promise<unknown>): Promise<void> {
	for (let attempt = 0; ; attempt++) {
		try {
			await work();
			return;
		} catch (error) {
			if (!(error instanceof CommandError) || error.bySignal || attempt >= pausesMs.length) throw error;
			await sleep(pausesMs[attempt]);
		}
	}
}
