import { runFloor } from '../floor/runFloor';
import { WIDE } from '../ground/session';
import type { Trial } from '../ground/trial';
import type { Job } from '../job';
import { judge } from '../judge';
import { truthsOf, type SheetRow } from '../sheet';
import { contested, type Contested } from './contest';
import { startSandbox } from '../../sandbox/server';
import type { SandboxSettings } from '../../sandbox/settings';

/** How the floor is run. */
export interface FloorTrial {
	concurrency: number;
	/** The run whose time is in the middle counts. */
	repeats: number;
	burst: SandboxSettings['burst'];
}

/** What no n8n at all would take. Each run is a process of its own and asks a service of its own. */
export async function floorTrial(
	job: Job,
	sheet: readonly SheetRow[],
	{ concurrency, repeats, burst }: FloorTrial,
): Promise<Contested> {
	const trials: Trial[] = [];
	for (let repeat = 0; repeat < repeats; repeat++) {
		const sandbox = await startSandbox({ settings: { ...WIDE, burst } });
		try {
			const { wall, cpu, peak, cameOut } = await runFloor({
				baseUrl: sandbox.url,
				apiKey: sandbox.key,
				job,
				sheet,
				concurrency,
			});
			const judged = judge({
				sheet,
				truths: truthsOf(sheet, job, sandbox.settings()),
				cameOut,
				requests: sandbox.ledger.requests(),
				charges: sandbox.ledger.charges(),
				balance: Infinity,
			});
			trials.push({ measured: { wall, cpu, memory: peak }, judged });
		} finally {
			await sandbox.close();
		}
	}
	return contested(trials);
}
