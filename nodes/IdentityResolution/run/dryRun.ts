import { Book } from './book';
import { forecast, type Need } from './forecast';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { Recall } from './recall';
import type { Run } from './run';
import { settleRows } from './settle';
import { readStanding } from './standing';
import type { Surroundings } from './surroundings';
import { startTally } from './tally';

/** Plans a run and asks nothing but the free `get_account`. */
export async function dryRun(
	routes: readonly Route[],
	limits: Limits,
	around: Surroundings,
	recall?: Recall,
): Promise<Run> {
	const book = new Book({ batchSize: limits.batchSize, recall });
	const rows = settleRows(routes, book);
	const tally = startTally(book.size);
	const standing = await readStanding(limits, tally, around);
	const needs = planAll(book, limits);
	const account = standing.is === 'known' ? standing.account : null;
	return {
		rows,
		lookups: book.size,
		tally,
		stop: standing.is === 'known' ? null : standing.stop,
		plan: {
			requests: needs.reduce((total, { requests }) => total + requests, 0),
			account,
			forecast: account && forecast(needs, account, limits, around.clock.now()),
		},
	};
}

/** Settles every lookup as planned, in requests such as a real run would send. */
function planAll(book: Book, { batchSize }: Limits): Need[] {
	const needs = new Map<string, Need>();
	for (let entry = book.next(); entry !== null; entry = book.next()) {
		const { tool } = entry.lookup;
		const entries = book.take(Math.min(batchSize, tool.batch?.max ?? 1))?.entries ?? [];
		for (const taken of entries) book.settle(taken, PLANNED);
		const { lookups = 0, requests = 0 } = needs.get(tool.name) ?? {};
		needs.set(tool.name, { tool, lookups: lookups + entries.length, requests: requests + 1 });
	}
	return [...needs.values()];
}

const PLANNED = { is: 'planned', why: 'Dry Run is on: nothing was looked up' } as const;
