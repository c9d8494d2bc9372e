import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { run } from '../../nodes/IdentityResolution/run/run';
import type { Surroundings } from '../../nodes/IdentityResolution/run/surroundings';
import { NEW_NODE } from './limits';
import type { Sheet } from './sheet';

/** Wait in ms between two runs if no deferred row has a `retry_at`. */
const DEFAULT_WAIT = 60_000;

/** The node's own run, or a test's variant of it. */
export type Run = typeof run;

/**
 * Runs rows as a workflow would: all of them, then the deferred ones when their `retry_at` has come, until none is deferred.
 * @param rows indexes of rows in the sheet
 * @param onRow receives each row with its final outcome
 * @returns the number of runs
 */
export async function runUntilDone(
	runOnce: Run,
	sheet: Sheet,
	rows: readonly number[],
	env: Surroundings,
	onRow: (row: number, outcome: Outcome) => void,
): Promise<number> {
	let runs = 0;
	for (let open = rows; open.length > 0; runs += 1) {
		const routes = open.map((row) => sheet.routes[row]);
		const { rows: results } = await runOnce(routes, NEW_NODE, env);
		const deferred: number[] = [];
		let retryAt = Infinity;
		results.forEach(({ outcome }, place) => {
			if (outcome.is === 'deferred') {
				deferred.push(open[place]);
				retryAt = Math.min(retryAt, outcome.stop.retryAt ?? Infinity);
			} else onRow(open[place], outcome);
		});
		open = deferred;
		const wait = retryAt === Infinity ? DEFAULT_WAIT : retryAt - env.clock.now();
		if (open.length > 0) await env.clock.sleep(wait, env.signal);
	}
	return runs;
}
