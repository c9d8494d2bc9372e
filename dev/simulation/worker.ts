import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { run } from '../../nodes/IdentityResolution/run/run';
import type { Surroundings } from '../../nodes/IdentityResolution/run/surroundings';
import { NEW_NODE } from './limits';
import type { Sheet } from './sheet';

/** ms that a workflow waits where no row says when to come back. */
const UNTOLD = 60_000;

/** What one worker did. */
export interface Work {
	runs: number;
	requests: number;
}

/**
 * Runs rows as a workflow would: all of them, then those that were deferred once their `retry_at` has come, until none is.
 * @param rows places in the sheet
 * @param onRow told of each row that comes out for good
 */
export async function work(
	sheet: Sheet,
	rows: readonly number[],
	around: Surroundings,
	onRow: (row: number, outcome: Outcome) => void,
): Promise<Work> {
	const done: Work = { runs: 0, requests: 0 };
	for (let open = rows; open.length > 0;) {
		const { rows: settled, tally } = await run(
			open.map((row) => sheet.routes[row]),
			NEW_NODE,
			around,
		);
		done.runs += 1;
		done.requests += tally.requests;
		const deferred: number[] = [];
		let back = Infinity;
		settled.forEach(({ outcome }, place) => {
			if (outcome.is === 'deferred') {
				deferred.push(open[place]);
				back = Math.min(back, outcome.stop.retryAt ?? Infinity);
			} else onRow(open[place], outcome);
		});
		open = deferred;
		const now = around.clock.now();
		if (open.length > 0) await around.clock.sleep(back === Infinity ? UNTOLD : back - now, around.signal);
	}
	return done;
}
