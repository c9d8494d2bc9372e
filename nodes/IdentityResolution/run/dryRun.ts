import { Book } from './book';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { Run } from './run';
import { settleRows } from './settle';
import { readStanding } from './standing';
import type { Surroundings } from './surroundings';
import { startTally } from './tally';

/** Plans a run and asks nothing but the free `get_account`. */
export async function dryRun(routes: readonly Route[], limits: Limits, around: Surroundings): Promise<Run> {
	const tally = startTally();
	const book = new Book();
	const rows = settleRows(routes, book);
	const standing = await readStanding(limits, tally, around);
	let requests = 0;
	for (let entry = book.next(); entry !== null; entry = book.next()) {
		const ask = book.take(Math.min(limits.batchSize, entry.lookup.tool.batch?.max ?? 1));
		for (const taken of ask?.entries ?? []) book.settle(taken, PLANNED);
		requests += 1;
	}
	const known = standing.is === 'known';
	return {
		rows,
		lookups: book.size,
		tally,
		stop: known ? null : standing.stop,
		plan: { requests, account: known ? standing.account : null },
	};
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;
