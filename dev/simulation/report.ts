import type { Status } from '../../nodes/IdentityResolution/run/outcome';
import { NEW_NODE } from './limits';
import type { PlanSpec } from './plans';

/** What a simulation came to. Times are ms; `took` and `least` are virtual. */
export interface Report {
	plan: PlanSpec;
	workers: number;
	rowsIn: number;
	rowsOut: number;
	/** Rows that never came out. */
	lost: number;
	/** Rows that came out with another answer than the service holds, or more than once. */
	wrong: number;
	statuses: Partial<Record<Status, number>>;
	/** Distinct people asked. */
	lookups: number;
	runs: number;
	requests: number;
	chargedTwice: number;
	refusedByBurst: number;
	refusedByWindow: number;
	/** The most that the windows refused within any five hours. */
	mostRefusedPerWindow: number;
	/** Requests that asked for more records than a window had left. */
	overdrawn: number;
	took: number;
	/** What nobody could have been faster than. */
	least: number;
}

const OVER_LEAST = { alone: 1.02, together: 1.05 };

/** What a report shows to be broken, in a sentence each; none where all promises held. */
export function broken(report: Report): string[] {
	const { rowsIn, rowsOut, lost, wrong, chargedTwice, overdrawn, mostRefusedPerWindow, workers, took, least } =
		report;
	const isAlone = workers === 1;
	const most = isAlone ? OVER_LEAST.alone : OVER_LEAST.together;
	const promises: Array<[boolean, string]> = [
		[rowsOut === rowsIn, `${rowsOut} of ${rowsIn} rows came out`],
		[lost === 0, `${lost} rows were lost`],
		[wrong === 0, `${wrong} rows were answered wrongly`],
		[chargedTwice === 0, `${chargedTwice} identifiers were charged twice`],
		[took <= most * least, `it took ${(took / least).toFixed(4)} times the least time, more than ${most}`],
		[
			mostRefusedPerWindow <= NEW_NODE.concurrency * workers,
			`${mostRefusedPerWindow} requests were refused in one window`,
		],
		// Workers that know nothing of each other can't know what the others leave.
		[!isAlone || overdrawn === 0, `${overdrawn} requests asked for more records than a window had left`],
	];
	return promises.filter(([holds]) => !holds).map(([, sentence]) => sentence);
}
