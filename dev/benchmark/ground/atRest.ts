import { setTimeout as sleep } from 'node:timers/promises';
import { processesBelow, usageOf } from './processes';
import type { Session } from './session';
import { cpuBetween } from './usage';

const WATCHED_MS = 1_000;
/** ms of CPU in that time. n8n needs some five; in the first seconds after its start it has more to do. */
const LITTLE = 30;
const MOST_LOOKS = 60;

/** Waits until n8n does nothing more of its own, so that none of it counts for what is measured. */
export async function atRest({ n8n }: Session): Promise<void> {
	if (n8n.pid === undefined) throw new Error('n8n has no process');
	const pids = await processesBelow(n8n.pid);
	for (let look = 0; look < MOST_LOOKS; look++) {
		const before = await usageOf(pids);
		await sleep(WATCHED_MS);
		if (cpuBetween(before, await usageOf(pids)) <= LITTLE) return;
	}
	throw new Error(`n8n has not come to rest in ${(MOST_LOOKS * WATCHED_MS) / 1_000} s`);
}
