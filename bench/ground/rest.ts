import { setTimeout as sleep } from 'node:timers/promises';
import type { Cost } from './measure';
import { processesBelow, usageOf } from './processes';
import type { Session } from './session';
import { cpuBetween } from './usage';

const WATCHED_MS = 5_000;

/** @returns ms of CPU that n8n and its task runner use in each ms while nothing runs */
export async function restingCpu({ n8n }: Session): Promise<number> {
	if (n8n.pid === undefined) throw new Error('n8n has no process');
	const pids = await processesBelow(n8n.pid);
	const before = await usageOf(pids);
	const start = performance.now();
	await sleep(WATCHED_MS);
	return cpuBetween(before, await usageOf(pids)) / (performance.now() - start);
}

/** What a run took beyond what n8n takes in the same time at rest. */
export const overRest = <T extends Cost>(measured: T, resting: number): T => ({ ...measured, cpu: Math.max(0, measured.cpu - resting * measured.wall) });
